"""Minds: how a message is heard, and the one fold of belief that drive, verify, what-if and replay share."""
