"""Avowals: positions toward a proposition that a speaker takes in so many words.

text ─▶ sentences ─▶ clauses ─▶ readings ─▶ one signed grade
                     (whose,    (attitudes × denials × direction of
                     and when)  the content, graded by degree words)
"""

from doxa.models.offline.stances.avowals import is_long, read_avowal
from doxa.models.offline.stances.grades import PLAIN, grade_of

__all__ = ["PLAIN", "grade_of", "is_long", "read_avowal"]
