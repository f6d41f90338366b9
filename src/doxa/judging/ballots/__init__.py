"""What judges note, score and vote, and the verdicts that are computed from it."""
