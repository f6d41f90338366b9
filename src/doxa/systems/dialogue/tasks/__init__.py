"""The task of a dialogue: respond to what was said last."""
