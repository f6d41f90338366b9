"""The view of a run, built from its log (``view.py`` describes its content)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from sys import intern
from typing import Any, Literal

from doxa.analysis.calls import count_reasons, prefix_shares, sum_answered
from doxa.analysis.causes import KnownClaim, known_claims
from doxa.analysis.debriefing import tell_persons
from doxa.analysis.exhibit import PARTS, Part
from doxa.analysis.explain import (
    MARKS,
    ItemRow,
    MoveRow,
    causes_of,
    headline_of,
    label_moves,
    moves_of,
    turning_points,
)
from doxa.analysis.fitness import describe_faults, describe_silence, fault_of, warn_of_unfit_speakers
from doxa.analysis.history import Chapter, as_shown, chapters
from doxa.analysis.hooks import exhibits_of, hooks_of
from doxa.analysis.labels import name_setting
from doxa.analysis.ledger import admitted_at, ledger_of
from doxa.analysis.missing import require_plugins
from doxa.analysis.story import stance_paths, tell_story, turning_batch
from doxa.analysis.view import (
    AgentView,
    ClaimView,
    ItemView,
    MemoryView,
    MoveView,
    PointView,
    RoleView,
    RunView,
    SummaryView,
    TurningView,
    TurnView,
)
from doxa.analysis.who_does import (
    describe_offline_hearing,
    describe_others_words,
    describe_unread,
    list_offline_roles,
    name_arguments,
    speakers_of,
)
from doxa.beliefs.base import items_of
from doxa.log.journal import CallRecord
from doxa.log.rundir import RunLog, blames_damage, paused_collection
from doxa.models.hearing.guards import cautions_of
from doxa.records.base import JsonValue, group_by
from doxa.records.claims import Claim, Readout
from doxa.records.spec import Participant, RunSpec
from doxa.records.steps import Outcome
from doxa.tasks.registry import task_named

SIMULATED = (
    "The words of this run were put together offline, by plain code, from {arguments}. It is a simulation: "
    "it says nothing about how a language model or a person would have argued."
)
JUDGED_OFFLINE = "Claims were {roles} offline, by plain code: a simple judge, not a language model."


@blames_damage
def view_of(log: RunLog) -> RunView:
    """Return everything that the report shows of a run.

    Raises:
        MissingPluginError: the log needs a plug-in that is not installed, or cannot be used.
    """
    require_plugins(log)
    hooks = hooks_of(log.spec.protocol)
    with paused_collection():
        calls = log.calls()
        view = hooks.view(log) if hooks.view else _default_view(log, calls)
        badge = badge_of(log, calls)
        told = view.simulated.removeprefix("Recorded words: ") if badge == "Recorded" else view.simulated
        moves = _drop_plain_bars(view)
        story = story_of(log, lambda: view)
        return view.model_copy(update={"story": story, "badge": badge, "simulated": told, "moves": moves})


def _drop_plain_bars(view: RunView) -> tuple[MoveView, ...]:
    """Return the moves of a view without bars that say no more than the items, such as those of posts without words."""
    plain = {agent.id for agent in view.agents if agent.unit == "S"}
    return tuple(
        move.model_copy(update={"bars": ()})
        if move.agent in plain and all(bar.label == bar.source for bar in move.bars)
        else move
        for move in view.moves
    )


def badge_of(log: RunLog, calls: Iterable[CallRecord]) -> str:
    """Return the word before the sentences on what stands in for models: whose words these are, or who judged them."""
    speakers = speakers_of(log, calls)
    if speakers.simulated:
        return "Partly simulated" if speakers.are_mixed else "Simulated"
    return "Recorded" if log.spec.recorded else "Callables" if describe_others_words(log.spec) else "Offline judge"


def story_of(log: RunLog, view: Callable[[], RunView]) -> str:
    """Return the story of a run in one sentence: its system's own, else the one that its stances tell."""
    hooks = hooks_of(log.spec.protocol)
    own = hooks.story(log) if hooks.story else ""
    silence = describe_silence(log)
    if silence and all(path.course == "stayed" for path in stance_paths(view())):
        return silence
    warning = silence or warn_of_unfit_speakers(log.spec, log.outcomes)
    return f"{warning} {own or tell_story(view())} {tell_persons(log)}".strip()


