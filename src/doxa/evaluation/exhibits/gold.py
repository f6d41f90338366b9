"""Gold sets: all labelled texts of one part of a data set, or a sample of them, in the order of the data set."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from doxa.corpora.aqr import STANCE, read_aqr
from doxa.corpora.argument_sets import CONVINCING_PAIRS, RANKED_ARGUMENTS, RankedArgument
from doxa.corpora.corpus import normalised
from doxa.corpora.motions import group_motions
from doxa.corpora.ratings import STRENGTH_RATINGS, StrengthRating, held_out_ratings
from doxa.corpora.stances import LabelledClaim, new_stances, read_stances
from doxa.errors import CorpusError, UnknownNameError, did_you_mean
from doxa.records.canonical import stream

UKP = "ukp"
NEW = "perspectrum-new"
IBM_NEW = "ibm-new"
AQR = "aqr"
AQR_SAMPLE = 100
"""Rows of AQR when no sample is asked for, as many as the paper has."""

SIDES = "ukp-sides"
RATINGS = "ratings"
RATINGS_NEW = "ratings-new"
RATED = (RATINGS, RATINGS_NEW)
"""The sets with ratings on the anchored scale."""
SETS = ("argkp", "ibm", "ukp", "perspectrum", NEW, IBM_NEW, SIDES, *RATED)
DEFAULTS = SETS[:4]

ABOUT = {
    "argkp": "crowd-written arguments on motions",
    "ibm": "claims from Wikipedia on motions",
    "ukp": "arguments of debate sites, ranked by how convincing they are",
    "perspectrum": "perspectives on claims of debate sites",
    NEW: "perspectives whose words occur in no other part",
    IBM_NEW: "claims from Wikipedia on motions that occur in no train part, in whatever words",
    AQR: "crowd-written arguments on motions, rated for quality",
    SIDES: "arguments of debate sites, by the side that they were written for",
    RATINGS: "claims of the other sets, rated for strength by language models on one anchored scale",
    RATINGS_NEW: "those rated claims on motions that no training of strength saw, in whatever words",
}


@dataclass(frozen=True, kw_only=True)
class GoldText:
    """A text with a labelled polarity, or with a rank among the texts of its side."""

    key: str
    proposition: str
    text: str
    polarity: int | None = None
    """1 for, -1 against; 0 where the text takes no side."""
    topic: str = ""
    """What a bootstrap keeps together; the proposition where it is empty."""
    twin: str = ""
    """Shared by the two rows of one text under a proposition and its opposite."""
    side: str = ""
    convincing: float | None = None
    """A greater value is more convincing; only values of one side are comparable."""


@dataclass(frozen=True, kw_only=True)
class GoldSet:
    """Texts of one part of a set. ``of`` is the size of the part; ``pairs`` of UKP are (better, worse), by key."""

    name: str
    part: str
    texts: tuple[GoldText, ...]
    of: int
    pairs: tuple[tuple[str, str], ...] = ()
    reads: Literal["both", "whole", "message"] = "both"
    """Whether a labelled text is judged whole, heard as a message of a run, or both."""
    rated: bool = False
    """Whether labelled texts have a rating in ``convincing`` too, so that they are scored."""

    @property
    def is_ranked(self) -> bool:
        """Whether the texts are ranked by strength, and not labelled with a polarity."""
        return self.name == UKP


def gold_set(name: str, part: str = "test", sample: int | None = None, seed: int = 0) -> GoldSet:
    """Return a set's part, or a sample of its texts drawn with a seed.

    Raises:
        UnknownNameError: there is no such set.
        CorpusError: the set has no such part, or the part has fewer texts than the sample.
    """
    if name not in SETS:
        raise UnknownNameError(
            f"no gold set is named {name!r}", hint=f"{did_you_mean(name, SETS)}Sets: {', '.join(SETS)}."
        )
    texts = _read_texts(name, part)
    if not texts:
        raise CorpusError(f"the set {name!r} has no part {part!r}", hint=f"Its parts: {', '.join(_list_parts(name))}.")
    drawn = _draw_sample(texts, name, sample, seed)
    keys = {text.key for text in drawn}
    pairs = tuple((pair.better, pair.worse) for pair in CONVINCING_PAIRS.read()) if name == UKP else ()
    return GoldSet(
        name=name,
        part=part,
        texts=drawn,
        of=len(texts),
        pairs=tuple(pair for pair in pairs if keys.issuperset(pair)),
        rated=name in RATED,
    )


def aqr_set(path: Path, part: str = "test", sample: int | None = None, seed: int = 0) -> GoldSet:
    """Return arguments of IBM-ArgQ-Rank-30kArgs whose stance raters agreed on.

    Args:
        sample: how many, drawn with the seed; ``AQR_SAMPLE``, or all of a part that has fewer, when absent.

    Raises:
        CorpusError: the file is not the data set, has no stances, or has fewer texts than are asked for.
    """
    arguments = [argument for argument in read_aqr(path) if argument.part == part]
    if not arguments:
        raise CorpusError(f"{path} has no row of the part {part}", hint="Give arg_quality_rank_30k.csv, or --part.")
    texts = [
        GoldText(
            key=f"{part}-{number}",
            proposition=argument.topic,
            text=argument.text,
            polarity=argument.polarity,
            topic=argument.topic,
            convincing=argument.quality,
        )
        for number, argument in enumerate(arguments, 1)
        if argument.polarity
    ]
    if not texts:
        raise CorpusError(
            f"no {part} row of {path} has a stance in {STANCE}", hint="Give arg_quality_rank_30k.csv, with all columns."
        )
    drawn = _draw_sample(texts, AQR, sample or min(AQR_SAMPLE, len(texts)), seed)
    return GoldSet(name=AQR, part=part, texts=drawn, of=len(texts), rated=True)


def _draw_sample(texts: Sequence[GoldText], name: str, sample: int | None, seed: int) -> tuple[GoldText, ...]:
    if sample is None:
        return tuple(texts)
    if not 0 < sample <= len(texts):
        raise CorpusError(
            f"a sample of {sample} is requested and this part of {name!r} has {len(texts)} texts",
            hint=f"Give 1 to {len(texts)}, or leave --sample out for all.",
        )
    places = stream(seed, name, "gold-sample").sample(range(len(texts)), sample)
    return tuple(texts[place] for place in sorted(places))


def _read_texts(name: str, part: str) -> list[GoldText]:
    if name == UKP:
        return [_make_ranked_text(argument) for argument in RANKED_ARGUMENTS.read() if argument.part == part]
    if name == IBM_NEW:
        return [make_labelled_text(labelled) for labelled in new_stances("ibm", part)]
    if name == NEW:
        return [make_labelled_text(labelled) for labelled in read_new(part)]
    if name == SIDES:
        # no model is trained on sides: all debates are test texts
        return [_make_sided_text(argument) for argument in RANKED_ARGUMENTS.read()] if part == "test" else []
    if name in RATED:
        return _read_rated_texts(name) if part == "test" else []
    return [make_labelled_text(labelled) for labelled in read_stances(name, part)]


def read_new(part: str) -> list[LabelledClaim]:
    """Return the rows of a Perspectrum part whose texts are in no other part: claims of several parts share texts."""
    perspectives = read_stances("perspectrum")
    elsewhere = {normalised(perspective.claim) for perspective in perspectives if perspective.part != part}
    return [
        perspective
        for perspective in perspectives
        if perspective.part == part and normalised(perspective.claim) not in elsewhere
    ]


def _list_parts(name: str) -> list[str]:
    if name in (SIDES, IBM_NEW, *RATED):
        return ["test"]
    return sorted(
        {text.part for text in (RANKED_ARGUMENTS.read() if name == UKP else read_stances(name.partition("-")[0]))}
    )


def _make_ranked_text(argument: RankedArgument) -> GoldText:
    return GoldText(
        key=argument.id,
        proposition=argument.proposition,
        text=argument.text,
        side=argument.side,
        convincing=argument.convincing,
    )


def _make_sided_text(argument: RankedArgument) -> GoldText:
    return GoldText(key=argument.id, proposition=argument.proposition, text=argument.text, polarity=argument.polarity)


def _read_rated_texts(name: str) -> list[GoldText]:
    motions = group_motions(rating.proposition for rating in STRENGTH_RATINGS.read())
    ratings = STRENGTH_RATINGS.read() if name == RATINGS else held_out_ratings()
    return [_make_rated_text(rating, motions[rating.proposition]) for rating in ratings]


def _make_rated_text(rating: StrengthRating, motion: str) -> GoldText:
    return GoldText(
        key=f"{rating.set}-{rating.id}",
        proposition=rating.proposition,
        text=rating.text,
        polarity=rating.polarity,
        topic=motion,
        convincing=rating.rating,
    )


def make_labelled_text(labelled: LabelledClaim) -> GoldText:
    """Return a labelled stance as a gold text."""
    return GoldText(
        key=labelled.id,
        proposition=labelled.proposition,
        text=labelled.claim,
        polarity=labelled.polarity,
        topic=labelled.topic,
    )
