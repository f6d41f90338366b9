"""Bots: agents with a fixed script, whose acts in a round follow from their settings and the wall alone."""

from collections.abc import Iterable
from fnmatch import fnmatchcase

from doxa.systems.feed.protocol.settings import Bot, FeedSettings
from doxa.systems.feed.protocol.wall import Act, Post, Wall
from doxa.systems.feed.tasks.act_on_feed import Action


def bot_acts(settings: FeedSettings, wall: Wall, round: int) -> list[Act]:
    """Return the acts of all bots in a round; ``wall`` is the wall when the round began."""
    return [
        Act(agent=name, round=round, place=place, action=action)
        for name, bot in settings.bots.items()
        if _awake(bot, round)
        for place, action in enumerate(_actions(name, bot, settings, wall, round), 1)
    ]


def is_meant(name: str, patterns: Iterable[str]) -> bool:
    """Return whether a handle is among handles or matches one of the patterns."""
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def _awake(bot: Bot, round: int) -> bool:
    return bot.first <= round and (bot.last is None or round <= bot.last)


def _actions(name: str, bot: Bot, settings: FeedSettings, wall: Wall, round: int) -> Iterable[Action]:
    since = round - bot.first
    if bot.posts and since % bot.every == 0:
        topic = 1 + ("", *settings.topics).index(bot.topic)
        yield Action(action="create_post", text=bot.posts[since // bot.every % len(bot.posts)], topic=topic)
    others = [post for post in wall.posts.values() if post.author != name]
    yield from _votes(name, others, bot, wall)
    for post in others:
        if is_meant(post.author, bot.reposts) and name not in wall.engagement.reposted.get(post.id, ()):
            yield Action(action="repost", post=post.id)


def _votes(name: str, others: list[Post], bot: Bot, wall: Wall) -> Iterable[Action]:
    for post in others:
        if (name, post.id) in wall.engagement.votes:
            continue
        if is_meant(post.author, bot.likes):
            yield Action(action="vote", post=post.id, vote="like")
        elif is_meant(post.author, bot.dislikes):
            yield Action(action="vote", post=post.id, vote="dislike")
