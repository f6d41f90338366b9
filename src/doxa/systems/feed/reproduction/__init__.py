"""SimSwarm."""

from doxa.systems.feed.reproduction.exhibiting import SIMSWARM

REPRODUCTIONS = {"simswarm": SIMSWARM}
