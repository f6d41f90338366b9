"""Knight–Knave–Spy puzzles, debated by a team."""
