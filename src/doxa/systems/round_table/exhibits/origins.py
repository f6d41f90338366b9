"""Who spoke and who judged in discussions, models or plain code, and how titles, captions and notes say so."""

from collections.abc import Iterable

from doxa.analysis.who_does import list_offline_roles
from doxa.log.rundir import RunLog
from doxa.records.base import Record
from doxa.records.spec import is_simulated

WORDS = "the words are simulated offline by plain code that obeys its prompt"
SOME_WORDS = "some of the words are simulated offline by plain code that obeys its prompt"
RULES = (
    "Responsiveness and rebuttal are judged offline by string rules (a name, four words in a row, a listed phrase of "
    "disagreement), not by a model, and adaptive weights of the dialogue follow them"
)
ASK_A_JUDGE = "For a model's judgement set models.judge (doxa reproduce: --judge provider:model)."


class Origin(Record):
    """Who spoke and who judged in one discussion or several."""

    simulated: bool = False
    """Whether plain code said some of the words."""
    hosted: bool = False
    """Whether models said some of the words."""
    judged_offline: bool = False
    """Whether plain code judged responses."""


def origin_of(log: RunLog) -> Origin:
    """Return who spoke and who judged in a run, by its calls."""
    calls = log.calls()
    offline = {role.partition("@")[0] for role in list_offline_roles(calls)}
    return Origin(
        simulated="speaker" in offline,
        hosted=any(call.role.partition("@")[0] == "speaker" and not is_simulated(call.model) for call in calls),
        judged_offline="judge" in offline,
    )


def join_origins(origins: Iterable[Origin]) -> Origin:
    """Return who spoke and who judged in all of several discussions."""
    every = list(origins)
    return Origin(
        simulated=any(origin.simulated for origin in every),
        hosted=any(origin.hosted for origin in every),
        judged_offline=any(origin.judged_offline for origin in every),
    )


def mark_title(title: str, origin: Origin, *, shows_judgements: bool = True) -> str:
    """Return a title that itself says what plain code did, for readers who do not see the caption.

    Args:
        shows_judgements: whether the exhibit shows what was judged during the runs, or weights that follow it.
    """
    marks = []
    if origin.simulated:
        marks.append("partly simulated offline" if origin.hosted else "simulated offline")
    if origin.judged_offline and origin.hosted and shows_judgements:
        marks.append("responses judged offline by string rules")
    return f"{title} ({', '.join(marks)})" if marks else title


def describe_origin(origin: Origin, *, shows_judgements: bool = True) -> str:
    """Return sentences on what plain code did; '' where models did everything. Arguments as ``mark_title``."""
    sentences = []
    if origin.simulated:
        words = SOME_WORDS if origin.hosted else WORDS
        sentences.append(f"{words[0].upper()}{words[1:]}; they say nothing about how language models discuss.")
    if origin.judged_offline and shows_judgements:
        sentences.append(f"{RULES}. {ASK_A_JUDGE}" if origin.hosted else f"{RULES}.")
    return " ".join(sentences)


def list_notes(origin: Origin) -> list[str]:
    """Return short notes for a terminal on what plain code did; none where models did everything."""
    notes = []
    if origin.simulated:
        who = "some words" if origin.hosted else "words"
        notes.append(f"{who} simulated; obedience to instructions is assumed")
    if origin.judged_offline:
        notes.append("responsiveness and rebuttal judged by string rules")
    return notes
