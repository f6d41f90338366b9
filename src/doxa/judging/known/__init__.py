"""Debates with a known answer: one side is made worse in a known way and amount, and judges should prefer the other."""
