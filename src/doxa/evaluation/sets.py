"""The sets of labelled texts that judges are compared with: gold sets, and the domains of the benchmark under shift.

A gold set is one part of a data set; a domain is a kind of text that differs from what a judge of arguments learned
from. Single claims of a domain are judged whole, as one claim; messages and suites are heard as the messages of a run
are. The suites examine and teach nothing: no rule or number of doxa is fitted on them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Literal

from doxa.corpora.aqr import STANCE, read_aqr
from doxa.corpora.argument_sets import CONVINCING_PAIRS, RANKED_ARGUMENTS
from doxa.corpora.corpus import normalised
from doxa.corpora.loading import load_texts
from doxa.corpora.message_sets import (
    BALLOT_ARGUMENTS,
    CONVERSATIONS,
    MODEL_DEBATES,
    MODEL_MESSAGES,
    OWN_MESSAGES,
    POSITIONS,
    ROLE_MESSAGES,
    SUITES,
    WRITTEN_DEBATES,
    SidedMessage,
    SuiteRow,
    read_suite,
)
from doxa.corpora.motions import group_motions
from doxa.corpora.ratings import STRENGTH_RATINGS, held_out_ratings
from doxa.corpora.stances import LabelledClaim, new_stances, read_stances
from doxa.errors import CorpusError, UnknownNameError, did_you_mean
from doxa.records.base import group_by, stream

UKP, AQR = "ukp", "aqr"
AQR_SAMPLE = 100
"""Rows of AQR when no sample is asked for, as many as the paper has."""

Reads = Literal["both", "whole", "message"]


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
    reads: Reads = "both"
    """Whether a labelled text is judged whole, heard as a message of a run, or both."""
    rated: bool = False
    """Whether labelled texts have a rating in ``convincing`` too, so that they are scored."""

    @property
    def is_ranked(self) -> bool:
        """Whether the texts are ranked by strength, and not labelled with a polarity."""
        return self.name == UKP


@dataclass(frozen=True, kw_only=True)
class TextSource:
    """Where a set's texts come from, and how they are judged."""

    about: str
    read: Callable[[str], Iterable[GoldText]]
    """Reads the texts of a part."""
    reads: Reads = "both"
    parts: tuple[str, ...] = ("dev", "test", "train")


def label_claim(row: LabelledClaim) -> GoldText:
    """Return a labelled claim as a gold text."""
    return GoldText(key=row.id, proposition=row.proposition, text=row.claim, polarity=row.polarity, topic=row.topic)


def label_message(row: SidedMessage) -> GoldText:
    """Return a message with a known side as a gold text."""
    return GoldText(key=row.id, proposition=row.motion, text=row.text, polarity=row.side)


def label_suite(row: SuiteRow) -> GoldText:
    """Return a row of a suite as a gold text; one without a direction takes no side."""
    return GoldText(key=row.id, proposition=row.proposition, text=row.text, polarity=row.direction or 0)


def _read_claims(name: str) -> Callable[[str], Iterable[GoldText]]:
    return lambda part: map(label_claim, read_stances(name, part))


def _read_new(part: str) -> list[LabelledClaim]:
    """Return the rows of a Perspectrum part whose texts are in no other part: claims of several parts share texts."""
    rows = read_stances("perspectrum")
    elsewhere = {normalised(row.claim) for row in rows if row.part != part}
    return [row for row in rows if row.part == part and normalised(row.claim) not in elsewhere]


def _read_ranked(part: str) -> Iterator[GoldText]:
    return (
        GoldText(key=row.id, proposition=row.proposition, text=row.text, side=row.side, convincing=row.convincing)
        for row in RANKED_ARGUMENTS.read(part)
    )


def _read_sided(_: str) -> Iterator[GoldText]:
    """Return all debates: no model is trained on sides."""
    return (
        GoldText(key=row.id, proposition=row.proposition, text=row.text, polarity=row.polarity)
        for row in RANKED_ARGUMENTS.read()
    )