def _default_view(log: RunLog, calls: Sequence[CallRecord]) -> RunView:
    folded = FoldedRun(log)
    known, all_chapters = known_claims(folded, log.spec), folded.chapters
    moves, memory, summaries = list[MoveView](), dict[str, tuple[MemoryView, ...]](), list[SummaryView]()
    for agent, mind in (all_chapters[-1].minds if all_chapters else {}).items():
        rows, ledger = tuple(folded.moves.pop(agent, ())), ledger_of(mind, folded.admitted.pop(agent, {}))
        causes = causes_of(mind, known, rows)
        turning = tuple(TurningView(**point.model_dump(exclude={"note"})) for point in turning_points(rows))
        sentence = headline_of(causes, all_chapters[0].minds[agent].readout.stance, mind, rows, ledger)
        summaries.append(SummaryView(agent=agent, sentence=sentence, turning=turning))
        moves += moves_in(label_moves(rows, causes), agent, known)
        memory[agent] = tuple(
            MemoryView(**{**dict(row), "text": known[row.claim].text if row.claim in known else row.text})
            for row in ledger
        )
    view = outline_of(log, all_chapters).model_copy(
        update={
            "simulated": add_unread(log.spec, describe_simulated(log, calls), all_chapters),
            "turns": tuple(folded.turns),
            "moves": tuple(moves),
            "memory": memory,
            "summaries": tuple(summaries),
            "roles": tuple(roles_of(calls)),
            "reasons": count_reasons(calls),
            "prefix": prefix_shares(calls, log.blobs, tasks=folded.tasks),
            "parts": parts_of(log),
        }
    )
    counts = {"turns": len(view.turns)} if view.turns or not log.finished else {}
    return view.model_copy(update={"counts": counts, "middle": middle_of(view)})


class FoldedRun:
    """A run that is folded once, from batch to batch, and of whose batches only what a page shows is kept."""

    def __init__(self, log: RunLog) -> None:
        self._log = log
        self.chapters: list[Chapter] = []
        """Without what only the fold of the next one needs; of the minds, those of the last alone have a memory."""
        self.moves: dict[str, list[MoveRow]] = {}
        self.admitted: dict[str, dict[str, int]] = {}
        """Agent → claim → the batch in which it was admitted."""
        self.turns: list[TurnView] = []
        self.tasks: dict[str, str] = {}
        """Step → its task."""

    def __iter__(self) -> Iterator[Chapter]:
        """Yield each chapter whole, before it is reduced."""
        for chapter in chapters(self._log):
            yield chapter
            for agent in chapter.minds:
                self.moves.setdefault(agent, []).extend(moves_of([chapter], agent))
                self.admitted.setdefault(agent, {}).update(admitted_at([chapter], agent))
            self.turns += turns_of(self._log, [chapter])
            self.tasks |= {outcome.key: intern(outcome.task) for outcome in chapter.outcomes}
            for past in self.chapters[-1:]:
                past.minds = {agent: as_shown(mind) for agent, mind in past.minds.items()}
            self.chapters.append(_reduced(chapter))


def _reduced(chapter: Chapter) -> Chapter:
    """Return a chapter with its note, its minds and priors, and what is told of messages that were not heard."""
    faulty = [outcome for outcome in chapter.outcomes if fault_of(outcome) or outcome.cut]
    priors = {} if chapter.number else chapter.folded
    # the messages as they were turned, whose claims the memories share
    return Chapter(
        number=chapter.number,
        note=chapter.note,
        outcomes=faulty,
        heard=chapter.turned or chapter.heard,
        folded=priors,
        minds=chapter.minds,
    )


def outline_of(log: RunLog, all_chapters: list[Chapter]) -> RunView:
    """Return what a view shows of a run as a whole, from its spec and the stances of its chapters."""
    minds = all_chapters[-1].minds if all_chapters else {}
    view = RunView(
        name=log.spec.name,
        spec=log.spec_hash,
        status="finished" if log.finished else "unfinished",
        simulated="",
        proposition=log.spec.proposition.text,
        protocol=log.spec.protocol,
        seed=log.spec.seed,
        replicate=log.spec.replicate,
        agents=tuple(agent_of(participant, all_chapters) for participant in log.spec.participants),
        batches=tuple(chapter.note or f"batch {chapter.number}" for chapter in all_chapters),
        curves={
            agent: tuple(_point(chapter.number, chapter.minds[agent].readout) for chapter in all_chapters)
            for agent in minds
        },
        turns=(),
        moves=(),
        memory={},
        summaries=(),
        roles=(),
        prefix={},
        settings=tuple(flat(log.spec.model_dump(mode="json", exclude={"seeds", "counters", "labels", "recorded"}))),
    )
    return view.model_copy(update={"opens": turning_batch(view)})


