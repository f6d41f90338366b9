"""`doxa evaluate`."""
