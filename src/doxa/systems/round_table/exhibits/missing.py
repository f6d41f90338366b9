"""Why a turn does not have a metric: in a word for programs, and in sentences for people."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from doxa.records.spec import RunSpec
from doxa.systems.round_table.measures.turns import METRICS, MeasuredTurn

REASONS = {
    "no_knowledge": "the agent has no knowledge",
    "no_passages": "no passages were retrieved",
    "not_judged": "responses were not judged",
    "no_judgement": "the judge gave no judgement",
    "first_turn": "an agent's first turn is left out",
    "no_persona": "the agent has no persona",
    "not_embedded": "a text was not embedded",
}
"""Word → what it means."""


def why_missing(turn: MeasuredTurn, spec: RunSpec, *, first: bool) -> dict[str, str]:
    """Return, for each metric that a turn does not have, the word that says why.

    Args:
        first: whether it is its agent's first turn.
    """
    reasons = {
        "responsiveness": _why_not_judged(spec),
        "rebuttal": _why_not_judged(spec),
        "non-repetition": "first_turn" if first else "not_embedded",
        "evidence usage": _why_no_evidence(turn, spec),
        "stance": "not_embedded" if spec.participant(turn.agent).persona else "no_persona",
    }
    return {name: reasons[name] for name, metric in METRICS.items() if metric(turn) is None}


def sentences_on_missing(turns: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """Yield a sentence for each metric that some turns do not have: how many have it, and why the others do not.

    Args:
        turns: metric → why the turn does not have it, for each turn.
    """
    for metric in METRICS:
        reasons = Counter(missing[metric] for missing in turns if metric in missing)
        if reasons:
            left = "; ".join(f"{count} not, since {REASONS[reason]}" for reason, count in reasons.items())
            yield f"{metric}: {len(turns) - reasons.total()} of {len(turns)} turns have it ({left})."


def _why_not_judged(spec: RunSpec) -> str:
    return "no_judgement" if spec.script.get("judged", True) else "not_judged"


def _why_no_evidence(turn: MeasuredTurn, spec: RunSpec) -> str:
    knowledge = spec.script.get("knowledge")
    return "no_passages" if isinstance(knowledge, dict) and knowledge.get(turn.agent) else "no_knowledge"
