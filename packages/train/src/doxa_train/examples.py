"""The training and test rows of polarity models: claims for or against propositions.

Training rows come only from train parts (ArgKP, Perspectrum, IBM claim stance, ArgKP's key points, the Habermas
Machine's propositions). Each epoch is drawn anew from a seed: some propositions or claims are negated, which reverses
the label; pairs of affirming and negating statements are added and, where a teacher labels them, unlabelled pairs. Some
claims are paired with the proposition of another debate, from which the model learns that they say nothing about it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Literal

from doxa.corpora import aqr
from doxa.corpora.argument_sets import KEY_POINTS, QUESTIONS
from doxa.corpora.corpus import normalised
from doxa.corpora.stances import STANCES, LabelledClaim, new_stances, read_stances
from doxa.errors import CorpusError
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.models.hearing.sentences import content_words
from doxa_train.heldout import PARTS, is_open, open_stances, stances
from doxa_train.opposites import deny_claim, draw_negation
from doxa_train.saving import content_hash
from doxa_train.unlabelled import Pool


@dataclass(frozen=True, kw_only=True)
class Example:
    """A claim and its polarity toward a proposition: 0 for a claim of another debate, which says nothing about it;
    None for an unlabelled pair, which needs a teacher."""

    proposition: str
    claim: str
    polarity: Literal[1, -1, 0] | None
    origin: str
    asked: tuple[str, str] | None = None
    """The pair that a teacher is asked about instead; None where the label is certain by construction."""
    turned: bool = False
    """Whether the example means the opposite of the pair that the teacher is asked about."""

    @property
    def pair(self) -> tuple[str, str]:
        return self.proposition, self.claim


@dataclass(frozen=True, kw_only=True)
class Mix:
    """The composition of an epoch; shares are relative to labelled rows."""

    flipped: float = 0.2
    """Share of rows whose proposition is negated."""
    denied: float = 0.05
    """Share of rows whose claim is negated, where a rule can do so."""
    ibm: int = 2
    """How often IBM's rows occur in an epoch."""
    key_points: int = 2
    statements: float = 0.15
    """Share of the 4,500 pairs of affirming and negating statements."""
    strangers: float = 0.08
    """Rows whose claim comes from another debate, for each labelled one."""
    unlabelled: float = 0.0
    """Rows without a label, for each labelled one."""
    framed: float = 0.0
    """Rows without a label whose propositions are reworded about the same thing, for each labelled one."""
    named: float = 0.0
    """Rows without a label whose propositions are about a thing that the claim names, for each labelled one."""
    asking: int = 7
    """The number of epochs with different unlabelled rows; later epochs repeat them and need no new answers."""

    @property
    def unlabelled_share(self) -> float:
        """Rows without a label of every kind, for each labelled one."""
        return self.unlabelled + self.framed + self.named


@cache
def labelled_rows() -> dict[str, tuple[Example, ...]]:
    """Return the labelled training rows by origin, with people's labels.

    The sets share topics: rows whose proposition is held out in another set are omitted.
    """
    by_origin = {name: _of(tuple(stance for stance in open_stances() if stance.set == name)) for name in STANCES}
    points = [point for point in KEY_POINTS.read() if point.part == "train" and is_open(point.motion)]
    by_origin["key_points"] = tuple(
        _example(point.motion, point.text, point.polarity, "key_points") for point in points
    )
    return by_origin


def epoch_rows(mix: Mix, seed: int, epoch: int, pool: Pool | None = None) -> tuple[Example, ...]:
    """Return the rows of one epoch, the same for the same mix, seed and epoch, in an order without meaning.

    All epochs have the same number of rows.

    Args:
        pool: the source of rows without a label.

    Raises:
        ValueError: the mix contains rows without a label, and there is no pool.
    """
    random = Random(f"polarity/{seed}/{epoch}")
    by_origin = labelled_rows()
    rows = [
        *by_origin["argkp"],
        *by_origin["perspectrum"],
        *by_origin["ibm"] * mix.ibm,
        *by_origin["key_points"] * mix.key_points,
    ]
    drawn = [_augment(row, mix, random) for row in rows]
    drawn += _statements(round(mix.statements * len(_questions())), random)
    drawn += [_stranger(rows, random) for _ in range(round(mix.strangers * len(rows)))]
    asked = epoch % mix.asking
    drawn += _unlabelled(round(mix.unlabelled * len(rows)), Random(f"unlabelled/{seed}/{asked}"), pool, Pool.draw)
    drawn += _unlabelled(round(mix.framed * len(rows)), Random(f"framed/{seed}/{asked}"), pool, Pool.draw_framed)
    drawn += _unlabelled(round(mix.named * len(rows)), Random(f"named/{seed}/{asked}"), pool, Pool.draw_named)
    return tuple(drawn)


