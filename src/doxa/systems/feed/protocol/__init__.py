"""Feed: agents act together, round by round, on a ranked feed of posts (after SimSwarm)."""

from doxa.systems.feed.protocol.script import FEED, FeedState, begin_feed, run_feed
from doxa.systems.feed.protocol.settings import FeedSettings
from doxa.systems.feed.protocol.wall import Post

__all__ = ["FEED", "FeedSettings", "FeedState", "Post", "begin_feed", "run_feed"]
