"""The command line, the report and what they draw: renders the exhibits that other rooms return."""
