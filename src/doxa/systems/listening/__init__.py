"""Listening: minds that say nothing hear a conversation that was held, and its words are heard once for all of them."""
