"""Tasks of judging a debate: score, compare, note claims and rebuttals, judge teams, audit, judge outright."""
