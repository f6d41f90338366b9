"""Protocols in which agents solve a Knight–Knave–Spy puzzle: by a debate player by player, or by votes alone."""
