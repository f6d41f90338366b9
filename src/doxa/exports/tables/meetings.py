"""Table ``meetings``: what became of every claim in the memory of everybody that it reached."""

from collections.abc import Iterator

from doxa.exports.columns import RUN, TO_RUNS, Link, Row, TableColumn, TableSchema, to_agents
from doxa.exports.opened import OpenedRun
from doxa.records.claims import Evidence
from doxa.records.events import MovedBody

STATUSES = {
    "counts": "its record is active after this batch",
    "archived": "its record was made, and does not count: reason says why",
    "unread": "the listener's belief rule reads no claims, so that there is no record",
}

REASONS = {
    "seed": "the agent starts with it",
    "new": "nothing in memory is near it",
    "stronger": "it replaced a weaker near-duplicate",
    "duplicate": "a near-duplicate that is at least as strong counts already",
    "repeated": "the listener's own words again",
    "replaced": "a stronger near-duplicate of the same batch replaced it",
    "unclear": "its direction is unclear",
    "unscored": "nobody gave it a strength",
}

TABLE = TableSchema(
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
        TableColumn("status", "string", "What became of it.", STATUSES, always=True),
        TableColumn("reason", "string", "Why it counts or does not; missing where it was not read.", REASONS),
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

Later = dict[tuple[str, str], tuple[int, str | None]]
"""(listener, claim) → the batch in which the record was archived, and the claim that replaced it."""


def rows(run: OpenedRun) -> Iterator[Row]:
    """Yield the meetings of one run, batch by batch."""
    later = _archived_later(run)
    for chapter in run.chapters:
        for listener, (_, body) in chapter.recorded.items():
            records = body.admitted if isinstance(body, MovedBody) else body.evidence
            for record in records:
                yield _record(run, listener, chapter.number, record, later)
            if isinstance(body, MovedBody):
                yield from _unread(run, listener, chapter.number, body)


def _archived_later(run: OpenedRun) -> Later:
    return {
        (listener, record.claim): (chapter.number, record.superseded_by)
        for chapter in run.chapters
        for listener, (_, body) in chapter.recorded.items()
        if isinstance(body, MovedBody)
        for record in body.archived
    }


def _record(run: OpenedRun, listener: str, batch: int, record: Evidence, later: Later) -> Row:
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
