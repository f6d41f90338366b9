"""The task ``name_cluster`` in plain code. SIMULATED: the words that most claims share, and the most typical claim."""

import re
from collections import Counter

from doxa.judging.tasks.naming import ClusterName, ClusterToName
from doxa.models.embedded.extraction import FUNCTION_WORDS
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response

NAMED = 4
"""The most words of a name."""

SHORTEST = 4
"""The fewest letters of a word of a name."""

_WORD = re.compile(r"[^\W\d_]+")


def name_cluster(request: Request, library: Library) -> Response:
    """Return a name for a cluster: its most common words that do not occur in the motion."""
    inputs = inputs_of(request, ClusterToName)
    excluded = set(_WORD.findall(inputs.motion.lower())) | FUNCTION_WORDS
    counts: Counter[str] = Counter()
    for claim in inputs.claims:
        words = dict.fromkeys(_WORD.findall(claim.lower()))
        counts.update(word for word in words if len(word) >= SHORTEST and word not in excluded)
    common = sorted(counts, key=lambda word: (-counts[word], word))[:NAMED]
    return reply(ClusterName(name=" · ".join(common) or inputs.claims[0][:40], description=inputs.claims[0]))
