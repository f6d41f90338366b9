"""Tables ``stances``, ``meetings`` and ``moves``: where every agent stands, what it met, and what moved it how far."""

from collections.abc import Iterator

from doxa.analysis.history import Chapter
from doxa.beliefs.base import Items, items_of, kernel_class
from doxa.errors import DoxaError
from doxa.exports.frame import RUN, TO_RUNS, Link, Row, TableColumn, TableSchema, to_agents
from doxa.exports.opened import OpenedRun
from doxa.records.claims import Evidence, Item, Readout, Trace
from doxa.records.events import MovedBody

STANCE_STATUSES = {
    "prior": "where the agent began, before anything was said",
    "moved": "the agent met something in this batch, and its belief was computed again",
    "kept": "nothing reached the agent in this batch: its stance is carried on",
    "amended": "nothing reached the agent, but its settings changed at this batch",
    "pending": "the run stopped within this batch, before this belief was computed; the stance is the one before",
}

STANCE_KINDS = {
    "maintained": "a belief rule maintains it outside the words",
    "self_report": "the agent itself says it",
    "judged": "an outside judge reads it",
}

STANCES = TableSchema(
    name="stances",
    about="One row for each agent with a belief, batch and topic. Every batch has a row for every such agent: where "
    "nothing reached it, its stance is carried on, and the status says so. Batch 0 is the prior.",
    columns=(
        RUN,
        TableColumn("agent", "string", "The agent's id.", always=True),
        TableColumn("batch", "integer", "The batch after which the agent stands here; 0 is the prior.", always=True),
        TableColumn(
            "topic",
            "string",
            "What the stance is about: the proposition's id, or a further topic of a feed.",
            always=True,
        ),
        TableColumn("round", "string", "The batch's own name in the script, such as round 3."),
        TableColumn("status", "string", "What happened to the agent in this batch.", STANCE_STATUSES, always=True),
        TableColumn("kind", "string", "Whose word the stance is.", STANCE_KINDS, always=True),
        TableColumn(
            "stance", "number", "S in [-1, 1], positive for the proposition; missing where the agent shows none."
        ),
        TableColumn("log_odds", "number", "L, with S = tanh(L/2): the additive scale; missing for rules without one."),
        TableColumn("confidence", "number", "Confidence in [0, 1], for rules that have one."),
        TableColumn("change", "number", "Stance minus the stance at the batch before; missing at batch 0."),
        TableColumn("log_odds_change", "number", "The same of the log-odds: what the moves of this batch add up to."),
        TableColumn("exposures", "integer", "Messages and posts that reached the agent in this batch.", always=True),
        TableColumn("admitted", "integer", "Claims of this batch that its memory made records of.", always=True),
    ),
    key=("run", "agent", "batch", "topic"),
    links=(TO_RUNS, to_agents("agent")),
)


def list_stances(run: OpenedRun) -> Iterator[Row]:
    """Yield the stances of one run, batch by batch."""
    if run.log is None:
        return
    topic = run.log.spec.proposition.id
    latest: dict[str, Readout] = {}
    for chapter in run.chapters:
        for agent in run.believers:
            before = latest.get(agent)
            if (now := _readout(chapter, agent, before)) is None:
                continue
            latest[agent] = now
            body = chapter.recorded.get(agent, (0, None))[1]
            common: Row = {
                "run": run.id,
                "agent": agent,
                "batch": chapter.number,
                "round": chapter.note or None,
                "status": _status(chapter, agent),
                "kind": now.kind,
                "exposures": len(body.exposures) if isinstance(body, MovedBody) else 0,
                "admitted": len(body.admitted) if isinstance(body, MovedBody) else 0,
            }
            yield {
                **common,
                "topic": topic,
                "stance": now.stance,
                "log_odds": now.log_odds,
                "confidence": now.confidence,
                "change": _difference(now.stance, before.stance if before else None),
                "log_odds_change": _difference(now.log_odds, before.log_odds if before else None),
            }
            for name, on_topic in now.topics.items():
                earlier = before.topics.get(name) if before else None
                yield {
                    **common,
                    "topic": name,
                    "stance": on_topic.stance,
                    "confidence": on_topic.confidence,
                    "change": _difference(on_topic.stance, earlier.stance if earlier else None),
                }


def _readout(chapter: Chapter, agent: str, before: Readout | None) -> Readout | None:
    """Return what an agent shows after a chapter: its move, else the jump of its settings, else what it showed."""
    if agent in chapter.recorded:
        return chapter.recorded[agent][1].trace.after
    if agent in chapter.jumps:
        return chapter.jumps[agent][1].after
    return before


