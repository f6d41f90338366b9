"""Avowals: positions toward a proposition that a speaker takes in so many words.

text ─▶ sentences ─▶ clauses ─▶ readings ─▶ one signed grade
                     (whose,    (attitudes × denials × direction of
                     and when)  the content, graded by degree words)
"""

from doxa.models.offline.stances.avowals import is_long, read_avowal

__all__ = ["is_long", "read_avowal"]
