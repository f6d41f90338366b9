"""Output of commands and systems: console, options, strips, curves, exhibits, progress and the report page."""
