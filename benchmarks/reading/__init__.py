"""What reading a dump costs beside DuckDB's plain readers, and how much memory large dumps take."""