def _status(chapter: Chapter, agent: str) -> str:
    if chapter.number == 0:
        return "prior"
    if agent in chapter.recorded:
        return "moved"
    if not chapter.closed:
        return "pending"
    return "amended" if agent in chapter.jumps else "kept"


def _difference(after: float | None, before: float | None) -> float | None:
    return None if after is None or before is None else after - before


MEETING_STATUSES = {
    "counts": "its record is active after this batch",
    "archived": "its record was made, and does not count: reason says why",
    "unread": "the listener's belief rule reads no claims, so that there is no record",
}

MEETING_REASONS = {
    "seed": "the agent starts with it",
    "new": "nothing in memory is near it",
    "stronger": "it replaced a weaker near-duplicate",
    "duplicate": "a near-duplicate that is at least as strong counts already",
    "repeated": "the listener's own words again",
    "replaced": "a stronger near-duplicate of the same batch replaced it",
    "unclear": "its direction is unclear",
    "unscored": "nobody gave it a strength",
}

MEETINGS = TableSchema(
    name="meetings",
    about="One row for each listener and claim that reached it, with what admission to its memory decided.",
    columns=(
        RUN,
        TableColumn("listener", "string", "The agent that the claim reached, or that starts with it.", always=True),
        TableColumn("claim", "string", "The claim.", always=True),
        TableColumn("batch", "integer", "The batch in which it reached the listener; 0 for a seed.", always=True),
        TableColumn(
            "origin",
            "string",
            "Whose words they are to the listener.",
            {"seed": "an argument that it starts with", "self": "its own words", "peer": "another agent's words"},
            always=True,
        ),
        TableColumn("status", "string", "What became of it.", MEETING_STATUSES, always=True),
        TableColumn("reason", "string", "Why it counts or does not; missing where it was not read.", MEETING_REASONS),
        TableColumn("polarity", "integer", "1 for the proposition, -1 against it, 0 unclear.", always=True),
        TableColumn("scored", "number", "s before confirmation bias; missing where nobody scored it."),
        TableColumn("strength", "number", "s as it counts, after confirmation bias."),
        TableColumn(
            "active", "boolean", "Whether its record counts after this batch; missing where there is no record."
        ),
        TableColumn(
            "similarity", "number", "Cosine to the nearest active record of its direction, where there was one."
        ),
        TableColumn("nearest", "string", "The claim in whose favour it was archived on arrival."),
        TableColumn("superseded_by", "string", "The claim that replaced it later, or on arrival."),
        TableColumn("archived_batch", "integer", "The batch in which it ceased to count; missing while it counts."),
    ),
    key=("run", "listener", "claim", "batch"),
    links=(
        TO_RUNS,
        to_agents("listener"),
        Link(("run", "claim"), "claims", ("run", "claim")),
        Link(("run", "nearest"), "claims", ("run", "claim")),
        Link(("run", "superseded_by"), "claims", ("run", "claim")),
    ),
)

ArchivedLater = dict[tuple[str, str], tuple[int, str | None]]
"""(listener, claim) → the batch in which the record was archived, and the claim that replaced it."""


def list_meetings(run: OpenedRun) -> Iterator[Row]:
    """Yield the meetings of one run, batch by batch."""
    later: ArchivedLater = {
        (listener, record.claim): (chapter.number, record.superseded_by)
        for chapter in run.chapters
        for listener, (_, body) in chapter.recorded.items()
        if isinstance(body, MovedBody)
        for record in body.archived
    }
    for chapter in run.chapters:
        for listener, (_, body) in chapter.recorded.items():
            for record in body.admitted if isinstance(body, MovedBody) else body.evidence:
                yield _meeting(run, listener, chapter.number, record, later)
            if isinstance(body, MovedBody):
                yield from _unread(run, listener, chapter.number, body)


def _meeting(run: OpenedRun, listener: str, batch: int, record: Evidence, later: ArchivedLater) -> Row:
    archived, by = later.get((listener, record.claim), (None if record.active else batch, record.superseded_by))
    return {
        "run": run.id,
        "listener": listener,
        "claim": record.claim,
        "batch": batch,
        "origin": record.origin,
        "status": "counts" if record.active else "archived",
        "reason": record.reason or None,
        "polarity": record.polarity,
        "scored": record.strength if record.scored is None else record.scored,
        "strength": record.strength,
        "active": record.active,
        "similarity": record.similarity,
        "nearest": None if record.active else record.superseded_by,
        "superseded_by": by,
        "archived_batch": archived,
    }


def _unread(run: OpenedRun, listener: str, batch: int, body: MovedBody) -> Iterator[Row]:
    """Yield the claims that reached a listener whose rule made no records of them."""
    known = {record.claim for record in body.admitted}
    for exposure in body.exposures:
        for id in exposure.claims:
            if id not in known and id in run.claims:
                claim = run.claims[id]
                yield {
                    "run": run.id,
                    "listener": listener,
                    "claim": id,
                    "batch": batch,
                    "origin": exposure.origin,
                    "status": "unread",
                    "polarity": claim.polarity,
                    "scored": claim.strengths.get(run.strength),
                }


