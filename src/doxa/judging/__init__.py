"""Judging any debate between two sides: rubric, claims, panel, audit, bias probes and the map of arguments."""
