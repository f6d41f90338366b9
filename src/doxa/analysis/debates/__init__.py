"""Exhibits of judged debates."""
