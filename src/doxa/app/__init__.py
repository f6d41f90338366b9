"""The command line: commands, help texts, announcements, and the output of results."""