def parts_of(log: RunLog) -> dict[str, Part]:
    """Return the exhibits that this protocol's system shows on the page, by name.

    Raises:
        DoxaError: an exhibit cannot be drawn.
    """
    return PARTS.validate_python({exhibit.name: exhibit for exhibit in exhibits_of(log, "page")})


def middle_of(view: RunView, *, has_memory: bool | None = None) -> Literal["whole", "stances", "transcript", "none"]:
    """Return the middle of the page: without stances no curves or ledger, without turns no transcript, and none at all
    where parts show everything.

    Args:
        has_memory: whether any agent remembers anything, where the view does not have the memories.
    """
    has_stance = any(point.stance is not None for points in view.curves.values() for point in points)
    if has_memory is None:
        has_memory = any(view.memory.values())
    has_moves = any(move.items for move in view.moves)
    has_ledger = has_memory or (has_moves and not view.parts)
    if view.parts and not (view.turns or has_memory or has_moves):
        return "none"
    if view.turns:
        return "whole" if has_stance or has_ledger else "transcript"
    return "stances" if view.status == "finished" and has_stance else "whole"


def describe_simulated(log: RunLog, calls: Iterable[CallRecord]) -> str:
    """Return sentences on simulated words and on what the wording makes doubtful; empty where nothing is simulated."""
    hooks = hooks_of(log.spec.protocol)
    system_words = hooks.simulated(log) if hooks.simulated else None
    sentences = describe_offline(log, calls, SIMULATED) if system_words is None else system_words
    return join_notices(log.spec, sentences)


def add_unread(spec: RunSpec, told: str, all_chapters: Iterable[Chapter]) -> str:
    """Return sentences with those on messages that were not heard or cannot be read, where there are any."""
    known = list(all_chapters)
    heard = (body for chapter in known for body in chapter.heard.values())
    unfit = describe_faults(outcome for chapter in known for outcome in chapter.outcomes)
    return " ".join(sentence for sentence in (told, unfit, describe_unread(spec, heard)) if sentence)


def join_notices(spec: RunSpec, sentences: str) -> str:
    """Return sentences on code in place of models, with those on the words of others and on doubtful wording."""
    notices = [notice for notice in (describe_others_words(spec), sentences) if notice]
    return " ".join([*notices, *cautions_of(spec)]) if notices else ""


def describe_offline(log: RunLog, calls: Iterable[CallRecord], words: str, *, judged: str = "") -> str:
    """Return sentences on the code that performed in place of models, in the roles that had at least one call.

    Args:
        words: the sentence where all speakers were simulated; ``{arguments}`` stands for where theirs are from.
        judged: the sentence where the judge was offline.
    """
    offline = {role.partition("@")[0] for role in list_offline_roles(calls)}
    hearing = [word for role, word in (("extractor", "extracted"), ("scorer", "scored")) if role in offline]
    sentences = (
        speakers_of(log, calls).describe(words.format(arguments=name_arguments(log.spec))),
        judged if "judge" in offline else "",
        JUDGED_OFFLINE.format(roles=" and ".join(hearing)) if hearing else "",
        describe_offline_hearing(log.spec) if "extractor" in offline else "",
    )
    return " ".join(filter(None, sentences))


def agent_of(participant: Participant, all_chapters: list[Chapter]) -> AgentView:
    prior: dict[str, JsonValue] = {}
    if participant.kernel:
        prior = dict(participant.prior.model_dump(mode="json"))
        prior |= dict(getattr(all_chapters[0].folded.get(participant.id) if all_chapters else None, "prior", {}))
    mind = all_chapters[-1].minds.get(participant.id) if all_chapters else None
    return AgentView(
        id=participant.id,
        name=participant.name,
        side=participant.side,
        persona=participant.persona,
        kernel=participant.kernel,
        settings=_name_all({"belief": participant.belief, "memory": participant.memory} if participant.kernel else {}),
        prior=_name_all({"prior": prior}),
        unit=items_of(mind.kernel, mind.readout).unit if mind else None,
    )


