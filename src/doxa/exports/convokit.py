"""A ConvoKit corpus: ``utterances.jsonl``, ``speakers.json``, ``conversations.json``, ``corpus.json``, ``index.json``.

A conversation is a run. ConvoKit's speakers belong to a whole corpus, so that an agent of a run is a speaker of its
own, ``RUN/AGENT``. A turn answers the last turn of the batch before, unless the log says what it answers. Measured
stances (probes, self-reports, a judge's readings) are in the conversation's ``stances``, as ``doxa replay`` reads them;
those that a belief rule maintains are in ``maintained``.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from doxa.exports.encounters import encounters_of
from doxa.exports.files import written_whole
from doxa.exports.frame import Kind, Row
from doxa.exports.frames import Frames
from doxa.exports.opened import OpenedRun
from doxa.exports.tables.runs import AGENTS, RUNS, list_agents
from doxa.exports.tables.spoken import MESSAGES, list_messages
from doxa.records.base import clean

FILES = {name.partition(".")[0]: name for name in (
    "utterances.jsonl", "speakers.json", "conversations.json", "corpus.json", "index.json"
)}  # fmt: skip

OF_MESSAGE = ("kind", "batch", "round", "task", "reply_to", "stated_stance", "claims", "model", "seconds", "cost_usd")
OF_AGENT = ("name", "kind", "side", "persona", "model", "kernel", "u", "a", "theta", "theta_self", "bias")
OF_RUN = ("name", "proposition_id", "proposition", "protocol", "seed", "replicate", "block", "status", "simulated")
"""Columns of the tables that become metadata."""


def write_convokit(source: Frames, out: Path) -> dict[str, int]:
    """Write the runs as a corpus, streamed, and return how many utterances, speakers and conversations it has.

    Raises:
        LogError: the folder or a file cannot be written.
    """
    counts = dict.fromkeys(("utterances", "speakers", "conversations"), 0)
    with written_whole({name: out / file for name, file in FILES.items()}) as paths:
        with (
            paths["utterances"].open("w", encoding="utf-8", newline="\n") as utterances,
            _JsonObject(paths["speakers"]) as speakers,
            _JsonObject(paths["conversations"]) as conversations,
        ):
            for run in source.runs_opened():
                for utterance in _utterances(run):
                    utterances.write(json.dumps(utterance, ensure_ascii=False) + "\n")
                    counts["utterances"] += 1
                metas = {str(row["agent"]): _chosen(row, OF_AGENT) for row in list_agents(run)}
                for name, meta in (metas | {guest: {"name": guest} for guest in _guests(run)}).items():
                    speakers.add(_speaker(run, name), {"meta": meta, "vectors": []})
                    counts["speakers"] += 1
                conversations.add(run.id, {"meta": _about(source, run), "vectors": []})
                counts["conversations"] += 1
        paths["corpus"].write_text(json.dumps({"made_by": "doxa frames --to convokit"}) + "\n", encoding="utf-8")
        paths["index"].write_text(json.dumps(_index()) + "\n", encoding="utf-8")
    return counts


class _JsonObject:
    """A JSON object that is written entry by entry."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w", encoding="utf-8", newline="\n")
        self._first = True

    def __enter__(self) -> "_JsonObject":
        self._file.write("{")
        return self

    def add(self, key: str, value: Any) -> None:
        self._file.write(("\n" if self._first else ",\n") + json.dumps(clean(key), ensure_ascii=False) + ": ")
        self._file.write(json.dumps(value, ensure_ascii=False))
        self._first = False

    def __exit__(self, *_: object) -> None:
        self._file.write("\n}\n")
        self._file.close()


def _utterances(run: OpenedRun) -> Iterator[dict[str, Any]]:
    """Yield the messages with words, in order; the timestamp is their number."""
    before: str | None = None
    latest: tuple[int, str] | None = None
    spoken = [row for row in list_messages(run) if row["text"] is not None] if run.log else []
    known = {row["message"] for row in spoken}
    for number, row in enumerate(spoken):
        batch, key = int(str(row["batch"])), str(row["message"])
        if latest and latest[0] != batch:
            before = latest[1]
        answered = row.get("reply_to")
        reply_to = answered if answered in known else before if row["kind"] == "turn" else None
        yield {
            "id": f"{run.id}/{key}",
            "conversation_id": run.id,
            "speaker": _speaker(run, str(row["author"])),
            "text": row["text"],
            "reply-to": f"{run.id}/{reply_to}" if reply_to else None,
            "timestamp": number,
            "meta": _chosen(row, OF_MESSAGE),
            "vectors": [],
        }
        if row["kind"] == "turn":
            latest = (batch, key)


def _speaker(run: OpenedRun, agent: str) -> str:
    return f"{run.id}/{agent}"


def _guests(run: OpenedRun) -> list[str]:
    """Return those who said something and are no agents of the run, such as bots."""
    authors = [str(row["author"]) for row in list_messages(run)] if run.log else []
    return [author for author in dict.fromkeys(authors) if author not in run.agents]


def _about(source: Frames, run: OpenedRun) -> dict[str, Any]:
    (row,) = source.rows_of(run, "runs")
    settings = {name: value for name, value in row.items() if name.startswith("set.")}
    measured = (
        {
            _speaker(run, encounter.agent): {"initial": encounter.initial, "final": encounter.final}
            for encounter in encounters_of(run.log)
        }
        if run.log and run.log.finished
        else {}
    )
    maintained = {
        _speaker(run, str(agent["agent"])): {"initial": agent["stance_first"], "final": agent["stance_last"]}
        for agent in list_agents(run)
        if agent.get("stance_first") is not None
    }
    return {**_chosen(row, OF_RUN), **settings, "stances": measured, "maintained": maintained}


def _chosen(row: Row, columns: tuple[str, ...]) -> dict[str, Any]:
    return {name: row.get(name) for name in columns}


def _index() -> dict[str, Any]:
    """Return the index that ConvoKit expects: the metadata fields of each level with their types."""
    kinds = {kind: str(python) for kind, python in zip(get_args(Kind), (str, int, float, bool), strict=True)}

    def fields(table: Any, columns: tuple[str, ...]) -> dict[str, list[str]]:
        return {column.name: [kinds[column.kind]] for column in table.columns if column.name in columns}

    return {
        "utterances-index": fields(MESSAGES, OF_MESSAGE),
        "speakers-index": fields(AGENTS, OF_AGENT),
        "conversations-index": fields(RUNS, OF_RUN) | {"stances": ["<class 'dict'>"], "maintained": ["<class 'dict'>"]},
        "overall-index": {"made_by": [kinds["string"]]},
        "version": 1,
        "vectors": [],
    }
