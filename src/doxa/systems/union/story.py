"""The story of a union debate in one sentence: who won by which judges, over what, or that it is not judged yet."""

from doxa.analysis.causes import quote
from doxa.analysis.story import join_names
from doxa.judging.debates import judgement_of
from doxa.judging.graph.standing import find_clashes
from doxa.log.rundir import RunLog
from doxa.records.transcripts import SIDE_NAMES
from doxa.systems.union.exhibits.held import read_debate


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