def _read_ratings(*, held_out: bool) -> Iterator[GoldText]:
    motions = group_motions(rating.proposition for rating in STRENGTH_RATINGS.read())
    return (
        GoldText(
            key=f"{row.set}-{row.id}", proposition=row.proposition, text=row.text, polarity=row.polarity,
            topic=motions[row.proposition], convincing=row.rating,
        )
        for row in (held_out_ratings() if held_out else STRENGTH_RATINGS.read())
    )  # fmt: skip


SETS: dict[str, TextSource] = {
    "argkp": TextSource(about="crowd-written arguments on motions", read=_read_claims("argkp")),
    "ibm": TextSource(about="claims from Wikipedia on motions", read=_read_claims("ibm"), parts=("test", "train")),
    UKP: TextSource(
        about="arguments of debate sites, ranked by how convincing they are",
        read=_read_ranked,
        parts=("test", "train"),
    ),
    "perspectrum": TextSource(about="perspectives on claims of debate sites", read=_read_claims("perspectrum")),
    "perspectrum-new": TextSource(
        about="perspectives whose words occur in no other part", read=lambda part: map(label_claim, _read_new(part))
    ),
    "ibm-new": TextSource(
        about="claims from Wikipedia on motions that occur in no train part, in whatever words",
        read=lambda part: map(label_claim, new_stances("ibm", part)),
        parts=("test",),
    ),
    "ukp-sides": TextSource(
        about="arguments of debate sites, by the side that they were written for", read=_read_sided, parts=("test",)
    ),
    "ratings": TextSource(
        about="claims of the other sets, rated for strength by language models on one anchored scale",
        read=lambda _: _read_ratings(held_out=False),
        parts=("test",),
    ),
    "ratings-new": TextSource(
        about="those rated claims on motions that no training of strength saw, in whatever words",
        read=lambda _: _read_ratings(held_out=True),
        parts=("test",),
    ),
}
DEFAULTS = ("argkp", "ibm", UKP, "perspectrum")
RATED = ("ratings", "ratings-new")
"""The sets with ratings on the anchored scale."""

ABOUT = {
    **{name: source.about for name, source in SETS.items()},
    AQR: "crowd-written arguments on motions, rated for quality",
}


def _read_debate_sites(part: str) -> Iterator[GoldText]:
    motions = {row.id for row in new_stances("perspectrum", part)}
    return (label_claim(row) for row in _read_new(part) if row.id in motions)


def _read_model_messages(_: str) -> Iterator[GoldText]:
    messages = sorted(MODEL_MESSAGES.read(), key=lambda message: message.motion)
    return (label_message(message) for message in messages if message.valid)


def _read_conversations(writer: str, *, chosen: bool) -> Iterator[GoldText]:
    return (
        GoldText(key=row.id, proposition=row.proposition, text=row.text, polarity=row.side)
        for row in CONVERSATIONS.read()
        if (row.writer, row.chosen) == (writer, chosen) and row.side
    )


def _read_suite(name: str) -> Callable[[str], Iterable[GoldText]]:
    return lambda _: map(label_suite, read_suite(name))


def _read_twins(name: str) -> Iterator[GoldText]:
    """Yield each text twice: under its proposition, and with the label turned under the opposite of it."""
    for row in read_suite(name):
        text = replace(label_suite(row), topic=row.proposition, twin=row.id)
        yield text
        yield replace(text, key=f"{row.id}-opposite", proposition=row.opposite, polarity=-(row.direction or 0))


def _read_noise(_: str) -> Iterator[GoldText]:
    """Return the texts that argue nothing, each under a motion of ``everyday``."""
    motions = list(dict.fromkeys(row.proposition for row in read_suite("everyday")))
    return (
        GoldText(key=row.id, proposition=motions[place % len(motions)], text=row.text, polarity=0)
        for place, row in enumerate(read_suite("noise"))
    )


def _messages(about: str, read: Callable[[str], Iterable[GoldText]]) -> TextSource:
    return TextSource(about=about, read=read, reads="message")


