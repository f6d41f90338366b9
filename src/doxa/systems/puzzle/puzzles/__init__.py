"""Knight–Knave–Spy puzzles: their statements, and how to make, read, solve and explain puzzles (pure).

Knights tell the truth, knaves lie, spies do either. After *Can LLM Agents Really Debate?*, section 3.
"""
