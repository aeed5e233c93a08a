"""Benchmarks of rolloutdiff; not part of the package."""
