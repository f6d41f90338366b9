"""Dialogue: agents argue in turn and their beliefs are maintained by a kernel (the Belief Engine)."""
