"""Unlabelled pairs for a teacher to answer: claims with propositions about similar things.

Labels cover about a hundred motions. A small model that learns from a teacher's answers on thousands of other
propositions generalises instead of memorising the motions. Claims and propositions come from train parts, from
UKPConvArg1 and from the Habermas Machine's questions; no text of a dev or test part is among them.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from doxa.corpora.argument_sets import KEY_POINTS, QUESTIONS, RANKED_ARGUMENTS
from doxa.corpora.corpus import normalised
from doxa.models.embedded.phrasing import canonical, sentence
from doxa_train.frames import concept_of, frame_concept
from doxa_train.heldout import is_open, kept_out, open_stances
from doxa_train.opposites import draw_negation, negations
from doxa_train.things import concepts_of

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
        numbers = [number for number, concepts in enumerate(near) if concepts]
        if not numbers:
            raise ValueError("no proposition can be reworded")
        pairs: dict[tuple[str, str], None] = {}
        while len(pairs) < count:
            number = random.choice(numbers)
            proposition = frame_concept(random.choice(near[number]), random)
            if _may_ask(proposition):
                pairs[proposition, self._claims[number][1]] = None
        return list(pairs)

    def draw_named(self, count: int, random: Random) -> list[tuple[str, str]]:
        """Return different pairs whose propositions are about a thing that the claim names, preferably a rare one.

        Raises:
            ValueError: no claim names a thing.
        """
        numbers = [number for number, concepts in enumerate(self._named) if concepts]
        if not numbers:
            raise ValueError("no claim names a thing")
        pairs: dict[tuple[str, str], None] = {}
        while len(pairs) < count:
            number = random.choice(numbers)
            concepts = self._named[number]
            (concept,) = random.choices(concepts, [1 / self._count[name] for name in concepts])
            proposition = frame_concept(concept, random)
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
        claims={name: _allowed(map(sentence, texts)) for name, texts in claims.items()},
    )


def _may_ask(proposition: str) -> bool:
    """Say whether a proposition is neither a held-out motion, in whatever words, nor a text of a dev or test part."""
    return is_open(proposition) and normalised(proposition) not in kept_out()


def _allowed(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(text for text in dict.fromkeys(texts) if normalised(text) not in kept_out())


def _nearest(claims: NDArray[np.float32], propositions: NDArray[np.float32]) -> list[list[int]]:
    """Return for every claim the numbers of the propositions of highest cosine, in any order."""
    most = min(NEAREST, len(propositions)) - 1
    neighbours: list[list[int]] = []
    for start in range(0, len(claims), PORTION):
        likeness = claims[start : start + PORTION] @ propositions.T
        neighbours += np.argpartition(-likeness, most, axis=1)[:, : most + 1].tolist()
    return neighbours
