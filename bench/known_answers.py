"""How often the offline panel names the whole side of debates with a known answer, without the runs around it.

    python bench/known_answers.py [--debates 60] [--skip 0] [--part test] [--backwards]

The cases are those of ``doxa evaluate judges --layers engagement``: each debate as spoken and mirrored, either side
made worse in six ways and by two doses. Seats are scored as in a run, and the panel by the mean of its seats over both
orders. Nothing is logged, and the words are not made anonymous first. Brackets are 95 % bootstrap intervals over
debates. ``--backwards`` tells the sentences of one side's speeches in reverse order instead: those of the middle half
(dose 0.5), or all.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from doxa.judging.ballots.judged import BASELINES
from doxa.judging.bias.probes import mirror
from doxa.judging.known import DOSES, KINDS, ORDERS, known_debates, passages_beside, worsen
from doxa.judging.offline.learnt import SEATS, criteria_of, speeches_of
from doxa.judging.protocol.steps import show_turn
from doxa.models.embedded import embedder
from doxa.models.hearing.sentences import sentences
from doxa.models.offline.shelf import Library
from doxa.records.transcripts import SIDES, Debate, Side, other

PANEL, SPOKEN = "panel, both orders", "panel, one order"


@dataclass(frozen=True)
class Case:
    """A debate in one order; ``kind`` is empty where neither side was made worse."""

    debate: int
    order: str
    kind: str
    worse: Side | None
    second: Side
    names: dict[str, Side | None]
    """Judge or rule → the side that it names."""

    def is_right(self, judge: str) -> float:
        """Return 1 where the whole side is named, ½ where none is."""
        return 0.5 if self.names[judge] is None else float(self.names[judge] != self.worse)

    def is_second(self, judge: str) -> float:
        """Return 1 where the side that spoke second is named, ½ where none is."""
        return 0.5 if self.names[judge] is None else float(self.names[judge] == self.second)


def score_sides(debate: Debate, library: Library) -> dict[str, dict[Side, float]]:
    """Return each seat's points of each side."""
    turns = debate.speeches
    speeches = speeches_of([show_turn(turn) for turn in turns], [turn.side for turn in turns], debate.motion, library)
    return {seat: {side: criteria_of(seat, speeches, side).engagement for side in SIDES} for seat in SEATS}


def name_higher(points: dict[Side, float]) -> Side | None:
    """Return the side with more points; None where they have as many."""
    return None if points["pro"] == points["con"] else "pro" if points["pro"] > points["con"] else "con"


def judge_orders(number: int, debate: Debate, kind: str, worse: Side | None, library: Library) -> Iterator[Case]:
    """Yield the cases of a debate as spoken and mirrored."""
    orders = (debate, mirror(debate))
    scores = [score_sides(ordered, library) for ordered in orders]
    means = [{side: fmean(one[seat][side] for seat in SEATS) for side in SIDES} for one in scores]
    both = {side: round(fmean(mean[side] for mean in means), 6) for side in SIDES}
    for order, ordered, score, mean in zip(ORDERS, orders, scores, means, strict=True):
        names = {PANEL: name_higher(both), SPOKEN: name_higher(mean)}
        names |= {seat: name_higher(points) for seat, points in score.items()}
        names |= {rule: name_side(ordered) for rule, name_side in BASELINES.items()}
        yield Case(number, order, kind, worse, other(ordered.speeches[0].side), names)


def turn_backwards(debate: Debate, side: Side, dose: float) -> Debate:
    """Return the debate with a share of the sentences of one side's speeches, about their middle, in reverse order."""
    turns = []
    for turn in debate.turns:
        texts = [sentence.text for sentence in sentences(turn.text)] if turn.side == side else []
        start = round((1 - dose) * len(texts) / 2)
        end = len(texts) - start
        backwards = [*texts[:start], *reversed(texts[start:end]), *texts[end:]]
        turns.append(turn.model_copy(update={"text": " ".join(backwards)}) if backwards != texts else turn)
    return debate.model_copy(update={"turns": tuple(turns)})


def judge_backwards(debates: Sequence[Debate], skip: int, library: Library) -> Iterator[Case]:
    """Yield the cases in which one side's sentences come in reverse order."""
    for number, debate in enumerate(debates[skip:], skip):
        yield from judge_orders(number, debate, "", None, library)
        for side in SIDES:
            for dose in DOSES:
                worse = turn_backwards(debate, side, dose)
                if worse != debate:
                    yield from judge_orders(number, worse, f"backwards, {dose:g}", side, library)


def judge_cases(debates: Sequence[Debate], skip: int, library: Library) -> Iterator[Case]:
    """Yield all cases of the debates."""
    for number, debate in enumerate(debates[skip:], skip):
        yield from judge_orders(number, debate, "", None, library)
        for side in SIDES:
            for kind in KINDS:
                for dose in DOSES:
                    worse = worsen(debate, side, kind, dose, passages_beside(debate), 0)
                    if worse != debate:
                        yield from judge_orders(number, worse, kind, side, library)


def describe_share(cases: Sequence[Case], measure: Callable[[Case], float]) -> str:
    """Return the mean of a measure over debates, with its interval."""
    values: dict[int, list[float]] = {}
    for case in cases:
        values.setdefault(case.debate, []).append(measure(case))
    means = np.array([fmean(shares) for shares in values.values()])
    drawn = np.random.default_rng(0).choice(means, (4_000, len(means))).mean(axis=1)
    low, high = np.quantile(drawn, (0.025, 0.975))
    return f"{means.mean():.3f} [{low:.3f}, {high:.3f}]"


def report(cases: Sequence[Case]) -> None:
    """Print how often judges and rules name the whole side, and whether order decides."""
    worsened, plain = [case for case in cases if case.kind], [case for case in cases if not case.kind]
    print(f"{len({case.debate for case in cases})} debates, {len(worsened)} cases")
    for judge in cases[0].names:
        shares = (fmean(case.is_right(judge) for case in worsened if case.order == order) for order in ORDERS)
        told = ", ".join(f"{order} {share:.3f}" for order, share in zip(ORDERS, shares, strict=True))
        effect = describe_share(plain, lambda case, judge=judge: 2 * case.is_second(judge) - 1)  # type: ignore[misc]
        whole = describe_share(worsened, lambda case, judge=judge: case.is_right(judge))  # type: ignore[misc]
        print(f"{judge:20} {whole}  {told}; second less first {effect}")
    for kind in dict.fromkeys(case.kind for case in worsened):
        own = [case for case in worsened if case.kind == kind]
        words = fmean(case.is_right("more words") for case in own)
        print(f"{kind:20} {describe_share(own, lambda case: case.is_right(PANEL))}; more words {words:.2f}")


def main() -> None:
    """Judge the cases and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--debates", type=int, default=60)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--part", choices=("dev", "test"), default="test")
    parser.add_argument("--backwards", action="store_true")
    order = parser.parse_args()
    judge = judge_backwards if order.backwards else judge_cases
    report(list(judge(known_debates(order.part)[: order.debates], order.skip, Library(embedder()))))


if __name__ == "__main__":
    main()
