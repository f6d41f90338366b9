"""Knight–Knave–Spy puzzles: what players say, which roles fit it, how to make, read, solve and explain them (pure).

Knights tell the truth, knaves lie, spies do either. After *Can LLM Agents Really Debate?*, section 3.
"""
