"""Tasks of a round table: discuss under a policy; judge whether an utterance responds and opposes."""
