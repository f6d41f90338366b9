"""A run as judges read it: every message whatever the system, the debate between two sides, and its judgement.

Messages are the words of tasks that speak, the posts and other sources that a system lists, and else the answers that a
task puts into words. A judgement is stored beside a debate, among its readings.
"""

from dataclasses import dataclass
from pathlib import Path

from doxa.analysis.hooks import hooks_of
from doxa.analysis.missing import require_plugins
from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.protocol.script import UnionJudgingResult
from doxa.judging.protocol.stances import Statement
from doxa.log.rundir import RunLog, is_finished, open_run
from doxa.records.plugins import shelf_of
from doxa.records.transcripts import Aside, BallotForm, Debate, Side, Utterance
from doxa.tasks.registry import task_named


@dataclass(frozen=True)
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
            task, name = task_named(event.body.task), names.get(actor, actor)
            if task.speaks and event.body.text:
                spoken.append(RunMessage(event.body.key, actor, name, event.body.text, stance))
            elif task.in_words and (reply := task.reply_of(event.body)) is not None:
                worded.append(RunMessage(event.body.key, actor, name, task.in_words(reply), stance))
    return [*spoken, *_posts(log, names, steps)] or worded


def _posts(log: RunLog, names: dict[str, str], steps: dict[str, tuple[str, float | None]]) -> list[RunMessage]:
    """Return the posts that a system lists; the id of a post begins with the key of its step."""
    hooks = hooks_of(log.spec.protocol)
    posts = []
    for id, source in (hooks.sources(log) if hooks.sources else {}).items():
        actor, stance = steps.get(id) or steps.get(id.rpartition("/")[0]) or (None, None)
        name = names[actor] if actor in names else source.whose.partition("'s ")[0]
        posts.append(RunMessage(id, actor, name, source.text, stance))
    return posts


def thread_between_sides(log: RunLog) -> Debate | None:
    """Return the messages of a run as a debate, those of people without a side as asides.

    None where one side, or both, said nothing.
    """
    sides: dict[str, Side] = {
        participant.id: participant.side for participant in log.spec.participants if participant.side != "neutral"
    }
    if len(set(sides.values())) < 2:
        return None  # reading the messages of many agents takes long
    turns: list[Utterance] = []
    asides: list[Aside] = []
    for message in messages_of(log):
        if not message.text.strip():
            continue
        if side := sides.get(message.actor or ""):
            speaker = message.actor or ""
            turns.append(Utterance(id=message.key, speaker=speaker, name=message.name, side=side, text=message.text))
        else:  # a moderator is shown, and not judged
            asides.append(Aside(name=message.name, text=message.text, after=turns[-1].id if turns else ""))
    is_debate = len({turn.side for turn in turns}) == 2
    return Debate(motion=log.spec.proposition.text, turns=tuple(turns), asides=tuple(asides)) if is_debate else None


def debate_of_run(log: RunLog) -> Debate | None:
    """Return the debate of a finished run; None where the run is no debate between two sides, or has not ended.

    Where a system does not say how its runs are read, the messages of those who have a side are the debate.

    Raises:
        MissingPluginError: the run needs a plug-in that is not installed, or cannot be used.
    """
    require_plugins(log)
    hooks = hooks_of(log.spec.protocol)
    if not log.finished:
        return None
    return hooks.debate(log) if hooks.debate else thread_between_sides(log)


def ballot_form_of_run(log: RunLog) -> BallotForm | None:
    """Return what a ballot of a run's debate holds; None where its system knows none."""
    hooks = hooks_of(log.spec.protocol)
    return hooks.ballot(log) if hooks.ballot else None


def debate_protocols() -> list[str]:
    """Return the names of the protocols whose runs may be debates, sorted."""
    return sorted(name for name, hooks in shelf_of("hooks").sound().items() if hooks.debate)


def judgement_of(path: Path) -> DebateJudgement | None:
    """Return the latest judgement among a debate's readings; None where there is none."""
    finished = [
        open_run(directory) for directory in (path / "readings").glob("union_judging-*") if is_finished(directory)
    ]
    latest = max(finished, key=lambda log: (log.sittings()[0].began, log.path.name), default=None)
    result = latest.result(UnionJudgingResult) if latest else None
    return result.judgement if result else None
