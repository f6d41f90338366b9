"""What was said in a run, line by line, as Markdown, CSV or JSON lines.

Words stand as they were said, so that ``recorded:FILE`` can play a transcript back. In Markdown they are quotations
below the speaker's name: no line of them can be taken for a heading or another speaker.
"""

import csv
import io
import json as jsons
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from doxa.analysis.fitness import describe_faults
from doxa.analysis.who_does import describe_others_words, speakers_of
from doxa.errors import LogError
from doxa.judging.debates import debate_of_run, messages_of
from doxa.log.rundir import RunLike, RunLog, open_run
from doxa.records.base import Brief, Record, digest
from doxa.records.notebook import render, table, title

_ROUND = re.compile(r"round (\d+)\b")

SIMULATED = "Simulated: plain code put these words together offline."

Form = Literal["markdown", "csv", "jsonl"]


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


_Writer = Callable[[RunLog, Iterable[TranscriptLine]], str]

FORMATS: dict[Form, _Writer] = {"markdown": as_markdown, "csv": as_csv, "jsonl": as_json_lines}


def _provenance(log: RunLog) -> str:
    """Return a line that says whose words these are."""
    run = f"Run {log.spec.name}, {digest(log.spec.line)[:8]}."
    recorded = describe_others_words(log.spec)
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


@dataclass(frozen=True, kw_only=True)
class Transcript(Brief):
    """What was said in a run, in order."""

    log: RunLog
    lines: tuple[TranscriptLine, ...]

    def write(self, to: Form = "markdown") -> str:
        """Return it as a text, which ``recorded:FILE`` can play back: Markdown, CSV with a header, or JSON lines."""
        return FORMATS[to](self.log, self.lines)

    def _repr_html_(self) -> str:
        rows = [(line.round, line.speaker, line.side, line.text) for line in self.lines]
        return render(title(self.log.spec.proposition.text), table(("round", "speaker", "side", "text"), rows))


def transcript(run: RunLike) -> Transcript:
    """Return what was said in a run; of an unfinished run, what was said so far.

    Raises:
        LogError: nobody has said anything in words.
    """
    log = open_run(run)
    return Transcript(log=log, lines=tuple(transcript_lines(log)))
