"""Every message of a run, whatever the system: who said it, in which step, and the stance that its speaker had then.

Messages are the words of tasks that speak, the posts and other sources that a system lists, and else the answers that a
task puts into words.
"""

from dataclasses import dataclass

from doxa.analysis.hooks import analysis_hooks
from doxa.judging.protocol.stances import Statement
from doxa.log.rundir import RunLog
from doxa.records.transcripts import Debate, Side, Utterance
from doxa.tasks.registry import task_named


@dataclass(frozen=True, kw_only=True)
class RunMessage:
    """One message of a run."""

    key: str
    """The key of the step in which it was said, or the id of a post."""
    actor: str | None
    """The speaker's id; None where the log has no step in which it was said."""
    name: str
    text: str
    maintained: float | None
    """The stance that the speaker maintained when it was said; None for a speaker without one."""

    @property
    def statement(self) -> Statement:
        """The message as a judge of stances sees it."""
        return Statement(key=self.key, speaker=self.name, text=self.text)


def messages_of(log: RunLog) -> list[RunMessage]:
    """Return every message of a run, in order; empty where nobody says anything in words."""
    names = {participant.id: participant.name for participant in log.spec.participants}
    stances: dict[str, float | None] = {}
    steps: dict[str, tuple[str, float | None]] = {}
    spoken: list[RunMessage] = []
    worded: list[RunMessage] = []
    for event in log.events:
        if event.kind in ("seeded", "moved"):
            stances[event.body.listener] = event.body.trace.after.stance
        elif event.kind == "outcome" and event.body.ok:
            actor, stance = event.body.actor, stances.get(event.body.actor)
            steps[event.body.key] = (actor, stance)
            task = task_named(event.body.task)
            if task.speaks and event.body.text:
                spoken.append(_message(event.body.key, actor, names, event.body.text, stance))
            elif task.in_words and (reply := task.reply_of(event.body)) is not None:
                worded.append(_message(event.body.key, actor, names, task.in_words(reply), stance))
    return [*spoken, *_posts(log, names, steps)] or worded


def _message(key: str, actor: str, names: dict[str, str], text: str, stance: float | None) -> RunMessage:
    return RunMessage(key=key, actor=actor, name=names.get(actor, actor), text=text, maintained=stance)


def _posts(log: RunLog, names: dict[str, str], steps: dict[str, tuple[str, float | None]]) -> list[RunMessage]:
    """Return the posts that a system lists; the id of a post begins with the key of its step."""
    hooks = analysis_hooks(log.spec.protocol)
    listed = hooks.sources(log) if hooks and hooks.sources else {}
    posts = []
    for id, source in listed.items():
        actor, stance = steps.get(id) or steps.get(id.rpartition("/")[0]) or (None, None)
        name = names[actor] if actor in names else source.whose.partition("'s ")[0]
        posts.append(RunMessage(key=id, actor=actor, name=name, text=source.text, maintained=stance))
    return posts


def thread_between_sides(log: RunLog) -> Debate | None:
    """Return the messages of those who have a side as a debate; None where one side, or both, said nothing."""
    sides: dict[str, Side] = {
        participant.id: participant.side for participant in log.spec.participants if participant.side != "neutral"
    }
    if len(set(sides.values())) < 2:
        return None
    turns = tuple(
        Utterance(
            id=message.key, speaker=message.actor, name=message.name, side=sides[message.actor], text=message.text
        )
        for message in messages_of(log)
        if message.actor in sides and message.text.strip()
    )
    if {turn.side for turn in turns} != {"pro", "con"}:
        return None
    return Debate(motion=log.spec.proposition.text, turns=turns)
