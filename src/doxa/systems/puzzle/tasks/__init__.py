"""Tasks of a debate over a Knight–Knave–Spy puzzle: propose, debate, adjust, decide, supervise, rank, rate."""
