"""Debates with a known answer: written debates in both orders, one side of which is made worse in a known way.

    rebuttals        the sentences that take up most of what the other side had said are dropped
    evidence         sentences with a figure, a source or a name are dropped
    order            sentences change places
    passages         sentences are replaced by a passage about another motion
    contradictions   sentences are repeated at the end of the speech with the opposite sense
    words            the end of each speech is cut off

A dose is a share: of the sentences that can be dropped, moved, replaced or contradicted; of the words, half of it, so
that the full dose is half the words. Which sentences take up the other side is told by shared words and by words of
address, and by no embedding, so that a judge that compares embeddings is tested by another instrument.
"""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from pathlib import Path
from typing import Literal

from doxa.corpora.message_sets import WRITTEN_DEBATES, DebatePart
from doxa.judging.bias.probes import mirror
from doxa.judging.cases import Judges, JudgingCase, case_of_debate
from doxa.judging.offline.cues import EVIDENCE, NAMED, negate
from doxa.models.hearing.sentences import content_words, sentences
from doxa.records.transcripts import SIDES, Debate, Side, Utterance

NAMES: dict[Side, str] = {"pro": "Ada Marsh", "con": "Ben Osei"}
"""The names of the voices, which have none."""


def known_debates(part: DebatePart) -> tuple[Debate, ...]:
    """Return the written debates of a part, one for each conversation."""
    grouped = groupby(WRITTEN_DEBATES.read(part), key=lambda message: message.id.rpartition("/")[0])
    debates = []
    for _, group in grouped:
        messages = list(group)
        turns = []
        for message in messages:
            side: Side = "pro" if message.side > 0 else "con"
            turns.append(Utterance(id=message.id, speaker=side, name=NAMES[side], side=side, text=message.text))
        debates.append(Debate(motion=messages[0].motion, turns=tuple(turns)))
    return tuple(debates)


def passages_for(debate: Debate, debates: Sequence[Debate]) -> tuple[str, ...]:
    """Return the sentences of the debate that follows among those given, which is about another motion."""
    place = next(number for number, other in enumerate(debates) if other.turns[0].id == debate.turns[0].id)
    others = [other for other in (*debates[place + 1 :], *debates[:place]) if other.motion != debate.motion]
    return tuple(sentence.text for turn in others[0].speeches for sentence in sentences(turn.text)) if others else ()


Kind = Literal["rebuttals", "evidence", "order", "passages", "contradictions", "words"]

KINDS: tuple[Kind, ...] = ("rebuttals", "evidence", "order", "passages", "contradictions", "words")

ADDRESS = re.compile(r"\b(?:you|your|the other side|(?:my|our) opponents?|we (?:were|have been) told)\b", re.IGNORECASE)

ADDRESSED = 0.3
"""What a word of address adds to the share of shared words."""

TAKES_UP = 0.2
"""The share of shared words from which a sentence may be an answer."""


def worsen(debate: Debate, side: Side, kind: Kind, dose: float, passages: Sequence[str], seed: int) -> Debate:
    """Return the debate with one side's speeches made worse.

    Args:
        dose: in (0, 1].
        passages: sentences about another motion, in order.
        seed: of the choice of sentences.
    """
    turns: list[Utterance] = []
    for turn in debate.turns:
        if turn.side != side or turn.kind != "speech":
            turns.append(turn)
            continue
        against = [earlier.text for earlier in turns if earlier.side != side]
        rng = random.Random(f"{seed}/{turn.id}/{kind}")
        texts = [sentence.text for sentence in sentences(turn.text)]
        worse = _worsen_sentences(texts, kind, dose, rng, against, passages)
        turns.append(turn.model_copy(update={"text": " ".join(worse)}) if worse != texts else turn)
    return debate.model_copy(update={"turns": tuple(turns)})


def _worsen_sentences(
    texts: list[str], kind: Kind, dose: float, rng: random.Random, against: Sequence[str], passages: Sequence[str]
) -> list[str]:
    if kind == "rebuttals":
        return _drop_rebuttals(texts, dose, against)
    if kind == "passages":
        return _replace_passage(texts, dose, rng, passages)
    return ALONE[kind](texts, dose, rng)


def _drop_rebuttals(texts: list[str], dose: float, against: Sequence[str]) -> list[str]:
    said = {word for text in against for word in content_words(text)}
    if not said:
        return texts
    shares = [_share(text, said) for text in texts]
    answers = sorted(
        (place for place, share in enumerate(shares) if share >= TAKES_UP), key=lambda place: -shares[place]
    )
    return _without(texts, answers[: round(dose * len(answers))])


