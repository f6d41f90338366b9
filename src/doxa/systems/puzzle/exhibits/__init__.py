"""Puzzle debates as exhibits: what *Can LLM Agents Really Debate?* regresses, tabulates and draws."""
