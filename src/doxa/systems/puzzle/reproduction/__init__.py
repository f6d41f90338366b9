"""The experiments of *Can LLM Agents Really Debate?*: six factors against an anchor, and votes without a debate."""
