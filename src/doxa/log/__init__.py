"""The run directory: events, the journal of calls, blobs and shards, written and read. See docs/log-format.md."""
