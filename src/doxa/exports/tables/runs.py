"""Table ``runs``: one row for each run, with what it cost and the settings that vary among the runs."""

from collections.abc import Iterator
from typing import Any

from doxa.exports.columns import RUN, Row, TableColumn, TableSchema
from doxa.exports.opened import OpenedRun
from doxa.exports.speaking import is_message
from doxa.exports.tables import agents
from doxa.log.journal import total_cost
from doxa.records.spec import is_simulated

STATUSES = {
    "finished": "the run has its end",
    "unfinished": "the run stopped before its end: its rows are those of what was recorded",
    "damaged": "the files are not those that were written: no row of another table comes from them",
    "newer": "a later doxa wrote the run in a format that this one cannot read",
}

VERDICTS = {
    "verified": "everything was computed again from the recorded replies, and is equal",
    "unfinished": "everything up to where the run stopped is intact",
    "unchecked": "intact as far as it can be read; a plug-in that it needs is missing",
    "differs": "every hash is right; this doxa computes something otherwise than the code that wrote the run",
    "newer": "a later doxa wrote it",
    "damaged": "the files are not those that were written",
}

TABLE = TableSchema(
    name="runs",
    about="One row for each run. A setting that varies among the runs has a column set.PATH, by its path in a "
    "scenario. Replicate k has the same seeds and random streams in every cell of a sweep: runs of one block are "
    "paired, and comparisons within blocks are sharper.",
    columns=(
        RUN,
        TableColumn("path", "string", "The run directory, as it was given.", always=True),
        TableColumn("directory", "string", "The run directory within the folder that was exported.", always=True),
        TableColumn("spec", "string", "The SHA-256 of spec.json, in full."),
        TableColumn("name", "string", "The scenario's name."),
        TableColumn("proposition_id", "string", "The proposition's id."),
        TableColumn("proposition", "string", "The proposition or motion, in words."),
        TableColumn("protocol", "string", "The script that the run followed."),
        TableColumn("seed", "integer", "The scenario's seed."),
        TableColumn("replicate", "integer", "The number of the replicate, from 0."),
        TableColumn("block", "string", "Seed and replicate: runs of one block share their random streams."),
        TableColumn(
            "parent_run", "string", "The run that this one was forked from: the first 12 characters of its hash."
        ),
        TableColumn("parent_at", "string", "The step from which the fork goes its own way."),
        TableColumn(
            "status", "string", "Whether the run has ended, and whether it can be read.", STATUSES, always=True
        ),
        TableColumn("reason", "string", "Why the run cannot be read, where it cannot."),
        TableColumn("verified", "string", "The result of verifying; missing where it was not asked for.", VERDICTS),
        TableColumn("simulated", "boolean", "Whether plain code wrote what at least one agent said."),
        TableColumn("agents", "integer", "Agents, with or without a belief."),
        TableColumn("batches", "integer", "Batches that began, without the prior."),
        TableColumn("people", "integer", "Agents for whom a person spoke."),
        TableColumn("messages", "integer", "Rows of the table messages."),
        TableColumn("claims", "integer", "Rows of the table claims."),
        TableColumn("calls", "integer", "Rows of the table calls."),
        TableColumn("input_tokens", "integer", "Tokens of all prompts; missing where a call did not report them."),
        TableColumn("output_tokens", "integer", "Tokens of all answers; missing where a call did not report them."),
        TableColumn("cost_usd", "number", "Cost in US dollars; missing where the price of an answer is unknown."),
        TableColumn("doxa_version", "string", "The doxa that began the run."),
        TableColumn("began", "number", "When the first sitting began, as Unix time."),
        TableColumn("seconds", "number", "From the first sitting to the last answer."),
    ),
    key=("run",),
)


def rows(run: OpenedRun) -> Iterator[Row]:
    """Yield the row of one run, without its settings."""
    yield {
        "run": run.id,
        "path": str(run.place.path),
        "directory": run.place.name,
        "status": run.status,
        "reason": run.reason or None,
        "verified": run.verified,
        **_design(run.spec),
        **(_counts(run) if run.log else {}),
    }


def _design(spec: dict[str, Any]) -> Row:
    """Return what a plain spec says of the run; nothing of a spec that is none."""
    proposition = spec.get("proposition")
    parent = spec.get("parent")
    row: Row = {
        "name": _text(spec.get("name")),
        "protocol": _text(spec.get("protocol")),
        "proposition_id": _text(proposition.get("id")) if isinstance(proposition, dict) else None,
        "proposition": _text(proposition.get("text")) if isinstance(proposition, dict) else None,
        "seed": _whole(spec.get("seed")),
        "replicate": _whole(spec.get("replicate")),
        "parent_run": (_text(parent.get("spec")) or "")[:12] or None if isinstance(parent, dict) else None,
        "parent_at": _text(parent.get("at")) if isinstance(parent, dict) else None,
    }
    if row["seed"] is not None and row["replicate"] is not None:
        row["block"] = f"{row['seed']}.{row['replicate']}"
    return row


def _counts(run: OpenedRun) -> Row:
    assert run.log is not None
    calls, sittings = run.calls, run.sittings
    ends = [call.began + call.seconds for call in calls if call.began]
    began = min((sitting.began for sitting in sittings), default=None)
    return {
        "spec": run.log.spec_hash,
        "simulated": any(call.role.partition("@")[0] == "speaker" and is_simulated(call.model) for call in calls),
        "agents": len(run.log.spec.participants),
        "people": sum(row["kind"] == "person" for row in agents.rows(run)),
        "batches": max(len(run.chapters) - 1, 0),
        "messages": sum(is_message(outcome) for _, outcome in run.outcomes.values()) + len(run.posts),
        "claims": len(run.claims),
        "calls": len(calls),
        "input_tokens": _sum([call.input_tokens for call in calls if call.status == "ok"]),
        "output_tokens": _sum([call.output_tokens for call in calls if call.status == "ok"]),
        "cost_usd": total_cost(calls),
        "doxa_version": sittings[0].doxa if sittings else None,
        "began": began,
        "seconds": max(ends) - began if ends and began is not None else None,
    }


def _sum(numbers: list[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(numbers) else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _whole(value: Any) -> int | None:
    return value if type(value) is int else None