def held_out_rows() -> dict[str, tuple[Example, ...]]:
    """Return the test rows, by "set part".

    "perspectrum test new" omits texts that also occur in train or dev, "ibm test new" motions that any set's train part
    has in whatever words: no training here sees such rows, but a teacher may have learned from whole train parts.
    """
    parts = {f"{name} {part}": _of(stances(name, part)) for name in STANCES for part in PARTS}
    seen_claims = {normalised(row.claim) for part in ("train", "dev") for row in read_stances("perspectrum", part)}
    return {
        **parts,
        "perspectrum test new": tuple(
            row for row in parts["perspectrum test"] if normalised(row.claim) not in seen_claims
        ),
        "ibm test new": _of(new_stances("ibm", "test")),
    }


def strangers(count: int, seed: int = 1) -> tuple[Example, ...]:
    """Return claims of test parts, each with a proposition of another debate, toward which it has no polarity."""
    rows = [row for name in STANCES for row in _of(stances(name, "test"))]
    random = Random(f"strangers/{seed}")
    return tuple(_stranger(rows, random) for _ in range(count))


@cache
def _questions() -> tuple[tuple[str, str], ...]:
    return tuple(
        (canonical(question.affirming), canonical(question.negating.replace(" NOT ", " not ")))
        for question in QUESTIONS.read()
        if question.part == "train" and is_open(question.affirming) and is_open(question.negating)
    )


def _augment(row: Example, mix: Mix, random: Random) -> Example:
    if not row.polarity:
        return row
    other: Literal[1, -1] = -1 if row.polarity > 0 else 1
    chance = random.random()
    if chance < mix.flipped:
        return replace(row, proposition=draw_negation(row.proposition, random), polarity=other, turned=True)
    opposite = deny_claim(row.claim) if chance < mix.flipped + mix.denied else None
    if opposite is None:
        return row
    return replace(row, claim=opposite, polarity=other, turned=True)


def _statements(count: int, random: Random) -> list[Example]:
    """Return drawn pairs of an affirming and a negating statement of one question, which oppose each other."""
    pairs = [pair if random.random() < 0.5 else pair[::-1] for pair in random.sample(_questions(), count)]
    return [Example(proposition=first, claim=second, polarity=-1, origin="statements") for first, second in pairs]


def _stranger(rows: list[Example], random: Random) -> Example:
    """Return a drawn claim with a proposition of another debate that has no content word in common with it."""
    while True:
        first, second = random.choice(rows), random.choice(rows)
        if not set(content_words(first.proposition)) & set(content_words(f"{second.proposition} {second.claim}")):
            return Example(proposition=first.proposition, claim=second.claim, polarity=0, origin="strangers")


def _unlabelled(
    count: int, random: Random, pool: Pool | None, draw: Callable[[Pool, int, Random], list[tuple[str, str]]]
) -> list[Example]:
    if not count:
        return []
    if pool is None:
        raise ValueError("rows without a label need a pool to be drawn from")
    return [
        Example(proposition=pair[0], claim=pair[1], polarity=None, origin="unlabelled", asked=pair)
        for pair in draw(pool, count, random)
    ]


def _of(rows: tuple[LabelledClaim, ...]) -> tuple[Example, ...]:
    return tuple(_example(row.proposition, row.claim, row.polarity, row.set) for row in rows)


def _example(proposition: str, claim: str, polarity: Literal[1, -1], origin: str) -> Example:
    pair = canonical(proposition), sentence(claim)
    return Example(proposition=pair[0], claim=pair[1], polarity=polarity, origin=origin, asked=pair)


def hash_rows(parts: Mapping[str, Iterable[Example]]) -> dict[str, str]:
    """Return the hash of the rows of each part."""
    return {name: content_hash((*row.pair, row.polarity) for row in rows) for name, rows in parts.items()}


def read_aqr(path: Path) -> tuple[aqr.RatedArgument, ...]:
    """Return the arguments of the CSV file, in its order.

    Raises:
        CorpusError: as ``corpora.aqr.read_aqr``, or a part is missing.
    """
    arguments = aqr.read_aqr(path)
    lacking = [part for part in aqr.PARTS if part not in {argument.part for argument in arguments}]
    if lacking:
        raise CorpusError(f"{path} has no row of {lacking[0]}", hint="Give the whole published file.")
    return tuple(
        replace(argument, text=sentence(argument.text), topic=canonical(argument.topic)) for argument in arguments
    )
