"""Pages and lines that the judging commands print."""
