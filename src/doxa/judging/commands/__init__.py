"""`doxa judge`, `doxa landscape` and `doxa transcript`, among others."""
