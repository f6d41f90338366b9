"""The HTML pages that the judging commands write."""
