"""`doxa audience`."""
