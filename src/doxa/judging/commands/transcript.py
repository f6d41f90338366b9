"""``doxa transcript``: what was said in a run, as Markdown, CSV or JSON lines, or as its system's own document.

Words stand as they were said, so that ``recorded:FILE`` can play a transcript back. In Markdown they are quotations
below the speaker's name: no line of them can be taken for a heading or another speaker.
"""

import csv
import io
import json as jsons
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from doxa.analysis.fitness import describe_faults
from doxa.analysis.hooks import exhibits_of
from doxa.analysis.tabulating import values_of
from doxa.analysis.who_does import describe_recorded_words, speakers_of
from doxa.errors import LogError
from doxa.judging.commands import HELPS, PARTS
from doxa.judging.commands.transcript_check import check
from doxa.judging.debates import debate_of_run, messages_of
from doxa.log.disk import write_text
from doxa.log.rundir import RunLog, open_run
from doxa.records.base import Record, digest
from doxa.records.outside import visible
from doxa.terminal.console import Json, RunDirectory, console, plain
from doxa.terminal.exhibits import as_markdown as write_exhibit

_ROUND = re.compile(r"round (\d+)\b")

SIMULATED = "Simulated: plain code put these words together offline."


class TranscriptLine(Record):
    """One thing that somebody said."""

    round: int | None
    """None outside the rounds of a run."""
    step: str
    """The key of its step, or the id of a post."""
    speaker: str
    """Display name."""
    agent: str
    """The speaker's id; empty for somebody who is no agent of the run, such as the author of a news post."""
    side: str
    """pro, con, neutral: of a recorded line its own, else its speaker's; empty for somebody who is no agent."""
    kind: str
    """speech, point, answer, or post."""
    text: str
    flag: str
    """Why nothing in it counted for the beliefs of those who heard it; empty where it did."""


def transcript_lines(log: RunLog) -> list[TranscriptLine]:
    """Return what was said in a run, in order; of an unfinished run, what was said so far.

    Raises:
        LogError: nobody has said anything in words.
    """
    sides: dict[str | None, str] = {participant.id: participant.side for participant in log.spec.participants}
    flags = {event.key: event.body.flag for event in log.events if event.kind == "heard"}
    rounds, debate = _rounds_of_steps(log), debate_of_run(log)
    kinds: dict[str, str] = {turn.id: turn.kind for turn in debate.turns} if debate else {}
    lines = [
        TranscriptLine(
            # the id of a post begins with the key of its step
            round=rounds.get(message.key if message.key in rounds else message.key.rpartition("/")[0]),
            step=message.key,
            speaker=message.name,
            agent=message.actor or "",
            side=(
                log.spec.recorded_side(message.actor, message.text) if message.actor and message.actor in sides else ""
            )
            or sides.get(message.actor, ""),
            kind=kinds.get(message.key, "speech" if message.key in rounds else "post"),
            text=message.text,
            flag=flags.get(message.key, ""),
        )
        for message in messages_of(log)
    ]
    if not lines:
        raise LogError(f"{log.path} contains no words of anybody", hint="A transcript needs a run whose agents speak.")
    return lines


def as_markdown(log: RunLog, lines: Iterable[TranscriptLine]) -> str:
    """Return a transcript as Markdown."""
    parts = [f"# {' '.join(log.spec.proposition.text.split())}", _provenance(log)]
    now: int | None = None
    for line in lines:
        if line.round != now and line.round is not None:
            parts.append(f"## Round {line.round}")
        now = line.round
        notes = [line.side, "" if line.kind in ("speech", "post") else line.kind, line.flag, line.step]
        name = " ".join(line.speaker.replace("*", "").split())
        parts.append(" · ".join([f"**{name}**", *filter(None, notes)]))
        parts.append("\n".join(f"> {row}" if row else ">" for row in line.text.split("\n")))
    return "\n\n".join(parts) + "\n"


def as_csv(log: RunLog, lines: Iterable[TranscriptLine]) -> str:
    """Return a transcript as CSV with a header."""
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, list(TranscriptLine.model_fields), lineterminator="\n")
    writer.writeheader()
    writer.writerows(line.model_dump() for line in lines)
    return file.getvalue()


def as_json_lines(log: RunLog, lines: Iterable[TranscriptLine]) -> str:
    """Return a transcript as JSON lines."""
    return "".join(f"{jsons.dumps(line.model_dump(), ensure_ascii=False)}\n" for line in lines)


Format = Callable[[RunLog, Iterable[TranscriptLine]], str]

FORMATS: dict[str, Format] = {"markdown": as_markdown, "csv": as_csv, "jsonl": as_json_lines}

ENDINGS = {".md": "markdown", ".markdown": "markdown", ".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl"}


def _provenance(log: RunLog) -> str:
    """Return a line that says whose words these are."""
    run = f"Run {log.spec.name}, {digest(log.spec.line)[:8]}."
    recorded = describe_recorded_words(log.spec)
    simulated = speakers_of(log, log.calls()).describe(SIMULATED)
    unfit = describe_faults(log.outcomes)
    return f"*{' '.join(part for part in (run, recorded, simulated, unfit) if part)}*"


def _rounds_of_steps(log: RunLog) -> dict[str, int | None]:
    """Return every step of a batch with the number of its round."""
    rounds: dict[str, int | None] = {}
    for event in log.events:
        if event.kind == "batch":
            match = _ROUND.match(event.body.note)
            rounds |= dict.fromkeys(event.body.keys, int(match[1]) if match else None)
    return rounds


transcript = App(name="transcript", help=HELPS["transcript"], help_format="plaintext", version_flags=())
transcript.command(check, name="check", help=PARTS["transcript check"])


@transcript.default
def show_transcript(
    directory: RunDirectory,
    /,
    *,
    to: Annotated[
        Literal["markdown", "csv", "jsonl"] | None,
        Parameter(help="The format of the lines. Without it: the ending of --out, else a document to read."),
    ] = None,
    out: Annotated[
        Path | None,
        Parameter(help="A file (.md, .csv, .jsonl) for the lines, or a folder for transcript.md and debate.json."),
    ] = None,
    json: Json = False,
) -> None:
    """Show what was said in a run."""
    log = open_run(directory)
    named = to or (ENDINGS.get(out.suffix.lower()) if out else None)  # a folder has no ending
    if named:
        _write(FORMATS[named](log, transcript_lines(log)), out)
        return
    document, values = _documents(log)
    if out is None:
        _write(values if json else document, None)
    else:
        write_text(out / "transcript.md", document)
        write_text(out / "debate.json", values)
        console.print(plain(f"{out / 'transcript.md'}, {out / 'debate.json'}"), soft_wrap=True)


def _documents(log: RunLog) -> tuple[str, str]:
    """Return a run as Markdown and as JSON: its system's own document where it has one, else its lines."""
    if exhibits := exhibits_of(log, "files"):
        document = visible("\n".join([f"# {log.spec.proposition.text}\n", *map(write_exhibit, exhibits)]))
        return document, f"{jsons.dumps({exhibit.name: values_of(exhibit) for exhibit in exhibits}, indent=1)}\n"
    lines = transcript_lines(log)
    values = {"motion": log.spec.proposition.text, "lines": [line.model_dump() for line in lines]}
    return FORMATS["markdown"](log, lines), f"{jsons.dumps(values, indent=1)}\n"


def _write(text: str, out: Path | None) -> None:
    """Write a text to a file, or print it; on a terminal, invisible controls in it are written out."""
    if out is not None:
        write_text(out, text)
        console.print(plain(str(out)), soft_wrap=True)
    else:
        console.file.write(visible(text) if console.is_terminal else text)
