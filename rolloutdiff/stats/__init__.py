"""Series to scores: numpy on whole panels of series, pure functions, no DuckDB."""
