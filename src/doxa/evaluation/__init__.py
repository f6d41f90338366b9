"""Evaluations of judges against people's labels, and of the similarity threshold of near-duplicates."""
