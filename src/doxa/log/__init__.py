"""The run directory: events, the journal of calls, blobs; append, read, verify the chain. See docs/log-format.md."""
