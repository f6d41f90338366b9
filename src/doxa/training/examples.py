"""What the polarity models learn from, and what they are tested on: claims for or against propositions.

Training rows come from train parts alone (ArgKP, Perspectrum, IBM claim stance, ArgKP's key points, the Habermas
Machine's propositions). Each epoch is drawn anew from a seed: some propositions are turned round and some claims
denied, which turns the label round; some pairs of affirming and negating statements join; and, where a teacher
labels them, pairs that nobody labelled: no text of a dev or test part is among those. Some claims are set against the
proposition of another debate, and the model learns that they say nothing about it.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Literal

from doxa.corpora.argkp import read_key_points
from doxa.corpora.corpus import normalised
from doxa.corpora.propositions import read_propositions
from doxa.corpora.stances import STANCES, Labelled
from doxa.corpora.ukp import read_ukp
from doxa.models.embedded.extraction import content_words
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.training.opposites import denied, negated, negations

HELD_OUT = {"argkp": ("dev", "test"), "perspectrum": ("dev", "test"), "ibm": ("test",)}
"""Set → the parts that no training sees; IBM has no dev part."""


@dataclass(frozen=True, kw_only=True)
class Example:
    """A claim and its polarity toward a proposition: 0 for a claim of another debate, which says nothing about it;
    None where nobody labelled it and a teacher must."""

    proposition: str
    claim: str
    polarity: Literal[1, -1, 0] | None
    origin: str
    asked: tuple[str, str] | None = None
    """The pair that a teacher is asked about in its place; None where its label is sure by the way it was made."""
    turned: bool = False
    """Whether it means the opposite of the pair that is asked about."""

    @property
    def pair(self) -> tuple[str, str]:
        return self.proposition, self.claim


@dataclass(frozen=True, kw_only=True)
class Mix:
    """What an epoch is drawn from; shares are of labelled rows."""

    flipped: float = 0.2
    """Share of rows whose proposition is turned round."""
    denied: float = 0.05
    """Share of rows whose claim is denied, where a rule can."""
    ibm: int = 2
    """How often IBM's rows stand in an epoch."""
    key_points: int = 2
    statements: float = 0.15
    """Share of the 4,500 pairs of affirming and negating statements."""
    strangers: float = 0.08
    """Rows whose claim comes from another debate, for each labelled one."""
    unlabelled: float = 0.0
    """Rows without a label, for each labelled one."""


def labelled() -> dict[str, tuple[Example, ...]]:
    """Return the labelled training rows by origin, as people labelled them.

    The sets share topics: rows whose proposition is held out in another set are left out.
    """
    found = {
        name: tuple(_example(one.proposition, one.claim, one.polarity, name) for one in read("train"))
        for name, read in STANCES.items()
    }
    found["key_points"] = tuple(
        _example(one.motion, one.text, one.polarity, "key_points") for one in read_key_points() if one.part == "train"
    )
    return {name: tuple(one for one in rows if _open(one.proposition)) for name, rows in found.items()}


def epoch_rows(mix: Mix, seed: int, epoch: int) -> tuple[Example, ...]:
    """Return the rows of one epoch, the same for the same mix, seed and epoch, in an order without meaning.

    Every epoch has as many rows.
    """
    random = Random(f"polarity/{seed}/{epoch}")
    found = _labelled()
    rows = [*found["argkp"], *found["perspectrum"], *found["ibm"] * mix.ibm, *found["key_points"] * mix.key_points]
    drawn = [_augmented(one, mix, random) for one in rows]
    drawn += _statements(round(mix.statements * len(_questions())), random)
    drawn += [_stranger(rows, random) for _ in range(round(mix.strangers * len(rows)))]
    return (*drawn, *_unlabelled_rows(round(mix.unlabelled * len(rows)), seed))


def held_out() -> dict[str, tuple[Example, ...]]:
    """Return the rows to test on, by "set part"; "perspectrum test new" leaves out texts that stand in train or dev."""
    found = {f"{name} {part}": _of(STANCES[name](part)) for name, parts in HELD_OUT.items() for part in parts}
    seen = {normalised(one.claim) for part in ("train", "dev") for one in STANCES["perspectrum"](part)}
    new = tuple(one for one in found["perspectrum test"] if normalised(one.claim) not in seen)
    return {**found, "perspectrum test new": new}


@cache
def _labelled() -> dict[str, tuple[Example, ...]]:
    return labelled()


