"""The lines of a conversation, from a file or the directory of a run, and how they come into a spec."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path

from doxa.analysis.hooks import hooks_of
from doxa.conversations.names import stated_side
from doxa.conversations.reading import read_conversation
from doxa.conversations.record import Conversation, Said, Stated
from doxa.errors import LogError, ScenarioError
from doxa.experiments.scenario import Scenario
from doxa.experiments.shipped import find_file
from doxa.judging.transcripts import transcript_lines
from doxa.log.formats import SPEC
from doxa.log.rundir import RunLog, open_run
from doxa.models.recorded.casting import cast
from doxa.records.recorded import file_of, is_recorded
from doxa.records.spec import RunSpec
from doxa.systems.listening.protocol import ConversationSettings, has_side, played_lines, stances_by_place


def spoken_lines(path: Path, names: Collection[str] = (), thread: str = "") -> Conversation:
    """Return a conversation that was held, all of its turns as speeches.

    Args:
        path: a file that ``read_conversation`` reads, or a run directory, whose public words are read.
        names: how agents are called; in a document a line that begins with such a name is theirs.
        thread: of a run with posts: the id of the post whose thread alone is read; empty for all.

    Raises:
        CorpusError: the file cannot be read.
        LogError: nobody said anything in the run, or it has no such post.
    """
    if not (path / SPEC).exists():
        if thread:
            raise LogError(f"{path} is no run, and has no thread {thread!r}", hint="Leave the thread out.")
        read = read_conversation(path, names)
        return replace(read, said=tuple(turn.model_copy(update={"kind": "speech"}) for turn in read.said))
    log = open_run(path)
    kept = _thread_of(log, thread) if thread else None
    lines = [line for line in transcript_lines(log) if kept is None or line.step in kept]
    said = tuple(
        Said(speaker=line.speaker, text=line.text, at=at, round=line.round, side=stated_side(line.side))
        for at, line in enumerate(lines, 1)
    )
    motions = (log.spec.proposition.text,)
    stated = tuple(_stated_in(log.spec)) if len(said) == len(played_lines(log.spec)) else ()
    return Conversation(source=path, sha256=log.last_hash, layout="run", said=said, motions=motions, stated=stated)


def _stated_in(spec: RunSpec) -> Iterator[Stated]:
    """Yield the stances that people stated in a conversation that a run plays."""
    for agent, stances in stances_by_place(spec).items():
        for after, stance in stances.items():
            yield Stated(person=spec.participant(agent).name, after=after, stance=stance)


def _thread_of(log: RunLog, thread: str) -> set[str]:
    """Return the ids of a post and of all replies below it.

    Raises:
        LogError: the run has no such post.
    """
    hooks, kept = hooks_of(log.spec.protocol), {thread}
    posts = {post.id: post.reply_to for post in (hooks.posts(log) if hooks.posts else ())}
    if thread not in posts:
        answered = ", ".join(dict.fromkeys(filter(None, posts.values()))) or "none"
        raise LogError(f"{log.path} has no post {thread!r}", hint=f"Posts with replies: {answered}.")
    for post, answers in posts.items():  # a reply stands after what it answers
        kept |= {post} if answers in kept else set()
    return kept


def plan_conversation(scenario: Scenario, spec: RunSpec) -> RunSpec:
    """Return the spec with the lines of its conversation, and without beliefs of those who only speak.

    Raises:
        ScenarioError: the speakers are no transcript, or nobody in it would be heard.
        CorpusError, LogError: as ``spoken_lines``.
    """
    settings, model = ConversationSettings.model_validate(spec.script), spec.roles["speaker"].model
    if not is_recorded(model):
        raise ScenarioError(
            f"models.speaker: {model} would say new words, and a conversation plays back those that were said",
            hint="Set models.speaker = 'recorded:FILE'.",
            key="models.speaker",
        )
    names = [name for participant in spec.participants for name in (participant.name, participant.id)]
    transcript = spoken_lines(find_file(file_of(model), scenario.folder), names, settings.thread)
    words = cast(transcript, spec.participants, may_be_silent=True)
    nothing: dict[str, object] = {"kernel": None, "belief": {}, "memory": {}}
    agents = tuple(
        agent.model_copy(update=nothing if agent.id in settings.mindless else {}) for agent in spec.participants
    )
    planned = spec.model_copy(update={"recorded": {model: words}, "participants": agents})
    if settings.moderators == "not" and not any(has_side(planned, agent.id) for agent in agents):
        raise ScenarioError(
            "script.moderators: nobody has a side, so that nobody would be heard",
            hint="Write sides into the transcript (a column side: pro, con, none), set agents.ID.side, or hear all.",
            key="script.moderators",
        )
    return planned
