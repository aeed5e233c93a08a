"""Noise of an inference engine, planted in token log-probabilities, and what the analysis makes of it."""
