"""Size of a warehouse beside the dump it came from."""
