"""Judgements, bias probes and maps as tables and prose."""
