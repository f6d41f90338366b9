"""The nine tables, one module each: what a row is, and the rows of one run."""
