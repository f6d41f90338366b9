"""The cases of judges with a known answer: each debate in both orders, with either side made worse."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from doxa.judging.bias.mirrored import mirror
from doxa.judging.cases import Judges, JudgingCase, case_of_debate
from doxa.judging.known.debates import known_debates, passages_for
from doxa.judging.known.worsening import KINDS, Kind, worsen
from doxa.records.transcripts import SIDES, Debate, Side

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
    return [known for source in sources for known in _cases_of(source, judges, order, out)]


def _cases_of(source: JudgingCase, judges: Judges, order: KnownOrder, out: Path) -> list[KnownCase]:
    found: list[KnownCase] = []
    passages = passages_beside(source.debate)
    for name, debate in zip(ORDERS, (source.debate, mirror(source.debate)), strict=True):
        found.append(_known(source.name, name, None, 0.0, None, debate, judges, out))
        for side in SIDES:
            for kind in order.kinds:
                for dose in order.doses:
                    worse = worsen(debate, side, kind, dose, passages, order.seed)
                    if worse != debate:
                        found.append(_known(source.name, name, kind, dose, side, worse, judges, out))
    return found


def _known(
    name: str, order: str, kind: Kind | None, dose: float, side: Side | None, debate: Debate, judges: Judges, out: Path
) -> KnownCase:
    label = f"{order}, {side} worse in {kind} by {dose:g}" if kind else order
    case = case_of_debate(f"{name}: {label}", debate, judges, out)
    return KnownCase(debate=name, order=order, kind=kind, dose=dose, worse=side, case=case)


def passages_beside(debate: Debate) -> tuple[str, ...]:
    """Return sentences about another motion: of the held-out written debates, the first that is not about this one."""
    held_out = known_debates("test")
    return passages_for(held_out[0] if held_out[0].motion != debate.motion else held_out[1], held_out)
