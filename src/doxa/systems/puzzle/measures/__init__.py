"""Measures of debates about puzzles (*Can LLM Agents Really Debate?*, section 5.3 and appendix B)."""
