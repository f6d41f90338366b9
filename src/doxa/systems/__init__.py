"""The systems: one folder each. Nothing outside a folder imports it; `doxa.systems` entry points name its record."""
