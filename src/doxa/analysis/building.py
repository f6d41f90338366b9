"""Building the view of a run from its log (see ``view.py`` for what it holds)."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from doxa.analysis.explain import claims_of, ledger_of, moves_of, sentence, turning_points
from doxa.analysis.history import Chapter, chapters
from doxa.analysis.prefixes import prefix_shares
from doxa.analysis.view import (
    AgentView,
    ClaimView,
    DiscussionView,
    ItemView,
    MemoryView,
    MoveView,
    PlayerView,
    PointView,
    PuzzleView,
    RolesView,
    RoleView,
    RunView,
    SpokenView,
    SummaryView,
    TurningView,
    TurnView,
)
from doxa.log.journal import CallRecord
from doxa.log.rundir import RunLog
from doxa.minds.mind import Mind
from doxa.records.base import JsonValue
from doxa.records.claims import Claim
from doxa.records.people import Participant
from doxa.systems.feed.exhibits.influence import movers
from doxa.systems.feed.exhibits.story import Story, is_feed, story_of
from doxa.systems.feed.listeners_view import audience_view
from doxa.systems.feed.views import READERS, feed_summaries, feed_view
from doxa.systems.puzzle.exhibits.ballots import PROTOCOL, is_debate, result_of, sitting_of, spoken, words_of
from doxa.systems.round_table.exhibits.discussion import spoken_in
from doxa.systems.round_table.measures.turns import METRICS
from doxa.systems.union.exhibits.held import is_union
from doxa.systems.union.views import union_view
from doxa.tasks.registry import task_named

SIMULATED = (
    "The words of this run were put together offline, by plain code, from a corpus of real arguments. It is a "
    "simulation: it says nothing about how a language model or a person would have argued."
)
DEBATED = (
    "The words of this run were put together offline, by plain code, from the speakers' writing and a corpus of real "
    "arguments. It is a simulation: it says nothing about how a language model or a person would have argued."
)
DISCUSSED = (
    "The words of this run were put together offline, by plain code, from personas, passages and what others said, as "
    "its prompts ask. It is a simulation: that instructions are obeyed is assumed."
)
REASONED = (
    "Answers of this run were given by reasoners of declared strength, plain code that stands in for models: "
    "{models}. It is a simulation: it says nothing about how a language model would have reasoned."
)
RESPONSES = "Whether an utterance responds and opposes was judged offline, by a plain rule."
POSTED = (
    "What agents do on this feed was decided offline, by plain code, and their words are real arguments of a corpus. "
    "It is a simulation: it says nothing about how a language model or a person would have acted."
)
JUDGED_OFFLINE = "Claims were {roles} offline, by plain code: a simple judge, not a language model."


def view_of(log: RunLog) -> RunView:
    """Return everything that the report shows of a run."""
    if is_feed(log):
        return _feed_run(log)
    told = list(chapters(log))
    claims = claims_of(told)
    minds = told[-1].minds if told else {}
    calls = log.calls()
    return RunView(
        name=log.spec.name,
        spec=log.spec_hash,
        status="finished" if log.finished else "unfinished",
        simulated=_simulated(log, calls),
        proposition=log.spec.proposition.text,
        protocol=log.spec.protocol,
        seed=log.spec.seed,
        replicate=log.spec.replicate,
        agents=tuple(_agent(one, told) for one in log.spec.participants),
        batches=tuple(one.note or f"batch {one.number}" for one in told),
        curves={who: tuple(_points(told, who)) for who in minds},
        turns=tuple(_turns(log, told)),
        moves=tuple(move for who in minds for move in _moves(told, who, claims)),
        memory={who: _memory(mind, told) for who, mind in minds.items()},
        summaries=tuple(_summary(mind, told) for mind in minds.values()),
        roles=tuple(_roles(calls)),
        prefix=prefix_shares(calls, log.blobs, actors={one.key: one.actor for part in told for one in part.outcomes}),
        settings=tuple(_flat(log.spec.model_dump(mode="json", exclude={"seeds", "counters"}))),
        discussion=_discussion(log),
        puzzle=_puzzle(log, told),
        union=union_view(log),
        audience=audience_view(log),
    )


def _feed_run(log: RunLog) -> RunView:
    """Return the view of a feed: its batches are rounds, and of many agents those that moved most are named."""
    story = story_of(log)
    calls = log.calls()
    moved = [one.agent for one in movers(story, 0)]
    named, known = moved[:READERS], {one.id: one for one in log.spec.participants}
    rest = [id for id in known if id not in set(moved)]
    agents = [_agent(known[id], []) for id in [*named, *rest[: READERS - len(named)]]]
    crowd = {"seeds", "counters"} | ({"participants"} if len(log.spec.participants) > READERS else set())
    return RunView(
        name=log.spec.name,
        spec=log.spec_hash,
        status="finished" if log.finished else "unfinished",
        simulated=POSTED if log.spec.roles["speaker"].model == "offline" else "",
        proposition=log.spec.proposition.text,
        protocol=log.spec.protocol,
        seed=log.spec.seed,
        replicate=log.spec.replicate,
        agents=tuple(agents),
        batches=("start", *(f"round {number}" for number in range(1, story.rounds + 1))),
        curves={one.id: _feed_points(story, one.id) for one in agents if one.id in named},
        turns=(),
        moves=(),
        memory={},
        summaries=tuple(
            SummaryView(agent=one, sentence=told, turning=()) for one, told in feed_summaries(story).items()
        ),
        roles=tuple(_roles(calls)),
        prefix={},
        settings=tuple(_flat(log.spec.model_dump(mode="json", exclude=crowd))),
        feed=feed_view(story),
        audience=audience_view(log),
    )


def _feed_points(story: Story, who: str) -> tuple[PointView, ...]:
    shown = [one[who] for one in story.readouts]
    return tuple(
        PointView(batch=number, stance=one.stance, log_odds=None, kind=one.kind) for number, one in enumerate(shown)
    )


def _puzzle(log: RunLog, told: list[Chapter]) -> PuzzleView | None:
    if not is_debate(log):
        return None
    found, words, by = sitting_of(log), spoken(str(log.spec.script["puzzle"])), result_of(log)["decided_by"]
    rows = zip(words.players, words.says, found.solution, found.decided, by, strict=True)
    last = {one.note: one for one in told[1:] if any(step.actor in one.minds for step in one.outcomes)}
    return PuzzleView(
        players=tuple(PlayerView(name=n, says=s, solution=r, decided=d, by=b) for n, s, r, d, b in rows),
        manager=words.manager,
        phases=tuple(
            RolesView(
                batch=one.number,
                note=one.note,
                roles={who: dict(mind.readout.ballot or {}) for who, mind in one.minds.items()},
            )
            for one in last.values()
        ),
    )


def _discussion(log: RunLog) -> DiscussionView | None:
    if log.spec.protocol != "round_table" or not log.finished:
        return None
    spoken = spoken_in(log)
    turns = tuple(
        SpokenView(
            key=one.key,
            round=one.turn.round,
            agent=one.turn.agent,
            metrics={name: metric(one.turn) for name, metric in METRICS.items()},
            weights={"T": one.weights.T, "M": one.weights.M, "D": one.weights.D},
        )
        for one in spoken
    )
    rules = tuple(dict.fromkeys(one.rule for one in spoken))
    query = spoken[0].query if spoken else log.spec.proposition.text
    return DiscussionView(query=query, rules=rules, metrics=tuple(METRICS), turns=turns)


def _simulated(log: RunLog, calls: list[CallRecord]) -> str:
    if log.spec.protocol == PROTOCOL:
        speaking = {log.spec.roles[one.role] for one in log.spec.participants}
        speaking |= {one for role, one in log.spec.roles.items() if role == "supervisor"}
        reasoners = sorted({one.model for one in speaking if one.simulated})
        return REASONED.format(models=", ".join(reasoners)) if reasoners else ""
    offline = {role.partition("@")[0] for role, one in log.spec.roles.items() if one.model == "offline"}
    discussed, union = log.spec.protocol == "round_table", is_union(log.spec)
    words = DEBATED if union else DISCUSSED if discussed else SIMULATED
    told = [words] if "speaker" in offline else []
    if discussed or union:
        offline &= {one.role.partition("@")[0] for one in calls}  # not every role is asked there
    if discussed and "judge" in offline:
        told.append(RESPONSES)
    judged = [word for role, word in (("extractor", "extracted"), ("scorer", "scored")) if role in offline]
    if judged:
        told.append(JUDGED_OFFLINE.format(roles=" and ".join(judged)))
    return " ".join(told)


def _agent(one: Participant, told: list[Chapter]) -> AgentView:
    settings: dict[str, JsonValue] = {**one.belief, **one.memory} if one.kernel else {}
    prior: dict[str, JsonValue] = {}
    if one.kernel:
        prior = dict(one.prior.model_dump(mode="json"))
        body = told[0].folded.get(one.id) if told else None
        prior |= dict(getattr(body, "prior", {}))
    return AgentView(
        id=one.id, name=one.name, side=one.side, persona=one.persona, kernel=one.kernel, settings=settings, prior=prior
    )


def _points(told: list[Chapter], who: str) -> Iterator[PointView]:
    for chapter in told:
        shown = chapter.minds[who].readout
        yield PointView(batch=chapter.number, stance=shown.stance, log_odds=shown.log_odds, kind=shown.kind)


def _turns(log: RunLog, told: list[Chapter]) -> Iterator[TurnView]:
    for chapter in told:
        for one in chapter.outcomes:
            words = words_of(one) if log.spec.protocol == PROTOCOL else ""
            if task_named(one.task).speaks or words:
                heard = chapter.heard.get(one.key)
                yield TurnView(
                    key=one.key,
                    batch=chapter.number,
                    note=chapter.note,
                    speaker=one.actor,
                    status=one.status,
                    reason=one.reason or (heard.lost if heard else ""),
                    text=one.text or words,
                    claims=tuple(_claim(claim, log) for claim in heard.claims) if heard else (),
                )


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
    )


def _moves(told: list[Chapter], who: str, claims: dict[str, Claim]) -> Iterator[MoveView]:
    for move in moves_of(told, who):
        yield MoveView(
            agent=who,
            batch=move.batch,
            before=move.before.stance,
            after=move.after.stance,
            log_odds_before=move.before.log_odds,
            log_odds_after=move.after.log_odds,
            items=tuple(_item(item.model_dump(exclude={"factors"}), claims.get(item.source)) for item in move.items),
            heard=move.heard,
            amended=move.amended,
        )


def _item(item: dict[str, Any], claim: Claim | None) -> ItemView:
    item.pop("scored")
    return ItemView(
        claim=item.pop("source"),
        text=claim.text if claim else "",
        message=claim.source if claim and item["origin"] != "seed" else None,
        **item,
    )


def _memory(mind: Mind, told: list[Chapter]) -> tuple[MemoryView, ...]:
    return tuple(MemoryView(**row.model_dump()) for row in ledger_of(mind, told))


def _summary(mind: Mind, told: list[Chapter]) -> SummaryView:
    who = mind.participant.id
    moves = moves_of(told, who)
    start = told[0].minds[who].readout.stance
    text = sentence(mind.participant.name, start, mind.readout.stance, moves, ledger_of(mind, told))
    turning = tuple(TurningView(**one.model_dump(exclude={"note"})) for one in turning_points(moves))
    return SummaryView(agent=who, sentence=text, turning=turning)


def _roles(calls: list[CallRecord]) -> Iterator[RoleView]:
    grouped: dict[tuple[str, str], list[CallRecord]] = defaultdict(list)
    for call in calls:
        grouped[call.role, call.model].append(call)
    for (role, model), found in sorted(grouped.items()):
        yield RoleView(
            role=role,
            model=model,
            calls=len(found),
            input_tokens=_sum(found, "input_tokens"),
            output_tokens=_sum(found, "output_tokens"),
            cached_tokens=_sum(found, "cached_tokens"),
            cost=_sum(found, "cost"),
            failed=sum(one.status != "ok" for one in found),
            tries=sum(len(one.tries) for one in found),
        )


def _sum(calls: list[CallRecord], field: str) -> Any:
    """Sum a field over the calls that answered; None as soon as one does not say."""
    values = [getattr(one, field) for one in calls if one.status == "ok"]
    return None if any(value is None for value in values) else sum(values)


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, JsonValue]]:
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from _flat(item, f"{path}.{key}" if path else key)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for place, item in enumerate(value):
            yield from _flat(item, f"{path}.{item.get('id', place)}")
    else:
        yield path, value
