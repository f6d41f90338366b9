"""`doxa judge` and `doxa landscape`."""
