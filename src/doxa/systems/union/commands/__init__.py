"""`doxa ensemble` and `doxa transcript`."""
