"""`doxa train`."""
