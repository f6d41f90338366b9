"""Table ``calls``: every call to a model or to the code in its place, with what it took."""

from collections import Counter
from collections.abc import Iterator

from doxa.exports.columns import RUN, TO_RUNS, Row, TableColumn, TableSchema, to_agents
from doxa.exports.opened import OpenedRun
from doxa.records.spec import is_simulated

TABLE = TableSchema(
    name="calls",
    about="One row for each line of the journal that is a call. Prompts and answers are not repeated here: the "
    "prompt's hash is, and words are in the table messages.",
    columns=(
        RUN,
        TableColumn("call", "string", "The call's id: its step, # and the number of the attempt.", always=True),
        TableColumn(
            "made",
            "integer",
            "1; or 2 and more, where an answer was lost from the disk and the call was made again.",
            always=True,
        ),
        TableColumn("step", "string", "The step that it belongs to.", always=True),
        TableColumn(
            "attempt", "integer", "1 for the first attempt; later ones ask again for an answer of another shape."
        ),
        TableColumn("batch", "integer", "The batch of the step; missing while the step has no outcome."),
        TableColumn("role", "string", "The model role, such as speaker or extractor.", always=True),
        TableColumn("actor", "string", "The agent that did the step; missing where none did, as in hearing."),
        TableColumn("model", "string", "The model, as provider:model.", always=True),
        TableColumn("revision", "string", "What the provider says the model's revision is."),
        TableColumn("simulated", "boolean", "Whether plain code answered in place of a model.", always=True),
        TableColumn("status", "string", "ok, or a word that says why the call was given up.", always=True),
        TableColumn("finish", "string", "Why the model stopped, in the provider's word."),
        TableColumn("input_tokens", "integer", "Tokens of the prompt, as reported."),
        TableColumn("output_tokens", "integer", "Tokens of the answer, as reported."),
        TableColumn("cached_tokens", "integer", "Tokens of the prompt that the provider had cached."),
        TableColumn("cost_usd", "number", "Cost in US dollars; missing where the price is unknown."),
        TableColumn("began_s", "number", "Seconds from the start of the first sitting; missing in logs without times."),
        TableColumn("seconds", "number", "How long the call took.", always=True),
        TableColumn("tries", "integer", "Attempts on the wire that brought no answer.", always=True),
        TableColumn(
            "request", "string", "SHA-256 over prompt, reply schema, model and sampling settings.", always=True
        ),
    ),
    key=("run", "call", "made"),
    links=(TO_RUNS, to_agents("actor")),
)


def rows(run: OpenedRun) -> Iterator[Row]:
    """Yield the calls of one run, in the order in which their answers came."""
    made = Counter[str]()
    start = min((sitting.began for sitting in run.sittings), default=None)
    for call in run.calls:
        made[call.id] += 1
        batch, outcome = run.outcomes.get(call.step, (None, None))
        attempt = call.id.rpartition("#")[2]
        yield {
            "run": run.id,
            "call": call.id,
            "made": made[call.id],
            "step": call.step,
            "attempt": int(attempt) if attempt.isdecimal() else None,
            "batch": batch,
            "role": call.role,
            "actor": outcome.actor if outcome and outcome.actor in run.agents else None,
            "model": call.model,
            "revision": call.revision or None,
            "simulated": is_simulated(call.model),
            "status": call.status,
            "finish": call.finish or None,
            "input_tokens": call.input_tokens,
            "output_tokens": call.output_tokens,
            "cached_tokens": call.cached_tokens,
            "cost_usd": call.cost,
            "began_s": call.began - start if start is not None and call.began else None,
            "seconds": call.seconds,
            "tries": len(call.tries),
            "request": call.request,
        }