DOMAINS: dict[str, TextSource] = {
    "crowd": TextSource(about="ArgKP test: crowd-written arguments", reads="whole", read=_read_claims("argkp")),
    "wikipedia": TextSource(
        about="IBM test on motions in no train part by meaning", reads="whole", read=SETS["ibm-new"].read
    ),
    "debate-sites": TextSource(
        about="Perspectrum test, texts in no other part, motions in no train part by meaning",
        reads="whole",
        read=_read_debate_sites,
    ),
    "own-messages": _messages("the hard examination of doxa's own", lambda _: map(label_message, OWN_MESSAGES.read())),
    "written-debates": _messages(
        "debates between two voices of a language model, on motions that no training of messages saw",
        lambda part: map(label_message, WRITTEN_DEBATES.read(part)),
    ),
    "llm-messages": _messages("messages of 24 models and people that raters found valid", _read_model_messages),
    "model-debates": _messages(
        "debates of a small open-weight model with itself", lambda _: map(label_message, MODEL_DEBATES.read())
    ),
    "ballot-arguments": _messages(
        "people's arguments and rebuttals on ballot measures", lambda _: map(label_message, BALLOT_ARGUMENTS.read())
    ),
    "persuaders-given": _messages(
        "persuasiontrace: a model's messages on given propositions",
        lambda _: _read_conversations("persuader", chosen=False),
    ),
    "persuaders-chosen": _messages(
        "the same on propositions that people brought", lambda _: _read_conversations("persuader", chosen=True)
    ),
    "people-given": _messages(
        "persuasiontrace: people's messages on given propositions, by the side on which they began and ended",
        lambda _: _read_conversations("person", chosen=False),
    ),
    "people-chosen": _messages(
        "the same on propositions that they brought", lambda _: _read_conversations("person", chosen=True)
    ),
    "swaps": _messages(f"suite: {SUITES['swaps']}", lambda _: _read_twins("swaps")),
    "negated": _messages(f"suite: {SUITES['negated']}", lambda _: _read_twins("negated")),
    **{
        name: _messages(f"suite: {SUITES[name]}", _read_suite(name))
        for name in ("irony", "concessions", "hedges", "languages", "everyday")
    },
    "noise": _messages(f"suite: {SUITES['noise']}", _read_noise),
}


def gold_set(name: str, part: str = "test", sample: int | None = None, seed: int = 0) -> GoldSet:
    """Return a set's part, or a sample of its texts drawn with a seed.

    Raises:
        UnknownNameError: there is no such set.
        CorpusError: the set has no such part, or the part has fewer texts than the sample.
    """
    if name not in SETS:
        raise UnknownNameError(
            f"no gold set is named {name!r}", hint=f"{did_you_mean(name, tuple(SETS))}Sets: {', '.join(SETS)}."
        )
    source = SETS[name]
    if part not in source.parts:
        raise CorpusError(f"the set {name!r} has no part {part!r}", hint=f"Its parts: {', '.join(source.parts)}.")
    texts = list(source.read(part))
    drawn = _draw_strictly(texts, name, sample, seed)
    keys = {text.key for text in drawn}
    pairs = [(pair.better, pair.worse) for pair in CONVINCING_PAIRS.read()] if name == UKP else []
    own_pairs = tuple(pair for pair in pairs if keys.issuperset(pair))
    return GoldSet(name=name, part=part, texts=drawn, of=len(texts), pairs=own_pairs, rated=name in RATED)


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
    drawn = _draw_strictly(texts, AQR, sample or min(AQR_SAMPLE, len(texts)), seed)
    return GoldSet(name=AQR, part=part, texts=drawn, of=len(texts), rated=True)


def shift_set(name: str, sample: int | None = None, seed: int = 0) -> GoldSet:
    """Return a domain's texts, or a sample of them drawn with a seed; all of a domain that has fewer.

    Raises:
        UnknownNameError: there is no such domain.
        CorpusError: a sample of nothing is asked for.
    """
    if name not in DOMAINS:
        raise UnknownNameError(
            f"no domain is named {name!r}",
            hint=f"{did_you_mean(name, tuple(DOMAINS))}Domains: {', '.join(DOMAINS)}.",
        )
    return _gold(name, "test", list(DOMAINS[name].read("test")), DOMAINS[name].reads, sample, seed)


CALIBRATED_ON = 100
"""The number of dev texts that a calibration asks about."""

MOST_OF_A_MOTION = 4
"""The most texts of one side on one motion of a calibration."""


