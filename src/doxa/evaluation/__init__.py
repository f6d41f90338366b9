"""Evaluations: of judges against what people labelled, and of the threshold from which two arguments are one."""