@cache
def _questions() -> tuple[tuple[str, str], ...]:
    return tuple(
        (canonical(one.affirming), canonical(one.negating.replace(" NOT ", " not ")))
        for one in read_propositions()
        if one.part == "train" and _open(one.affirming) and _open(one.negating)
    )


@cache
def _kept_out() -> frozenset[str]:
    """Texts of dev and test parts, as their words."""
    rows = [one for name, parts in HELD_OUT.items() for part in parts for one in STANCES[name](part)]
    return frozenset(normalised(text) for one in rows for text in (canonical(one.proposition), one.claim))


@cache
def _topics_kept_out() -> frozenset[str]:
    return frozenset(
        normalised(canonical(one.proposition))
        for name, parts in HELD_OUT.items()
        for part in parts
        for one in STANCES[name](part)
    )


def _open(proposition: str) -> bool:
    """Say whether a proposition is none of a dev or test part."""
    return normalised(canonical(proposition)) not in _topics_kept_out()


@cache
def _debated() -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Groups of (propositions, claims) any of which can be set against each other, from train parts alone."""
    motions: dict[str, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for one in read_key_points():
        if one.part == "train" and _open(one.motion):
            motions[one.motion][0].append(one.text)
    for row in filter(_topic_open, STANCES["argkp"]("train")):
        motions[row.topic][1].append(row.claim)
    for row in filter(_topic_open, STANCES["perspectrum"]("train")):
        motions[f"perspectrum {row.topic}"][0].append(row.claim)
        motions[f"perspectrum {row.topic}"][1].append(row.claim)
    for debater in read_ukp():
        if debater.part == "train":
            group = motions[debater.debate]
            group[0][:] = [debater.proposition, *negations(debater.proposition)]
            group[1].append(debater.text)
    groups = ((_allowed(map(canonical, tops)), _allowed(map(sentence, claims))) for tops, claims in motions.values())
    return tuple((tops, claims) for tops, claims in groups if tops and len(claims) > 1)


@cache
def _weights() -> tuple[int, ...]:
    return tuple(len(claims) for _, claims in _debated())


def _topic_open(one: Labelled) -> bool:
    return _open(one.proposition)


def _allowed(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(text for text in texts if normalised(text) not in _kept_out())


def _augmented(one: Example, mix: Mix, random: Random) -> Example:
    if not one.polarity:
        return one
    other: Literal[1, -1] = -1 if one.polarity > 0 else 1
    chance = random.random()
    if chance < mix.flipped:
        turned = negated(one.proposition, random)
        return replace(one, proposition=turned, polarity=other, turned=True)
    opposite = denied(one.claim) if chance < mix.flipped + mix.denied else None
    if opposite is None:
        return one
    return replace(one, claim=opposite, polarity=other, turned=True)


def _statements(count: int, random: Random) -> list[Example]:
    """Draw affirming and negating statements of one question: either is against the other."""
    found = []
    for pair in random.sample(_questions(), count):
        first, second = pair if random.random() < 0.5 else pair[::-1]
        found.append(Example(proposition=first, claim=second, polarity=-1, origin="statements"))
    return found


def _stranger(rows: list[Example], random: Random) -> Example:
    """Draw a claim and set it against a proposition of another debate with no content word in common."""
    while True:
        one, other = random.choice(rows), random.choice(rows)
        if not set(content_words(one.proposition)) & set(content_words(f"{other.proposition} {other.claim}")):
            return Example(proposition=one.proposition, claim=other.claim, polarity=0, origin="strangers")


@cache
def _unlabelled_rows(count: int, seed: int) -> tuple[Example, ...]:
    """Draw propositions and claims of one debate: the same in every epoch, so that a teacher is asked once."""
    random = Random(f"unlabelled/{seed}")
    return tuple(_unlabelled(random) for _ in range(count))


def _unlabelled(random: Random) -> Example:
    propositions, claims = random.choices(_debated(), weights=_weights())[0]
    proposition, claim = random.choice(propositions), random.choice(claims)
    while normalised(proposition) == normalised(claim):
        proposition, claim = random.choice(propositions), random.choice(claims)
    return Example(proposition=proposition, claim=claim, polarity=None, origin="unlabelled", asked=(proposition, claim))


def _of(rows: tuple[Labelled, ...]) -> tuple[Example, ...]:
    return tuple(_example(one.proposition, one.claim, one.polarity, one.set) for one in rows)


def _example(proposition: str, claim: str, polarity: Literal[1, -1], origin: str) -> Example:
    pair = canonical(proposition), sentence(claim)
    return Example(proposition=pair[0], claim=pair[1], polarity=polarity, origin=origin, asked=pair)
