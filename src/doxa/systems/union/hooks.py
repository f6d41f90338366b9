"""How union debates are shown and read: their story in a sentence, their exhibits, and their ballot."""

import shlex
from collections.abc import Iterator

from doxa.analysis.building import words_simulated
from doxa.analysis.causes import quote
from doxa.analysis.hooks import Hooks, Shown
from doxa.analysis.story import join_names
from doxa.judging.debates import judgement_of
from doxa.judging.graph.standing import find_clashes
from doxa.log.rundir import RunLog
from doxa.records.transcripts import SIDE_NAMES, Debate
from doxa.systems.union.exhibits.debates import show_adjudication, show_debate, show_document, show_points
from doxa.systems.union.exhibits.held import ballot_form, read_debate
from doxa.systems.union.protocol.state import UnionResult
from doxa.systems.union.terminal import DebateLines
from doxa.terminal.console import plain


def tell_union(log: RunLog) -> str:
    """Return the story of a finished debate; '' where it has not ended or listeners' stances tell the story."""
    if not log.finished or any(
        participant.kernel for participant in log.spec.participants if participant.side == "neutral"
    ):
        return ""
    debate = read_debate(log).debate
    speakers = join_names(list(dict.fromkeys(turn.name for turn in debate.turns)), 3)
    judgement = judgement_of(log.path)
    if judgement is None:
        count = len(debate.speeches)
        return (
            f"{speakers} debated in {count} speech{'es' * (count != 1)}, with no listener whose stance was followed; "
            "who won is not known until the debate is judged."
        )
    winner = judgement.final.winner
    decided = f" (decided by {judgement.final.decided_by})" if judgement.final.decided_by else ""
    statement = f"{SIDE_NAMES[winner]} won the judges' verdict{decided}" if winner else "The judges named no winner"
    if judgement.tally is None:
        return f"{statement}; no claims were noted, so that no clash is known."
    clashes = find_clashes(judgement.brought.annotation)
    if not clashes:
        return f"{statement}; no claim met an answer, so there was no turning point."
    first = clashes[0]
    name = next((turn.name for turn in debate.turns if turn.speaker == first.claim.speaker), first.claim.speaker)
    won = f"which {SIDE_NAMES[first.winner]} won" if first.winner else "which stayed open"
    return f"{statement}; the weightiest clash was over {name}'s claim {quote(first.claim.text)}, {won}."


DEBATED = (
    "The words of this run were put together offline, by plain code, from the speakers' writing and a corpus of real "
    "arguments. This is a simulation: it says nothing about how a language model or a person would have argued."
)


def simulated(log: RunLog) -> str:
    """Return the sentence that says what was simulated; empty where nothing was."""
    return words_simulated(log, DEBATED)


def _debate(log: RunLog) -> Debate | None:
    """Return the debate of a finished run; None where the run only drew up styles."""
    union_result = log.result(UnionResult)
    return union_result.debate if union_result else None


def _commands(log: RunLog) -> Iterator[str]:
    directory = plain(shlex.quote(str(log.path)))
    yield f"doxa transcript {directory}"
    yield f"doxa judge {directory}"


HOOKS = {
    "union": Hooks(
        exhibits=(
            Shown(show_debate, on=("terminal", "json", "page")),
            Shown(show_points, on=("terminal",)),
            Shown(show_adjudication, on=("page",)),
            Shown(show_document, on=("files",)),
        ),
        commands=_commands,
        teller=DebateLines,
        debate=_debate,
        ballot=ballot_form,
        simulated=simulated,
        story=tell_union,
    )
}
