"""A fit fixed before other data are seen: written to a file, and tested on people that it was not fitted to."""
