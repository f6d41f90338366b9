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

What judges make of such debates is how often they prefer the whole side, and whether the speaking order decides.
"""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Literal, get_args

from doxa.analysis.exhibit import Cell, Table
from doxa.corpora.message_sets import WRITTEN_DEBATES, DebatePart
from doxa.judging.ballots.judged import BASELINES, DebateJudgement
from doxa.judging.ballots.scores import majority
from doxa.judging.ballots.verdicts import ORDER
from doxa.judging.bias.probes import mirror
from doxa.judging.cases import Judges, JudgingCase, case_of_debate
from doxa.judging.exhibits.captions import interval_cells, mean_cell
from doxa.judging.offline.cues import has_evidence, negate
from doxa.models.hearing.sentences import content_words, sentences
from doxa.records.base import group_by
from doxa.records.transcripts import SIDES, Debate, Side, Utterance, other

NAMES: dict[Side, str] = {"pro": "Ada Marsh", "con": "Ben Osei"}
"""The names of the voices, which have none."""


def known_debates(part: DebatePart) -> tuple[Debate, ...]:
    """Return the written debates of a part, one for each conversation."""
    debates = group_by(WRITTEN_DEBATES.read(part), lambda message: message.id.rpartition("/")[0])
    return tuple(
        Debate(
            motion=messages[0].motion,
            turns=tuple(
                _turn_of(message.id, "pro" if message.side > 0 else "con", message.text) for message in messages
            ),
        )
        for messages in debates.values()
    )


def _turn_of(id: str, side: Side, text: str) -> Utterance:
    return Utterance(id=id, speaker=side, name=NAMES[side], side=side, text=text)


def passages_for(debate: Debate, debates: Sequence[Debate]) -> tuple[str, ...]:
    """Return the sentences of the debate that follows among those given, which is about another motion."""
    place = next(number for number, other in enumerate(debates) if other.turns[0].id == debate.turns[0].id)
    others = [other for other in (*debates[place + 1 :], *debates[:place]) if other.motion != debate.motion]
    return tuple(sentence.text for turn in others[0].speeches for sentence in sentences(turn.text)) if others else ()


Kind = Literal["rebuttals", "evidence", "order", "passages", "contradictions", "words"]

KINDS: tuple[Kind, ...] = get_args(Kind)

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
    shares = [_share(text, said) if said else 0.0 for text in texts]
    answers = [place for place, share in enumerate(shares) if share >= TAKES_UP]
    answers.sort(key=lambda place: -shares[place])
    return _without(texts, answers[: round(dose * len(answers))])


def _share(text: str, said: set[str]) -> float:
    words = set(content_words(text))
    shared = len(words & said) / len(words) if words else 0.0
    return shared + (ADDRESSED if ADDRESS.search(text) else 0.0)


def _drop_evidence(texts: list[str], dose: float, rng: random.Random) -> list[str]:
    evident = [place for place, text in enumerate(texts) if has_evidence(text)]
    return _without(texts, rng.sample(evident, round(dose * len(evident))))


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
    case: JudgingCase
    kind: Kind | None = None
    dose: float = 0.0
    worse: Side | None = None


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
            case = case_of_debate(f"{source.name}: {name}", debate, judges, out)
            cases.append(KnownCase(debate=source.name, order=name, case=case))
            for side, kind, dose in product(SIDES, order.kinds, order.doses):
                worse = worsen(debate, side, kind, dose, passages, order.seed)
                if worse != debate:
                    label = f"{source.name}: {name}, {side} worse in {kind} by {dose:g}"
                    case = case_of_debate(label, worse, judges, out)
                    cases.append(KnownCase(debate=source.name, order=name, kind=kind, dose=dose, worse=side, case=case))
    return cases


def passages_beside(debate: Debate) -> tuple[str, ...]:
    """Return sentences about another motion: of the held-out written debates, the first that is not about this one."""
    held_out = known_debates("test")
    return passages_for(held_out[0] if held_out[0].motion != debate.motion else held_out[1], held_out)


FAIR = 0.5


@dataclass(frozen=True, kw_only=True)
class Named:
    """The side that one judge or rule names in one case."""

    by: str
    known: KnownCase
    winner: Side | None

    @property
    def prefers_whole(self) -> float:
        """1 where the whole side is named, ½ where no side is."""
        return FAIR if self.winner is None else float(self.winner != self.known.worse)

    @property
    def prefers_second(self) -> float:
        """1 where the side that spoke second is named, ½ where no side is."""
        second = other(self.known.case.debate.speeches[0].side)
        return FAIR if self.winner is None else float(self.winner == second)


@dataclass(frozen=True, kw_only=True)
class Judged:
    """A case and its judgement."""

    known: KnownCase
    judgement: DebateJudgement


def name_winners(judged: Mapping[str, Sequence[Judged]]) -> list[Named]:
    """Return the side that every layer and seat of every panel names in every case, and each rule that judges nothing.

    Args:
        judged: panel → its judgements of the same cases. The names of panels stand before their layers and seats where
            there are several.
    """
    named = [
        Named(by=f"{panel}: {by}" if len(judged) > 1 else by, known=one.known, winner=winner)
        for panel, judgements in judged.items()
        for one in judgements
        for by, winner in _winners(one.judgement)
    ]
    # what a rule names depends on the case alone, so that it is counted once whatever the number of panels
    return named + [
        Named(by=rule, known=one.known, winner=name_side(one.known.case.debate))
        for one in next(iter(judged.values()), ())
        for rule, name_side in BASELINES.items()
    ]


def _winners(judgement: DebateJudgement) -> Iterator[tuple[str, Side | None]]:
    yield "final", judgement.final.winner
    for layer in (*ORDER, "holistic"):
        if layer in judgement.verdicts:
            yield layer, judgement.verdicts[layer].winner
    for judge, own in group_by(judgement.brought.ballots, lambda ballot: ballot.judge).items():
        yield f"{judge} ({own[0].model})", majority(ballot.side for ballot in own)


def select(
    named: Sequence[Named], *, by: str, kind: Kind | None = None, dose: float | None = None, order: str = ""
) -> list[Named]:
    """Return what one judge names in the worsened cases of a kind, a dose and an order; all of them where not given."""
    return [
        one
        for one in named
        if one.by == by
        and one.known.kind is not None
        and kind in (None, one.known.kind)
        and dose in (None, one.known.dose)
        and order in ("", one.known.order)
    ]


def by_debate(named: Sequence[Named]) -> list[float]:
    """Return for each debate the share of its cases in which the whole side is preferred."""
    debates = group_by(named, lambda one: one.known.debate)
    return [sum(one.prefers_whole for one in group) / len(group) for group in debates.values()]


def order_effects(named: Sequence[Named], by: str) -> list[float]:
    """Return for each debate how much likelier the second side is to be named than the first: −1, −½, 0, ½ or 1.

    A debate as it is and its mirror: 0 where the same side is named in both, 1 where the second is in both.
    """
    return [sum(one.prefers_second for one in pair) - 1.0 for pair in both_orders(named, by)]


def both_orders(named: Sequence[Named], by: str) -> list[list[Named]]:
    """Return what one judge names of each debate as it is and of its mirror; no debate of which one is missing."""
    as_they_are = (one for one in named if one.by == by and one.known.kind is None)
    debates = group_by(as_they_are, lambda one: one.known.debate)
    return [pair for pair in debates.values() if len(pair) == len(ORDERS)]


READ = (
    "A judge that hears nothing has .5. Intervals resample debates. A rule that judges nothing is in the same table, "
    "and a judge is worth no more than it beats those rules by."
)

ABOUT_KINDS = (
    "rebuttals, evidence: dropped; order: shuffled; passages: of another motion; contradictions: added; words: the end "
    "cut off, half of the words at dose 1."
)


def preference_table(named: Sequence[Named]) -> Table:
    """Return how often each judge prefers the whole side, in both orders and over all."""
    rows: list[tuple[Cell, ...]] = []
    for by in dict.fromkeys(one.by for one in named):
        chosen = select(named, by=by)
        orders = (mean_cell(by_debate(select(named, by=by, order=order))) for order in ORDERS)
        rows.append((by, len(chosen), *orders, *interval_cells(by_debate(chosen))))
    return Table(
        name="known-answers",
        title="Which judges prefer the side that was not made worse",
        caption=f"Share of cases in which the whole side is named; naming none counts half. {READ}",
        columns=("judge", "cases", "as spoken", "mirrored", "all", "low", "high"),
        rows=tuple(rows),
    )


def final_table(named: Sequence[Named]) -> Table:
    """Return how often the final verdict prefers the whole side, by kind, beside the rules that judge nothing."""
    finals = [by for by in dict.fromkeys(one.by for one in named) if by.endswith("final")]
    kinds = dict.fromkeys(one.known.kind for one in named if one.known.kind is not None)
    rows: list[tuple[Cell, ...]] = []
    for by, kind in product(finals, kinds):
        chosen = select(named, by=by, kind=kind)
        rules = (mean_cell(by_debate(select(named, by=rule, kind=kind))) for rule in BASELINES)
        rows.append((by, kind, len(chosen), *interval_cells(by_debate(chosen)), *rules))
    return Table(
        name="known-answers-final",
        title="By what was made worse",
        caption=f"All doses together. {ABOUT_KINDS} The last three columns are rules that judge nothing.",
        columns=("judge", "made worse in", "cases", "share", "low", "high", *BASELINES),
        rows=tuple(rows),
    )


def kind_table(named: Sequence[Named]) -> Table:
    """Return how often each judge prefers the whole side, by kind and dose."""
    kinds = dict.fromkeys((one.known.kind, one.known.dose) for one in named if one.known.kind is not None)
    rows: list[tuple[Cell, ...]] = []
    for by, (kind, dose) in product(dict.fromkeys(one.by for one in named), kinds):
        chosen = select(named, by=by, kind=kind, dose=dose)
        rows.append((by, kind, dose, len(chosen), *interval_cells(by_debate(chosen))))
    return Table(
        name="known-answers-by-kind",
        title="By kind and dose",
        caption=f"{ABOUT_KINDS} {READ}",
        columns=("judge", "made worse in", "dose", "cases", "share", "low", "high"),
        rows=tuple(rows),
        detail=True,
    )


def order_table(named: Sequence[Named]) -> Table:
    """Return how much each judge favours the side that speaks second, over debates as they are and mirrored."""
    rows: list[tuple[Cell, ...]] = []
    for by in dict.fromkeys(one.by for one in named):
        effects = order_effects(named, by)
        winners = [[one.winner for one in pair] for pair in both_orders(named, by)]
        ties = sum(None in pair for pair in winners)
        same = sum(None not in pair and len(set(pair)) == 1 for pair in winners)
        rows.append((by, len(effects), same, ties, *interval_cells(effects)))
    return Table(
        name="order-effect",
        title="Does the speaking order decide",
        caption="Each debate as spoken and mirrored. same: the same side is named in both; ties: none is named in one "
        "or both. effect: 1 where the side that speaks second is named in both, −1 where the first is, averaged over "
        "debates with its interval.",
        columns=("judge", "debates", "same", "ties", "effect", "low", "high"),
        rows=tuple(rows),
    )