def _share(text: str, said: set[str]) -> float:
    words = set(content_words(text))
    shared = len(words & said) / len(words) if words else 0.0
    return shared + (ADDRESSED if ADDRESS.search(text) else 0.0)


def _drop_evidence(texts: list[str], dose: float, rng: random.Random) -> list[str]:
    found = [place for place, text in enumerate(texts) if EVIDENCE.search(text) or NAMED.search(text)]
    return _without(texts, rng.sample(found, round(dose * len(found))))


def _without(texts: list[str], dropped: Sequence[int]) -> list[str]:
    """Return the sentences without some; at least the first stays, since a speech has words."""
    return [text for place, text in enumerate(texts) if place not in set(dropped)] or texts[:1]


def _shuffle(texts: list[str], dose: float, rng: random.Random) -> list[str]:
    moved = rng.sample(range(len(texts)), round(dose * len(texts)))
    shuffled = list(texts)
    for place, origin in zip(sorted(moved), moved, strict=True):
        shuffled[place] = texts[origin]
    return shuffled


def _replace_passage(texts: list[str], dose: float, rng: random.Random, passages: Sequence[str]) -> list[str]:
    count = min(round(dose * len(texts)), len(passages))
    start, source = rng.randrange(len(texts) - count + 1), rng.randrange(len(passages) - count + 1)
    return [*texts[:start], *passages[source : source + count], *texts[start + count :]]


def _contradict(texts: list[str], dose: float, rng: random.Random) -> list[str]:
    opposites = {place: opposite for place, text in enumerate(texts) if (opposite := negate(text))}
    chosen = sorted(rng.sample(list(opposites), round(dose * len(opposites))))
    return [*texts, *(opposites[place] for place in chosen)]


def _cut(texts: list[str], dose: float, _: random.Random) -> list[str]:
    counts = [len(text.split()) for text in texts]
    kept = (1.0 - dose / 2) * sum(counts)
    return [text for place, text in enumerate(texts) if place == 0 or sum(counts[: place + 1]) <= kept]


ALONE: dict[Kind, Callable[[list[str], float, random.Random], list[str]]] = {
    "evidence": _drop_evidence,
    "order": _shuffle,
    "contradictions": _contradict,
    "words": _cut,
}
"""The kinds that need nothing but the speech itself."""


DOSES = (0.5, 1.0)

ORDERS = ("as spoken", "mirrored")


@dataclass(frozen=True, kw_only=True)
class KnownOrder:
    """What is made worse, and how much."""

    kinds: tuple[Kind, ...] = KINDS
    doses: tuple[float, ...] = DOSES
    seed: int = 0


@dataclass(frozen=True, kw_only=True)
class KnownCase:
    """One debate of which one side was made worse; or, where ``kind`` is None, a debate as it is, in either order."""

    debate: str
    """The name of the debate that it was made from."""
    order: str
    kind: Kind | None
    dose: float
    worse: Side | None
    case: JudgingCase


def known_cases(sources: Sequence[JudgingCase], judges: Judges, order: KnownOrder, out: Path) -> list[KnownCase]:
    """Return the cases made from debates, in the order of debates; a kind that changes nothing in a debate is left out.

    Args:
        sources: the debates, named as their tables will name them.
        out: the folder of the judgements.
    """
    cases: list[KnownCase] = []
    for source in sources:
        passages = passages_beside(source.debate)
        for name, debate in zip(ORDERS, (source.debate, mirror(source.debate)), strict=True):
            versions: list[tuple[Kind | None, float, Side | None, Debate]] = [(None, 0.0, None, debate)]
            versions += [
                (kind, dose, side, worsen(debate, side, kind, dose, passages, order.seed))
                for side, kind, dose in product(SIDES, order.kinds, order.doses)
            ]
            for kind, dose, side, version in versions:
                if kind is None or version != debate:
                    label = f"{name}, {side} worse in {kind} by {dose:g}" if kind else name
                    cases.append(
                        KnownCase(
                            debate=source.name,
                            order=name,
                            kind=kind,
                            dose=dose,
                            worse=side,
                            case=case_of_debate(f"{source.name}: {label}", version, judges, out),
                        )
                    )
    return cases


def passages_beside(debate: Debate) -> tuple[str, ...]:
    """Return sentences about another motion: of the held-out written debates, the first that is not about this one."""
    held_out = known_debates("test")
    return passages_for(held_out[0] if held_out[0].motion != debate.motion else held_out[1], held_out)
