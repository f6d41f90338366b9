"""`doxa puzzle`."""
