"""`doxa ensemble`, `doxa speakers` and `doxa formats`."""
