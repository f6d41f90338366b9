"""One command a file, imported only when it is called."""
