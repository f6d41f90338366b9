"""Debates without names and sides, and without sentences that tell judges what to answer."""
