"""`doxa replay`."""
