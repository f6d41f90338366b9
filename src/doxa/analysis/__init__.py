"""Analysis of finished or stopped runs: ledgers, effects, what-ifs, verification, and the view of a run."""