def _name_all(parts: Mapping[str, Mapping[str, JsonValue]]) -> dict[str, JsonValue]:
    """Return settings by their words, from part → name → value."""
    return {name_setting(f"{part}.{name}"): given for part, named in parts.items() for name, given in named.items()}


def _point(batch: int, readout: Readout) -> PointView:
    return PointView(batch=batch, stance=readout.stance, log_odds=readout.log_odds, kind=readout.kind)


def turns_of(log: RunLog, some_chapters: Iterable[Chapter]) -> Iterator[TurnView]:
    """Yield the turns of some chapters."""
    for chapter, outcome, text in spoken_in(some_chapters):
        heard = chapter.heard.get(outcome.key)
        yield turn_of(chapter, outcome, text, tuple(_claim(claim, log) for claim in heard.claims) if heard else ())


def spoken_in(some_chapters: Iterable[Chapter]) -> Iterator[tuple[Chapter, Outcome, str]]:
    """Yield the turns of some chapters, each with what was said in it."""
    for chapter in some_chapters:
        for outcome in chapter.outcomes:
            words = _in_words(outcome)
            if words or task_named(outcome.task).speaks:
                yield chapter, outcome, outcome.text or words


def turn_of(chapter: Chapter, outcome: Outcome, text: str, claims: tuple[ClaimView, ...]) -> TurnView:
    """Return a turn with these words and claims."""
    heard = chapter.heard.get(outcome.key)
    return TurnView(
        key=outcome.key,
        batch=chapter.number,
        note=chapter.note,
        speaker=outcome.actor,
        status=outcome.status,
        reason=outcome.reason or (heard.flag if heard else ""),
        text=text,
        claims=claims,
        flaw=outcome.flaw,
        cut=outcome.cut,
    )


def _in_words(outcome: Outcome) -> str:
    """Return a structured reply in words; '' where its task cannot put it in words, or there is no reply."""
    task = task_named(outcome.task)
    reply = task.reply_of(outcome) if task.in_words else None
    return task.in_words(reply) if task.in_words and reply is not None else ""


def _claim(claim: Claim, log: RunLog) -> ClaimView:
    start, end = claim.place or (None, None)
    return ClaimView(
        id=claim.id,
        text=claim.text,
        snippet=claim.snippet,
        start=start,
        end=end,
        polarity=claim.polarity,
        strength=claim.strengths.get(log.spec.hearing.strength),
        strengths=claim.strengths,
        tags=claim.tags,
        direction_by=MARKS[claim.direction_by],
    )


def moves_in(moves: Iterable[MoveRow], agent: str, known: Mapping[str, KnownClaim]) -> Iterator[MoveView]:
    """Yield moves of an agent as pages show them."""
    for move in moves:
        yield MoveView(
            agent=agent,
            batch=move.batch,
            before=move.before.stance,
            after=move.after.stance,
            log_odds_before=move.before.log_odds,
            log_odds_after=move.after.log_odds,
            items=tuple(_item(item, known.get(item.source)) for item in move.items),
            bars=move.bars,
            heard=move.heard,
            amended=move.amended,
        )


def _item(item: ItemRow, claim: KnownClaim | None) -> ItemView:
    return ItemView(
        claim=item.source,
        text=claim.text if claim else "",
        origin=item.origin,
        polarity=item.polarity,
        strength=item.strength,
        weight=item.weight,
        before=item.before,
        after=item.after,
        why=item.why,
        message=claim.message if claim and item.origin != "seed" else None,
    )


def roles_of(calls: Sequence[CallRecord]) -> Iterator[RoleView]:
    for (role, model), role_calls in sorted(group_by(calls, lambda call: (call.role, call.model)).items()):
        yield RoleView(
            role=role,
            model=model,
            calls=len(role_calls),
            input_tokens=sum_answered(role_calls, "input_tokens"),
            output_tokens=sum_answered(role_calls, "output_tokens"),
            cached_tokens=sum_answered(role_calls, "cached_tokens"),
            cost=sum_answered(role_calls, "cost"),
            failed=sum(call.status != "ok" for call in role_calls),
            tries=sum(len(call.tries) for call in role_calls),
        )


def flat(value: Any, path: str = "") -> Iterator[tuple[str, JsonValue]]:
    if isinstance(value, dict) and value:
        for key, setting in value.items():
            yield from flat(setting, f"{path}.{key}" if path else key)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for place, setting in enumerate(value):
            yield from flat(setting, f"{path}.{setting.get('id', place)}")
    else:
        yield path, value
