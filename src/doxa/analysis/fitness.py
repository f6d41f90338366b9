"""The turns of a run that were no speech, and what follows for its results.

A turn is *fit* where its answer is speech (``tasks.speech``). Of a speaker fewer than half of whose answered turns are
fit, no result says anything; this is said before any result.
"""

from collections import Counter
from collections.abc import Iterable

from doxa.analysis.who_does import count_lost, count_refused, describe_refused, heard_bodies, needs_claims
from doxa.log.rundir import RunLog
from doxa.records.base import group_by
from doxa.records.spec import RunSpec
from doxa.records.steps import Outcome
from doxa.tasks.registry import tasks

LEAST_FIT = 0.5
"""The share of its answered turns that must be fit, for a speaker's results to mean something."""


def fault_of(outcome: Outcome) -> str:
    """Return why the words of a step are no speech; '' where they are, or where there is no answer."""
    return outcome.reason if outcome.status == "unfit" else outcome.flaw


def count_faults(outcomes: Iterable[Outcome]) -> Counter[str]:
    """Return how many steps had words that are no speech, by their fault."""
    return Counter(fault for outcome in outcomes if (fault := fault_of(outcome)))


def describe_faults(outcomes: Iterable[Outcome]) -> str:
    """Return a sentence on the turns that were no speech, and on what was cut from others; '' where there are none."""
    steps = list(outcomes)
    faults, cut = count_faults(steps), sum(bool(outcome.cut) for outcome in steps)
    kept = sum(bool(outcome.flaw) for outcome in steps)
    counted = ", ".join(f"{count} {fault}" for fault, count in faults.most_common())
    treatment = "kept all the same, as speech.check = mark says" if kept else "without words, and nobody heard them"
    sentences = (
        f"Turns that were no speech: {counted}; {treatment}." if faults else "",
        f"In {cut} turn{'' if cut == 1 else 's'} something was cut from around the words." if cut else "",
    )
    return " ".join(filter(None, sentences))


def warn_of_unfit_speakers(spec: RunSpec, outcomes: Iterable[Outcome]) -> str:
    """Return a sentence on the speakers fewer than half of whose turns are fit; '' where there are none."""
    spoken = {name for name, task in tasks().items() if task.line or task.says}
    answered = (outcome for outcome in outcomes if outcome.task in spoken and outcome.status in ("ok", "unfit"))
    turns = group_by(answered, lambda turn: turn.actor)
    counts = [
        (speaker.name, sum(not fault_of(turn) for turn in turns[speaker.id]), len(turns[speaker.id]))
        for speaker in spec.participants
        if speaker.id in turns
    ]
    poor = ", ".join(f"{name} ({fit} of {number})" for name, fit, number in counts if fit < LEAST_FIT * number)
    return f"Fewer than half of the turns are fit as speech: {poor}. No result says anything of them." if poor else ""


def describe_silence(log: RunLog) -> str:
    """Return that nobody said anything in a run, or that nothing was heard of what was said, and why; '' otherwise.

    Something is heard where a message gives a claim; beliefs that claims do not move hear none.
    """
    known, bodies = tasks(), heard_bodies(log)
    turns = [outcome for outcome in log.outcomes if outcome.task in known and known[outcome.task].line]
    wordless = Counter(f"{turn.status} ({turn.reason})".removesuffix(" ()") for turn in turns if not turn.ok)
    silent = f"{wordless.total()} of {len(turns)} turns gave no words ({_list_reasons(wordless)})" if wordless else ""
    if turns and wordless.total() == len(turns):
        return f"{'Nobody' if log.finished else 'So far nobody'} said anything: {silent}."
    if not bodies or any(body.claims for body in bodies) or not needs_claims(log.spec):
        return ""
    lost = count_lost(bodies)
    empty, refused = len(bodies) - lost.total(), count_refused(bodies)
    why = f" (refused as none: {describe_refused(refused)})" if refused else ""
    reasons = (
        f"{lost.total()} of {len(bodies)} messages were lost ({_list_reasons(lost)})" if lost else "",
        f"{empty} of {len(bodies)} messages gave no claim{why}" if empty else "",
        silent,
    )
    start = "Nothing was heard" if log.finished else "So far nothing was heard"
    return f"{start}, so that no claim could move anybody: {'; '.join(filter(None, reasons))}."


def _list_reasons(reasons: Counter[str]) -> str:
    return "; ".join(f"{count} {reason}" for reason, count in reasons.most_common())
