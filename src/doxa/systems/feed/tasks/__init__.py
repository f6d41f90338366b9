"""Tasks of a feed: act on it; advance a population by a round."""
