"""People's data in the format of ``doxa replay``: a line for each agent with measured stances before and after.

A replay reads the file as it reads the runs themselves (``doxa docs replay``, "Your own data"), except that the
standard error of probed stances has no place in that format.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from doxa.errors import DoxaError, LogError
from doxa.exports.encounters import encounters_of
from doxa.exports.frames import Frames
from doxa.exports.opened import OpenedRun
from doxa.exports.writing.files import written_whole
from doxa.log.rundir import RunLog
from doxa.records.canonical import digest
from doxa.records.encounters import Encounter

FILE = "people.jsonl"

SIDES = {1: "for", -1: "against"}


@dataclass(frozen=True)
class WrittenPeople:
    """How many lines were written, and which runs have nobody with measured stances."""

    rows: int
    left_out: tuple[tuple[str, str], ...]
    """(run directory, why)."""


def write_replay(source: Frames, out: Path) -> WrittenPeople:
    """Write ``people.jsonl`` into a folder, streamed.

    Raises:
        LogError: nobody in the runs has measured stances, or the file cannot be written.
    """
    count, left_out = 0, []
    with written_whole({"people": out / FILE}) as paths:
        with paths["people"].open("w", encoding="utf-8", newline="\n") as file:
            for run in source.runs_opened():
                lines, why = _lines(run)
                file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
                count += len(lines)
                left_out += [(run.place.name, why)] if why else []
        if not count:
            where, why = left_out[0]
            raise LogError(
                f"{source.path}: no agent has a measured stance before and after what it heard; {where}: {why}",
                hint="Agents are people where they are probed (doxa run persuasion) or report their stance "
                "(--set kernel=self_report), or where a judge read the run.",
            )
    return WrittenPeople(count, tuple(left_out))


def _lines(run: OpenedRun) -> tuple[list[dict[str, Any]], str]:
    """Return the lines of one run, and why there are none."""
    if run.log is None:
        return [], run.reason
    if not run.log.finished:
        return [], "unfinished: nothing of the run is used"
    try:
        lines = [_line(run.log, run.place.name, encounter) for encounter in encounters_of(run.log)]
    except DoxaError as error:
        return [], error.message
    return lines, "" if lines else "no agent has a probed, self-reported or judged stance before and after"


def _line(log: RunLog, name: str, encounter: Encounter) -> dict[str, Any]:
    spec = log.spec
    draw = f"{spec.proposition.text} seed {spec.seed} replicate {spec.replicate}"
    line: dict[str, Any] = {
        "id": f"{name}/{encounter.agent}",
        "person": f"{encounter.model} {encounter.agent} {draw}",
        "proposition": spec.proposition.text,
        "group": draw,
        "initial": encounter.initial,
        "final": encounter.final,
        "scale": [-1, 1],
        "messages": list(_messages(encounter)),
        "model": encounter.model,
        "persuader": encounter.persuader,
        "topic": spec.proposition.text,
        "side": SIDES.get(encounter.argued, ""),
        "stances": encounter.source,
    }
    return line | ({"argued": SIDES[encounter.argued]} if encounter.argued else {})


def _messages(encounter: Encounter) -> Iterator[dict[str, Any]]:
    stated = {stance.after: stance.stance for stance in encounter.stated}
    for place, words in enumerate(encounter.messages, 1):
        # the same words to several agents have one key, so that they are judged once
        message = {
            "key": digest(words.text.encode())[:16],
            "speaker": words.speaker,
            "text": words.text,
            "own": words.own,
        }
        yield message | ({"stance": stated[place]} if place in stated else {})
