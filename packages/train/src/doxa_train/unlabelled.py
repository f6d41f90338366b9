"""Unlabelled pairs for a teacher to answer: claims with propositions about similar things.

Labels cover about a hundred motions. A small model that learns from a teacher's answers on thousands of other
propositions generalises instead of memorising the motions. Claims and propositions come from train parts, from
UKPConvArg1 and from the Habermas Machine's questions; no text of a dev or test part is among them.

Propositions mostly ban or allow, and are about some six hundred things. New ones are made about the things of known
ones ("We should ban X" becomes "We should limit X") and about things that several claims name, from which a small model
learns other verbs of debates and what supports a thing beyond the topics that people chose. Such rules are good enough
for training, but not for display.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from doxa.corpora.argument_sets import KEY_POINTS, QUESTIONS, RANKED_ARGUMENTS
from doxa.corpora.corpus import normalised
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.models.hearing.sentences import FUNCTION_WORDS
from doxa_train.heldout import is_open, kept_out, open_stances
from doxa_train.opposites import draw_negation, negations

DEEDS = (
    "abandon", "abolish", "adopt", "ban", "build", "create", "criminalize", "cut", "decriminalize", "discourage",
    "embrace", "encourage", "end", "expand", "fund", "impose", "implement", "increase", "introduce", "keep",
    "legalise", "legalize", "limit", "maintain", "oppose", "permit", "privatise", "privatize", "prohibit", "promote",
    "protect", "reduce", "regulate", "reject", "reintroduce", "remove", "restrict", "scrap", "stop", "strengthen",
    "subsidise", "subsidize", "support", "tax", "tolerate", "use", "weaken",
)  # fmt: skip
"""Verbs whose object is the thing that a proposition is about."""

STATES = (
    "abolished", "acceptable", "allowed", "banned", "compulsory", "encouraged", "forbidden", "free", "illegal",
    "legal", "legalised", "legalized", "limited", "mandatory", "permitted", "prohibited", "protected", "regulated",
    "restricted", "scrapped", "subsidised", "subsidized", "taxed",
)  # fmt: skip
"""What propositions say that their subject should be."""

FRAMES = (
    *(
        f"We should {deed} {{thing}}"
        for deed in (
            "abolish", "accept", "adopt", "ban", "criminalize", "discourage", "embrace", "encourage", "end", "expand",
            "fund", "introduce", "legalize", "limit", "oppose", "permit", "prohibit", "promote", "protect",
            "regulate", "restrict", "scrap", "stop", "strengthen", "subsidize", "support", "tax", "tolerate",
        )
    ),
    *(
        f"{{thing}} should be {state}"
        for state in (
            "allowed", "a priority", "banned", "compulsory", "illegal", "legal", "limited", "mandatory", "protected",
        )
    ),
    *(
        f"{{thing}} {{is}} {quality}"
        for quality in (
            "a good thing", "a threat to society", "acceptable", "bad for the economy", "dangerous",
            "good for society", "harmful", "justified", "necessary", "outdated", "overrated", "right",
            "the way forward", "unacceptable", "unfair", "useful", "wrong",
        )
    ),
    "{thing} {does} more good than harm",
    "{thing} {does} more harm than good",
    "The benefits of {thing} outweigh the costs",
    "The world would be better off without {thing}",
)  # fmt: skip
"""Patterns of propositions about a thing."""

LONGEST = 7
"""The most words of a thing; longer phrases are mostly clauses."""

_ACTIVE = re.compile(rf"\A\S.* should (?:not )?(?:{'|'.join(DEEDS)}) (?P<thing>\S.*)", re.IGNORECASE)
_PASSIVE = re.compile(rf"\A(?P<thing>\S.*?) should (?:not |NOT )?be (?:{'|'.join(STATES)})", re.IGNORECASE)
_CLAUSE = re.compile(
    r"[,;:]|\b(that|which|who|to|so|if|when|because|and|or|but|not|should|is|are|it|its|them|this|these)\b",
    re.IGNORECASE,
)


def concept_of(proposition: str) -> str | None:
    """Return the thing that a canonical proposition is about; None where its form does not show it."""
    match = _ACTIVE.fullmatch(proposition) or _PASSIVE.fullmatch(proposition)
    if match is None:
        return None
    concept = match["thing"]
    return None if len(concept.split()) > LONGEST or _CLAUSE.search(concept) else concept


def frame_concept(concept: str, random: Random) -> str:
    """Return a drawn proposition about a thing."""
    head = re.split(r" (?:of|in|on|for|from|by|with|at) ", concept)[0]
    verbs = {"is": "are", "does": "do"} if head.endswith("s") else {"is": "is", "does": "does"}
    proposition = random.choice(FRAMES).format(thing=concept, **verbs)
    return proposition[:1].upper() + proposition[1:]


LEAST = 3
"""The fewest claims that must name a thing."""

LONGEST_RUN = 3
"""The most words of a thing; longer runs mostly contain a verb."""

SHORTEST = 4
"""The fewest letters of a thing."""

BEFORE = frozenset((
    "a", "about", "against", "an", "between", "by", "for", "from", "in", "into", "of", "on", "the", "through",
    "toward", "towards", "with", "without",
))  # fmt: skip
"""Words after which a noun phrase may begin; it may also begin a claim."""

AFTER = frozenset((
    "and", "as", "because", "but", "by", "can", "could", "did", "do", "does", "for", "from", "had", "has",
    "have", "if", "in", "is", "are", "may", "might", "must", "not", "of", "on", "or", "should", "than", "that",
    "to", "was", "were", "which", "who", "will", "with", "without", "would",
))  # fmt: skip
"""Words before which a noun phrase ends; it also ends before a punctuation mark."""

PRAISE = frozenset((
    "bad", "best", "better", "fair", "good", "great", "only", "other", "right", "same", "wrong", "worse",
    "worst",
))  # fmt: skip
"""First words of phrases that judge a thing instead of naming it."""

_PIECE = re.compile(r"[a-z][a-z'-]*|[.,;:?!]")


def concepts_of(claims: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the things that each claim names, in lower case; only things that at least ``LEAST`` claims name."""
    runs = [dict.fromkeys(_runs(claim)) for claim in claims]
    counts = Counter(run for claim_runs in runs for run in dict.fromkeys(run for run, _ in claim_runs))
    before_of = Counter(run for claim_runs in runs for run, after in claim_runs if after == "of")
    # "number of", "form of": a word that mostly precedes "of" is not the thing itself
    concepts = {
        concept
        for concept, count in counts.items()
        if count >= LEAST and before_of[concept] * 2 < count and _tells(concept)
    }
    return [tuple(dict.fromkeys(run for run, _ in claim_runs if run in concepts)) for claim_runs in runs]


