"""Persuasion: one agent tries to move another on a proposition, and hidden probes measure how far it moved."""
