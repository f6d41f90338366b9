"""The story of a discussion without stances in one sentence: who spoke, who opposed whom most, and where."""

from collections import Counter

from doxa.analysis.story import join_names
from doxa.log.rundir import RunLog
from doxa.records.events import Event, EvidenceSeeded
from doxa.systems.round_table.exhibits.discussion import spoken_in


def tell_discussion(log: RunLog) -> str:
    """Return the story of a finished discussion in which nobody shows a stance; '' for any other."""
    if not log.finished or any(_shows_stance(event) for event in log.events):
        return ""
    turns = [spoken.turn for spoken in spoken_in(log)]
    names = {participant.id: participant.name for participant in log.spec.participants}
    if not turns:
        return "Nobody spoke, so nobody can be said to have given way."
    rounds = len({turn.round for turn in turns})
    who = join_names([names[agent] for agent in dict.fromkeys(turn.agent for turn in turns)], 4)
    head = f"{who} spoke {len(turns)} times in {rounds} round{'s' * (rounds != 1)}"
    end = "nobody's stance was followed, so nobody can be said to have given way"
    opposed = [turn for turn in turns if turn.opposes]
    if not opposed:
        answered = sum(bool(turn.responds) for turn in turns)
        return f"{head} and nobody opposed what was said before ({answered} turns answered it); {end}."
    most, times = Counter(turn.agent for turn in opposed).most_common(1)[0]
    round, there = Counter(turn.round for turn in opposed).most_common(1)[0]
    return (
        f"{head} and opposed what was said before in {len(opposed)} turns, {names[most]} most often ({times}), "
        f"sharpest in round {round} ({there}); {end}."
    )


def _shows_stance(event: Event) -> bool:
    return isinstance(event, EvidenceSeeded) and event.body.trace.after.stance is not None