def _tells(concept: str) -> bool:
    words = concept.split()
    return len(concept) >= SHORTEST and words[0] not in PRAISE and not words[0].endswith("ly")


def _runs(claim: str) -> list[tuple[str, str]]:
    """Return runs of content words that may be noun phrases, with the word or mark after each."""
    followed_runs: list[tuple[str, str]] = []
    before, run = "", list[str]()
    for piece in [*_PIECE.findall(claim.lower()), "."]:
        if piece not in FUNCTION_WORDS and piece not in AFTER and piece[0].isalpha():
            run.append(piece)
            continue
        ends = piece in AFTER or not piece[0].isalpha()
        if ends and 0 < len(run) <= LONGEST_RUN and (not before or before in BEFORE):
            followed_runs.append((" ".join(run), piece))
        before, run = piece, []
    return followed_runs


NEAREST = 24
"""The number of most similar propositions that a claim may be paired with."""

OWN = 0.4
"""Share of draws that pair a claim with a proposition of its own debate, where there is one."""

TURNED = 0.15
"""Share of draws whose proposition is negated; the teacher is asked about the negated proposition."""

PORTION = 2048
"""The number of claims whose similarities are computed at once."""

Embed = Callable[[Sequence[str]], NDArray[np.float32]]
"""Texts → unit vectors, shape (texts, dimensions)."""


@dataclass(frozen=True)
class Debates:
    """Propositions and claims by debate; a question of the Habermas Machine is a debate of its own."""

    propositions: dict[str, tuple[str, ...]]
    claims: dict[str, tuple[str, ...]]


