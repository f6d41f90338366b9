"""Minds: how a message is heard, and the one fold that drive, verify, what-if and replay share."""
