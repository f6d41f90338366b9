"""What commands and systems print with: console, options, strips, curves, exhibits, progress and the report."""
