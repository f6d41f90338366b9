"""Table ``moves``: what each record, post or report added to a belief in a batch; the parts of every change."""

from collections.abc import Iterator

from doxa.beliefs.base import Items
from doxa.beliefs.registry import kernel_class
from doxa.errors import DoxaError
from doxa.exports.columns import RUN, TO_RUNS, Link, Row, TableColumn, TableSchema, to_agents
from doxa.exports.opened import OpenedRun
from doxa.records.readout import Item, Trace

UNITS = {
    "L": "log-odds: the deltas of a listener and batch add up to log_odds_change in stances",
    "S": "the stance: they add up to its change, unless the stance was cut at -1 or 1",
    "none": "the rule gives its parts no numbers",
}

STATUSES = {
    "log_odds": "delta is on the additive scale",
    "no log-odds": "the belief rule has no log-odds: delta is a part of the stance",
    "no numbers": "the belief rule says what moved it, and not by how much: delta is missing",
}

CAUSES = {
    "prior": "an argument that the agent starts with",
    "heard": "something that was heard, read or reported in this batch",
    "amended": "a setting that changed at this batch",
}

TABLE = TableSchema(
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
        TableColumn("status", "string", "Whether the change can be added up.", STATUSES, always=True),
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


def rows(run: OpenedRun) -> Iterator[Row]:
    """Yield the parts of every change in one run, batch by batch."""
    for chapter in run.chapters:
        for listener in run.believers:
            number = 0
            for cause, trace in _traces(chapter.number, chapter.jumps.get(listener), chapter.recorded.get(listener)):
                items = _items(run, listener, trace)
                for item in trace.items:
                    number += 1
                    row: Row = {"run": run.id, "listener": listener, "batch": chapter.number, "n": number}
                    yield row | {"cause": cause} | _part(run, item, items)


def _traces(
    batch: int, jump: tuple[int, Trace] | None, recorded: tuple[int, object] | None
) -> Iterator[tuple[str, Trace]]:
    if jump:
        yield "amended", jump[1]
    if recorded:
        yield "heard" if batch else "prior", recorded[1].trace  # type: ignore[attr-defined]


def _items(run: OpenedRun, listener: str, trace: Trace) -> Items:
    """Return what a rule declares of its items; of a rule that is not installed, what its readout shows."""
    assert run.log is not None
    try:
        declared = getattr(kernel_class(run.log.spec.participant(listener).kernel or ""), "items", None)
    except DoxaError:
        declared = None
    if isinstance(declared, Items):
        return declared
    if trace.after.log_odds is not None:
        return Items(unit="L")
    return Items(unit=None if trace.after.stance is None else "S")


def _part(run: OpenedRun, item: Item, items: Items) -> Row:
    claim = run.claims.get(item.source)
    message = run.message_of(item.source)
    numbers = items.unit is not None
    return {
        "source": item.source,
        "claim": item.source if claim else None,
        "message": message,
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
