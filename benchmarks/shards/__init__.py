"""What a dump costs in shards that are merged, beside one process."""
