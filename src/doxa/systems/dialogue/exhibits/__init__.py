"""The exhibits of the Belief Engine paper: functions from trials to tables and figures, with the published numbers."""
