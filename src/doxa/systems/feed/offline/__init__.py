"""A feed offline."""

from doxa.systems.feed.offline.acting import act_on_feed

SKILLS = {"act_on_feed": act_on_feed}