def calibration_sets(sample: int, seed: int) -> list[GoldSet]:
    """Return claims and messages of the dev parts, for and against alike, and of train parts those that take no side.

    Of five texts two are claims and two are messages that take a side. Suites and domains are not touched.

    Raises:
        CorpusError: the sample is too small to be balanced.
    """
    if sample < 20:
        raise CorpusError(f"a calibration on {sample} texts says nothing", hint="Give --sample 20 or more.")
    random = stream(seed, "calibration", "gold-sample")
    share = sample // 10
    positions = [
        GoldText(key=f"position-{number}", proposition=row.proposition, text=row.text, polarity=0)
        for number, row in enumerate(POSITIONS.read())
        if row.part == "train" and row.stance == 0
    ]
    asides = [
        GoldText(
            key=f"aside-{number}",
            proposition=row.motion,
            text=" ".join(part.text for part in row.sentences),
            polarity=0,
        )
        for number, row in enumerate(ROLE_MESSAGES.read())
        if row.part == "train" and row.side == 0
    ]
    debates = map(label_message, WRITTEN_DEBATES.read("dev"))
    claims = [text for name in ("argkp", "perspectrum-new") for text in _balance(SETS[name].read("dev"), share, random)]
    kinds: tuple[tuple[str, Reads, list[GoldText]], ...] = (
        ("claims", "whole", [*claims, *random.sample(positions, share)]),
        ("messages", "message", [*_balance(debates, 2 * share, random), *random.sample(asides, share)]),
    )
    return [
        GoldSet(name=f"calibration-{kind}", part="dev", texts=tuple(texts), of=len(texts), reads=reads)
        for kind, reads, texts in kinds
    ]


def _balance(texts: Iterable[GoldText], each: int, random: Random) -> list[GoldText]:
    """Return texts for and against, as many of each side of each motion, ``each`` of each side in all."""
    by_motion = group_by(texts, lambda text: text.proposition)
    drawn: list[GoldText] = []
    for motion in random.sample(sorted(by_motion), len(by_motion)):
        sides = [[text for text in by_motion[motion] if text.polarity == side] for side in (1, -1)]
        count = min(MOST_OF_A_MOTION, each - len(drawn) // 2, *map(len, sides))
        drawn += [text for side in sides for text in random.sample(side, count)]
    return drawn


def own_set(path: Path, sample: int | None = None, seed: int = 0) -> GoldSet:
    """Return the texts of a user's own file of messages, each for, against or of no side.

    Raises:
        CorpusError: the file cannot be read, or a row of it is not valid.
    """
    texts = [
        GoldText(key=one.id, proposition=one.proposition, text=one.text, polarity=one.polarity, topic=one.topic)
        for one in load_texts(path)
    ]
    return _gold(path.name, "own", texts, "message", sample, seed)


def _gold(name: str, part: str, texts: Sequence[GoldText], reads: Reads, sample: int | None, seed: int) -> GoldSet:
    if sample is not None and sample < 1:
        raise CorpusError(
            f"a sample of {sample} is asked for", hint="Ask for 1 or more, or leave --sample out for all."
        )
    return GoldSet(name=name, part=part, texts=_draw(texts, name, sample, seed), of=len(texts), reads=reads)


def _draw_strictly(texts: Sequence[GoldText], name: str, sample: int | None, seed: int) -> tuple[GoldText, ...]:
    """Draw texts as ``_draw``; raise where there are fewer than are asked for."""
    if sample is not None and not 0 < sample <= len(texts):
        raise CorpusError(
            f"a sample of {sample} is requested and this part of {name!r} has {len(texts)} texts",
            hint=f"Give 1 to {len(texts)}, or leave --sample out for all.",
        )
    return _draw(texts, name, sample, seed)


def _draw(texts: Sequence[GoldText], name: str, sample: int | None, seed: int) -> tuple[GoldText, ...]:
    """Draw texts in their order; twins are drawn together and count once."""
    groups = list(group_by(texts, lambda text: text.twin or text.key).values())
    if sample is not None and sample < len(groups):
        places = stream(seed, name, "gold-sample").sample(range(len(groups)), sample)
        groups = [groups[place] for place in sorted(places)]
    return tuple(text for group in groups for text in group)
