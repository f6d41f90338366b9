"""The story of a debate over a puzzle, or of votes on it, in one sentence: who changed roles, and who was right."""

from collections import Counter
from collections.abc import Mapping

from doxa.analysis.ballots import RoleChange
from doxa.analysis.explain import moves_of, roles_changed
from doxa.analysis.history import Chapter, chapters
from doxa.analysis.story import join_names
from doxa.log.rundir import RunLog
from doxa.systems.puzzle.exhibits.ballots import sitting_of, tally_by_rule, votes_in
from doxa.systems.puzzle.measures.accuracy import smooth
from doxa.systems.puzzle.terminal.shown import describe_team


def tell_debate(log: RunLog) -> str:
    """Return the story of a debate over a puzzle, so far where it has not ended."""
    every = list(chapters(log))
    believers = every[-1].minds if every else {}
    names = {participant.id: participant.name for participant in log.spec.participants}
    changed = {
        agent: [change for change in roles_changed(moves_of(every, agent)) if change.before is not None]
        for agent in believers
    }
    movers = {agent: changes for agent, changes in changed.items() if changes}
    still = [names[agent] for agent in changed if agent not in movers]
    head = _tell_changes(movers, still, names, every)
    if not log.finished:
        return f"So far, in a debate that has not ended, {head}."
    return f"{head[0].upper()}{head[1:]}; {_decapitalise(describe_team(sitting_of(log)))}"


def tell_votes(log: RunLog) -> str:
    """Return the story of finished votes on a puzzle; '' before their end."""
    if not log.finished:
        return ""
    votes = votes_in(log)
    answer = tally_by_rule(votes)["solution"]
    right = round(smooth(answer, votes.solution) * len(votes.solution))
    who = join_names([participant.name for participant in log.spec.participants], 4)
    return (
        f"{who} answered alone and without a debate, so nobody could give way; the answer with most votes is right "
        f"about {right} of {len(votes.solution)} players."
    )


def _tell_changes(
    movers: Mapping[str, list[RoleChange]], still: list[str], names: Mapping[str, str], every: list[Chapter]
) -> str:
    if not movers:
        return f"nobody gave way: {join_names(still, 4)} changed none of their roles" if still else "nobody answered"
    gave = join_names([f"{names[agent]} ({_count(changes)})" for agent, changes in movers.items()], 4)
    kept = f", and {join_names(still, 4)} changed none" if still else ""
    changes = [change for agent_changes in movers.values() for change in agent_changes]
    note, count = Counter(change.note for change in changes).most_common(1)[0]
    joined = sum(
        _is_joining(agent, change, every) for agent, agent_changes in movers.items() for change in agent_changes
    )
    why = f"{joined} of {len(changes)} changes took up a role that another agent had given"
    return f"{gave} gave way{kept}; the turning point was {note}, with {count} of the changes, and {why}"


def _is_joining(agent: str, change: RoleChange, every: list[Chapter]) -> bool:
    """Return whether another agent had given the player the new role before the change."""
    place = next((at for at, chapter in enumerate(every) if any(o.key == change.step for o in chapter.outcomes)), 0)
    earlier = every[place - 1].minds if place else {}
    return any(
        (mind.readout.ballot or {}).get(change.player) == change.after
        for other, mind in earlier.items()
        if other != agent
    )


def _count(changes: list[RoleChange]) -> str:
    return f"{len(changes)} role{'s' * (len(changes) != 1)}"


def _decapitalise(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]
