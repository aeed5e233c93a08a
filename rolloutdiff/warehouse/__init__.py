"""The DuckDB side: connections, installation, the registry, stage files and Python functions."""
