"""The domains of the benchmark under shift: kinds of text that differ from what a judge of arguments learned from.

Single claims are judged whole, as one claim; messages and suites are heard as the messages of a run are. The suites
examine and teach nothing: no rule or number of doxa is fitted on them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from doxa.corpora.loading import load_texts
from doxa.corpora.message_sets import (
    BALLOT_ARGUMENTS,
    CONVERSATIONS,
    MODEL_DEBATES,
    MODEL_MESSAGES,
    OWN_MESSAGES,
    SUITES,
    WRITTEN_DEBATES,
    OutsideMessage,
    read_suite,
)
from doxa.corpora.packed import ShippedSet
from doxa.corpora.stances import new_stances, read_stances
from doxa.errors import CorpusError, UnknownNameError, did_you_mean
from doxa.evaluation.exhibits.gold import GoldSet, GoldText, make_labelled_text, read_new
from doxa.records.canonical import stream

Reading = Literal["whole", "message"]


@dataclass(frozen=True, kw_only=True)
class Domain:
    """One row of the benchmark."""

    about: str
    reads: Reading
    read: Callable[[], Iterable[GoldText]]


def _crowd() -> Iterator[GoldText]:
    return map(make_labelled_text, read_stances("argkp", "test"))


def _wikipedia() -> Iterator[GoldText]:
    return map(make_labelled_text, new_stances("ibm", "test"))


def _debate_sites() -> Iterator[GoldText]:
    motions = {row.id for row in new_stances("perspectrum", "test")}
    return (make_labelled_text(row) for row in read_new("test") if row.id in motions)


def _own_messages() -> Iterator[GoldText]:
    for message in OWN_MESSAGES.read():
        yield GoldText(key=message.id, proposition=message.motion, text=message.text, polarity=message.side)


def _model_messages() -> Iterator[GoldText]:
    for message in sorted(MODEL_MESSAGES.read(), key=lambda message: message.motion):
        if message.valid:
            yield GoldText(key=message.id, proposition=message.motion, text=message.text, polarity=message.side)


def _written_debates() -> Iterator[GoldText]:
    for message in WRITTEN_DEBATES.read("test"):
        yield GoldText(key=message.id, proposition=message.motion, text=message.text, polarity=message.side)


def _outside(messages: ShippedSet[OutsideMessage]) -> Callable[[], Iterator[GoldText]]:
    return lambda: (
        GoldText(key=message.id, proposition=message.motion, text=message.text, polarity=message.side)
        for message in messages.read()
    )


def _conversations(writer: str, chosen: bool) -> Callable[[], Iterator[GoldText]]:
    def read() -> Iterator[GoldText]:
        for message in CONVERSATIONS.read():
            if (message.writer, message.chosen) == (writer, chosen) and message.side:
                yield GoldText(
                    key=message.id, proposition=message.proposition, text=message.text, polarity=message.side
                )

    return read


def _suite(name: str) -> Callable[[], Iterator[GoldText]]:
    return lambda: (
        GoldText(key=row.id, proposition=row.proposition, text=row.text, polarity=row.direction or 0)
        for row in read_suite(name)
    )


def _twins(name: str) -> Callable[[], Iterator[GoldText]]:
    """Read each text twice: under its proposition, and with the label turned under the opposite of it."""

    def read() -> Iterator[GoldText]:
        for row in read_suite(name):
            direction = row.direction or 0
            text = GoldText(
                key=row.id,
                proposition=row.proposition,
                text=row.text,
                polarity=direction,
                topic=row.proposition,
                twin=row.id,
            )
            yield text
            yield replace(text, key=f"{row.id}-opposite", proposition=row.opposite, polarity=-direction)

    return read


def _noise() -> Iterator[GoldText]:
    """Read the texts that argue nothing, each under a motion of ``everyday``."""
    motions = list(dict.fromkeys(row.proposition for row in read_suite("everyday")))
    for place, row in enumerate(read_suite("noise")):
        yield GoldText(key=row.id, proposition=motions[place % len(motions)], text=row.text, polarity=0)


DOMAINS: dict[str, Domain] = {
    "crowd": Domain(about="ArgKP test: crowd-written arguments", reads="whole", read=_crowd),
    "wikipedia": Domain(about="IBM test on motions in no train part by meaning", reads="whole", read=_wikipedia),
    "debate-sites": Domain(
        about="Perspectrum test, texts in no other part, motions in no train part by meaning",
        reads="whole",
        read=_debate_sites,
    ),
    "own-messages": Domain(about="the hard examination of doxa's own", reads="message", read=_own_messages),
    "written-debates": Domain(
        about="debates between two voices of a language model, on motions that no training of messages saw",
        reads="message",
        read=_written_debates,
    ),
    "llm-messages": Domain(
        about="messages of 24 models and people that raters found valid", reads="message", read=_model_messages
    ),
    "model-debates": Domain(
        about="debates of a small open-weight model with itself", reads="message", read=_outside(MODEL_DEBATES)
    ),
    "ballot-arguments": Domain(
        about="people's arguments and rebuttals on ballot measures",
        reads="message",
        read=_outside(BALLOT_ARGUMENTS),
    ),
    "persuaders-given": Domain(
        about="persuasiontrace: a model's messages on given propositions",
        reads="message",
        read=_conversations("persuader", False),
    ),
    "persuaders-chosen": Domain(
        about="the same on propositions that people brought", reads="message", read=_conversations("persuader", True)
    ),
    "people-given": Domain(
        about="persuasiontrace: people's messages on given propositions, by the side on which they began and ended",
        reads="message",
        read=_conversations("person", False),
    ),
    "people-chosen": Domain(
        about="the same on propositions that they brought", reads="message", read=_conversations("person", True)
    ),
    "swaps": Domain(about=f"suite: {SUITES['swaps']}", reads="message", read=_twins("swaps")),
    "negated": Domain(about=f"suite: {SUITES['negated']}", reads="message", read=_twins("negated")),
    **{
        name: Domain(about=f"suite: {SUITES[name]}", reads="message", read=_suite(name))
        for name in ("irony", "concessions", "hedges", "languages", "everyday")
    },
    "noise": Domain(about=f"suite: {SUITES['noise']}", reads="message", read=_noise),
}


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
    return _gold(name, "test", list(DOMAINS[name].read()), DOMAINS[name].reads, sample, seed)


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


def _gold(name: str, part: str, texts: Sequence[GoldText], reads: Reading, sample: int | None, seed: int) -> GoldSet:
    if sample is not None and sample < 1:
        raise CorpusError(
            f"a sample of {sample} is asked for", hint="Ask for 1 or more, or leave --sample out for all."
        )
    return GoldSet(name=name, part=part, texts=_draw(texts, name, sample, seed), of=len(texts), reads=reads)


def _draw(texts: Sequence[GoldText], name: str, sample: int | None, seed: int) -> tuple[GoldText, ...]:
    """Draw texts in their order; twins are drawn together and count once."""
    groups: dict[str, list[GoldText]] = {}
    for text in texts:
        groups.setdefault(text.twin or text.key, []).append(text)
    keys = list(groups)
    if sample is not None and sample < len(keys):
        places = stream(seed, name, "gold-sample").sample(range(len(keys)), sample)
        keys = [keys[place] for place in sorted(places)]
    return tuple(text for key in keys for text in groups[key])