class Pool:
    """A pool of pairs; the same state of a random generator gives the same pairs."""

    def __init__(self, embed: Embed) -> None:
        """Compute the most similar propositions of every claim."""
        debates = debates_to_draw_from()
        self._own = debates.propositions
        self._claims = [(name, claim) for name, claims in debates.claims.items() for claim in claims]
        self._propositions = list(
            dict.fromkeys(proposition for propositions in self._own.values() for proposition in propositions)
        )
        self._near = _nearest(embed([claim for _, claim in self._claims]), embed(self._propositions))
        self._things = [concept_of(proposition) for proposition in self._propositions]
        self._named = concepts_of([claim for _, claim in self._claims])
        self._count = Counter(concept for concepts in self._named for concept in concepts)

    def draw(self, count: int, random: Random) -> list[tuple[str, str]]:
        """Return different pairs of proposition and claim; every claim is drawn once before any is drawn again."""
        order = list(range(len(self._claims)))
        pairs: dict[tuple[str, str], None] = {}
        while len(pairs) < count:
            random.shuffle(order)
            for number in order[: count - len(pairs)]:
                pair = self._paired(number, random)
                if normalised(pair[0]) != normalised(pair[1]):
                    pairs[pair] = None
        return list(pairs)

    def draw_framed(self, count: int, random: Random) -> list[tuple[str, str]]:
        """Return different pairs whose propositions are new ones about the thing of a proposition similar to the claim.

        Raises:
            ValueError: the form of no similar proposition shows its thing.
        """
        near = [[concept for number in nearest if (concept := self._things[number])] for nearest in self._near]
        if not any(near):
            raise ValueError("no proposition can be reworded")
        return self._draw_about(count, random, near, random.choice)

    def draw_named(self, count: int, random: Random) -> list[tuple[str, str]]:
        """Return different pairs whose propositions are about a thing that the claim names, preferably a rare one.

        Raises:
            ValueError: no claim names a thing.
        """
        if not any(self._named):
            raise ValueError("no claim names a thing")

        def choose_rare(concepts: Sequence[str]) -> str:
            return random.choices(concepts, [1 / self._count[name] for name in concepts])[0]

        return self._draw_about(count, random, self._named, choose_rare)

    def _draw_about(
        self,
        count: int,
        random: Random,
        things: Sequence[Sequence[str]],
        choose: Callable[[Sequence[str]], str],
    ) -> list[tuple[str, str]]:
        """Return different pairs whose propositions are about one of the things of their claim, chosen."""
        numbers = [number for number, concepts in enumerate(things) if concepts]
        pairs: dict[tuple[str, str], None] = {}
        while len(pairs) < count:
            number = random.choice(numbers)
            proposition = frame_concept(choose(things[number]), random)
            if _may_ask(proposition):
                pairs[proposition, self._claims[number][1]] = None
        return list(pairs)

    def _paired(self, number: int, random: Random) -> tuple[str, str]:
        debate, claim = self._claims[number]
        own_propositions = self._own.get(debate, ())
        if own_propositions and random.random() < OWN:
            proposition = random.choice(own_propositions)
        else:
            proposition = self._propositions[random.choice(self._near[number])]
        return (draw_negation(proposition, random) if random.random() < TURNED else proposition), claim


def debates_to_draw_from() -> Debates:
    """Return every proposition and claim that may be drawn."""
    propositions: dict[str, list[str]] = defaultdict(list)
    claims: dict[str, list[str]] = defaultdict(list)
    for row in open_stances():
        debate = f"{row.set} {row.topic}"
        propositions[debate].append(row.proposition)
        claims[debate].append(row.claim)
        if row.set == "perspectrum":
            # a perspective is a statement that others can support or oppose
            propositions[debate].append(row.claim)
            claims[debate].append(row.proposition)
    for point in KEY_POINTS.read():
        if point.part == "train" and is_open(point.motion):
            propositions[f"argkp {point.motion}"].append(point.text)
            claims[f"argkp {point.motion}"].append(point.text)
    for debater in RANKED_ARGUMENTS.read():
        if debater.part == "train":
            propositions[debater.debate] += [debater.proposition, *negations(debater.proposition)]
            claims[debater.debate].append(debater.text)
    for question in QUESTIONS.read():
        if question.part == "train" and is_open(question.affirming) and is_open(question.negating):
            both = question.affirming, question.negating.replace(" NOT ", " not ")
            propositions[question.id] += both
            claims[question.id] += both
    return Debates(
        propositions={
            name: tuple(filter(_may_ask, dict.fromkeys(map(canonical, texts)))) for name, texts in propositions.items()
        },
        claims={
            name: tuple(text for text in dict.fromkeys(map(sentence, texts)) if normalised(text) not in kept_out())
            for name, texts in claims.items()
        },
    )


def _may_ask(proposition: str) -> bool:
    """Say whether a proposition is neither a held-out motion, in whatever words, nor a text of a dev or test part."""
    return is_open(proposition) and normalised(proposition) not in kept_out()


def _nearest(claims: NDArray[np.float32], propositions: NDArray[np.float32]) -> list[list[int]]:
    """Return for every claim the numbers of the propositions of highest cosine, in any order."""
    most = min(NEAREST, len(propositions)) - 1
    neighbours: list[list[int]] = []
    for start in range(0, len(claims), PORTION):
        likeness = claims[start : start + PORTION] @ propositions.T
        neighbours += np.argpartition(-likeness, most, axis=1)[:, : most + 1].tolist()
    return neighbours
