"""The script of a round table, who hears whom, and the judging of responses."""
