"""Feed: agents act together, round by round, on a ranked feed of posts (after SimSwarm)."""

from doxa.protocols.feed.script import FEED, Feed, begun, scripted
from doxa.protocols.feed.settings import FeedSettings
from doxa.protocols.feed.wall import Post

__all__ = ["FEED", "Feed", "FeedSettings", "Post", "begun", "scripted"]
