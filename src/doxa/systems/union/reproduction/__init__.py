"""The Cambridge Union paper."""

from doxa.systems.union.reproduction.exhibiting import CAMBRIDGE_UNION

REPRODUCTIONS = {"cambridge-union": CAMBRIDGE_UNION}
