"""`doxa metrics`."""