UNITS = {
    "L": "log-odds: the deltas of a listener and batch add up to log_odds_change in stances",
    "S": "the stance: they add up to its change, unless the stance was cut at -1 or 1",
    "none": "the rule gives its parts no numbers",
}

MOVE_STATUSES = {
    "log_odds": "delta is on the additive scale",
    "no log-odds": "the belief rule has no log-odds: delta is a part of the stance",
    "no numbers": "the belief rule says what moved it, and not by how much: delta is missing",
}

CAUSES = {
    "prior": "an argument that the agent starts with",
    "heard": "something that was heard, read or reported in this batch",
    "amended": "a setting that changed at this batch",
}

MOVES = TableSchema(
    name="moves",
    about="One row for each part of each change of a belief. At batch 0 the parts of the prior. A batch in which "
    "nothing changed has no row here; the table stances has one.",
    columns=(
        RUN,
        TableColumn("listener", "string", "The agent whose belief moved.", always=True),
        TableColumn("batch", "integer", "The batch; 0 for the prior.", always=True),
        TableColumn(
            "n", "integer", "The number of the part among those of the listener and batch, from 1.", always=True
        ),
        TableColumn("cause", "string", "What changed the belief.", CAUSES, always=True),
        TableColumn("source", "string", "The claim, message, post or own term of the rule.", always=True),
        TableColumn("claim", "string", "The same, where it is a claim."),
        TableColumn("message", "string", "The message or post that it comes from."),
        TableColumn("origin", "string", "seed, self or peer; or a word of the rule.", always=True),
        TableColumn("polarity", "integer", "1 for the proposition, -1 against it, 0 unclear or without direction."),
        TableColumn("strength", "number", "s as it counts; missing where the rule has none."),
        TableColumn("weight", "number", "The weight by its origin; missing for a rule without weights."),
        TableColumn("unit", "string", "The scale of before, after and delta.", UNITS, always=True),
        TableColumn("status", "string", "Whether the change can be added up.", MOVE_STATUSES, always=True),
        TableColumn("before", "number", "What it gave before the batch."),
        TableColumn("after", "number", "What it gives after the batch."),
        TableColumn("delta", "number", "after minus before."),
        TableColumn("why", "string", "Why it changed, in a word of the rule or the memory."),
    ),
    key=("run", "listener", "batch", "n"),
    links=(
        TO_RUNS,
        to_agents("listener"),
        Link(("run", "claim"), "claims", ("run", "claim")),
        Link(("run", "message"), "messages", ("run", "message")),
    ),
)


def list_moves(run: OpenedRun) -> Iterator[Row]:
    """Yield the parts of every change in one run, batch by batch."""
    for chapter in run.chapters:
        for listener in run.believers:
            for number, part in enumerate(_parts(run, chapter, listener), 1):
                yield {"run": run.id, "listener": listener, "batch": chapter.number, "n": number, **part}


def _parts(run: OpenedRun, chapter: Chapter, listener: str) -> Iterator[Row]:
    """Yield what changed one belief in one batch: first its settings, then what it met."""
    traces = [("amended", chapter.jumps[listener][1])] if listener in chapter.jumps else []
    if listener in chapter.recorded:
        traces.append(("heard" if chapter.number else "prior", chapter.recorded[listener][1].trace))
    for cause, trace in traces:
        items = _items(run, listener, trace)
        for item in trace.items:
            yield {"cause": cause, **_part(run, item, items)}


def _items(run: OpenedRun, listener: str, trace: Trace) -> Items:
    """Return what a rule declares of its items; of a rule that is not installed, what its readout shows."""
    assert run.log is not None
    try:
        return items_of(kernel_class(run.log.spec.participant(listener).kernel or ""), trace.after)
    except DoxaError:
        return items_of(None, trace.after)


def _part(run: OpenedRun, item: Item, items: Items) -> Row:
    numbers = items.unit is not None
    return {
        "source": item.source,
        "claim": item.source if item.source in run.claims else None,
        "message": run.message_of(item.source),
        "origin": item.origin,
        "polarity": item.polarity,
        "strength": item.strength,
        "weight": item.weight if items.weighed else None,
        "unit": items.unit or "none",
        "status": {"L": "log_odds", "S": "no log-odds", None: "no numbers"}[items.unit],
        "before": item.before if numbers else None,
        "after": item.after if numbers else None,
        "delta": item.after - item.before if numbers else None,
        "why": item.why or None,
    }
