"""Logs of Inspect (https://inspect.aisi.org.uk), a run each, which its reader and its viewer open.

A run is a sample: the proposition is its input, what was said its messages, each begun by its speaker's name in bold.
Scores are the last stance of each agent and the numbers of the run as a whole; usage is that of all calls. Words that a
transcript holds are a user's messages, all others an assistant's, with the model that ``doxa`` names. The layout is
version 2 of Inspect's ``EvalLog`` as JSON, which needs no package of it.
"""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from doxa.exports.frames import Frames
from doxa.exports.opened import OpenedRun
from doxa.exports.tables.measures import OWN, list_measures
from doxa.exports.tables.runs import list_agents
from doxa.exports.tables.spoken import list_messages
from doxa.log.disk import make_folders, write_text
from doxa.log.journal import CallRecord
from doxa.records.base import group_by
from doxa.records.outside import file_name
from doxa.records.recorded import is_recorded

VERSION = 2
"""Of the layout of ``EvalLog``."""

STATUS = {"finished": "success", "unfinished": "started"}


def write_inspect(source: Frames, out: Path) -> tuple[dict[str, int], list[str]]:
    """Write a log a run into a folder; return the numbers of logs and messages, and why runs are left out.

    Raises:
        LogError: the folder or a file cannot be written.
    """
    counts, left_out = {"logs": 0, "messages": 0}, []
    for run in source.runs_opened():
        if run.log is None:
            left_out.append(f"left out: {run.id}: {run.reason}")
            continue
        log = eval_log(source, run)
        # the viewer lists JSON files whose name begins with a time
        begun = log["eval"]["created"].replace(":", "-")
        name = out / f"{begun}_{file_name(log['eval']['task'])}_{file_name(run.id.replace('/', '-'))}.json"
        make_folders(out)
        write_text(name, json.dumps(log, ensure_ascii=False, allow_nan=False))
        counts = {"logs": counts["logs"] + 1, "messages": counts["messages"] + len(log["samples"][0]["messages"])}
    return counts, left_out


def eval_log(source: Frames, run: OpenedRun) -> dict[str, Any]:
    """Return a run as an ``EvalLog`` in plain values."""
    assert run.log is not None
    spec, (about,) = run.log.spec, source.rows_of(run, "runs")
    scores, names = _scores(run), {agent.id: agent.name for agent in spec.participants}
    usage = _usage_by(run.calls, "model")
    speakers = {str(row["model"]): None for row in list_agents(run) if row.get("model")}
    began, seconds = (float(about.get(name) or 0.0) for name in ("began", "seconds"))
    sample = {
        "id": spec.proposition.id,
        "epoch": 1 + int(about.get("replicate") or 0),
        "input": spec.proposition.text,
        "target": "",
        "messages": [_message(row, names) for row in list_messages(run) if row.get("text") is not None],
        "scores": {name: {"value": value} for name, value in scores.items()},
        "metadata": {"run": run.id, "spec": spec.hash, "protocol": spec.protocol, "seed": spec.seed},
        "model_usage": usage,
        "role_usage": _usage_by(run.calls, "role"),
        "total_time": seconds,
    }
    return {
        "version": VERSION,
        "status": STATUS[run.status],
        "eval": {
            "created": _moment(began),
            "run_id": spec.hash,
            "task": spec.name or spec.protocol,
            "dataset": {"samples": 1},
            "model": ", ".join(speakers) or "none",
            "config": {},
            "tags": ["simulated"] if about.get("simulated") else [],
            "packages": {"doxa": str(about.get("doxa_version") or "")},
        },
        "results": {
            "total_samples": 1,
            "completed_samples": int(run.status == "finished"),
            "scores": [_result(name, value) for name, value in scores.items()],
        },
        "stats": {
            "started_at": _moment(began),
            "completed_at": _moment(began + seconds) if run.status == "finished" else "",
            "model_usage": usage,
        },
        "samples": [sample],
    }


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _message(row: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    model, author = str(row.get("model") or ""), str(row["author"])
    told = {name: row[name] for name in ("message", "batch", "round", "author", "status") if row.get(name) is not None}
    said = {"id": str(row["message"]), "content": f"**{names.get(author, author)}:** {row['text']}", "metadata": told}
    return said | ({"role": "user", "source": "input"} if is_recorded(model) else {"role": "assistant", "model": model})


def _scores(run: OpenedRun) -> dict[str, Any]:
    """Return name → number, or numbers by agent."""
    stances = {str(row["agent"]): last for row in list_agents(run) if (last := row.get("stance_last")) is not None}
    numbers = {
        str(row["item"]): row["value"]
        for row in list_measures(run)
        if row["source"] == OWN and row["who"] == OWN and row.get("value") is not None
    }
    return ({"stance": stances} if stances else {}) | numbers


def _result(name: str, value: Any) -> dict[str, Any]:
    metrics = value if isinstance(value, dict) else {"value": value}
    return {
        "name": name,
        "scorer": name,
        "metrics": {metric: {"name": metric, "value": number} for metric, number in metrics.items()},
    }


def _usage_by(calls: Iterable[CallRecord], field: str) -> dict[str, dict[str, Any]]:
    """Return model or role → tokens and cost, where all its calls reported tokens; a cost where all have prices."""
    usage = {}
    for key, own in group_by(calls, lambda call: str(getattr(call, field))).items():
        read, written, cost = (_total(own, name) for name in ("input_tokens", "output_tokens", "cost"))
        if read is not None and written is not None:
            usage[key] = {
                "input_tokens": read,
                "output_tokens": written,
                "total_tokens": read + written,
                "input_tokens_cache_read": sum(call.cached_tokens or 0 for call in own),
                "total_cost": cost,
            }
    return usage


def _total(own: Iterable[CallRecord], field: str) -> Any:
    """Return the sum of a field over calls; None where one of them does not state it."""
    stated = [getattr(call, field) for call in own]
    return None if None in stated else sum(stated)
