"""What a recorded request says of its speaker: name, participants, motion, the turns before, the rest of the prompt.

Requests were recorded as they were sent, so that this reads the layouts of the prompts of that day: those of dialogue
and persuasion, of the round table and of the union.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from replies.labelled import LabelledReply

OPENING = "What has been said so far, oldest first:\n\n"
CLOSINGS = ("Memory:\n", "Your position now is level", "It is your turn, in round", "This is your turn in round")
LAYOUTS = (
    r'^You are (.+), one of \d+ people.*\nThe motion, word for word: "(.+)"$',
    r'^You are (.+)\. You talk with one other person about a proposition, word for word: "(.+)"$',
    r'^You write what (.+) says in a union debate on the motion "(.+)"\.$',
    r"^\[T\] You are ([^.]+)\.[^\[]+\[Q\] What is discussed: (.+)$",
)
"""Of the prompts of a task: the speaker and the motion."""

MEMORY = r"^Memory:\n(?:[+-] .+\n)+\n"
OWN = (
    r"^<passage .*>\n([^<]+)\n</passage>$",
    r"^<draft>\n([^<]+)\n</draft>$",
    r"^What .+ prepared, with the aim: .+\n((?:- .+\n)+.*)$",
)


@dataclass(frozen=True, kw_only=True)
class RecordedContext:
    """The context of a reply of words; names and motion are empty where the request has none."""

    speaker: str
    others: tuple[str, ...]
    motion: str
    request: str
    """The prompt without the transcript and the memory."""
    own: tuple[str, ...]
    """What else of the request the speaker may say again: its writings, what it prepared, and a draft."""
    earlier: tuple[tuple[str, str], ...]
    """Speaker and words of each turn before, oldest first."""


def read_contexts(replies: Iterable[LabelledReply]) -> dict[int, RecordedContext]:
    """Return the context of each reply of words, by its number; others are who else speaks on the motion."""
    prompts = {
        reply.number: [message["content"] for message in reply.recorded["messages"]]
        for reply in replies
        if reply.kind == "words"
    }
    known = {number: _find_speaker("\n".join(prompt)) for number, prompt in prompts.items()}
    contexts = {}
    for number, (*system, asked) in prompts.items():
        layout, speaker, motion = known[number]
        speakers = {name for other, name, on in known.values() if (other, on) == (layout, motion)}
        asked, earlier = _take_transcript(asked, speakers)
        contexts[number] = RecordedContext(
            speaker=speaker,
            others=tuple(sorted(speakers - {speaker})),
            motion=motion,
            request=re.sub(MEMORY, "", "\n\n".join([*system, asked]), flags=re.MULTILINE),
            own=tuple(match[1] for part in OWN for match in re.finditer(part, asked, re.MULTILINE)),
            earlier=earlier,
        )
    return contexts


def _find_speaker(prompt: str) -> tuple[str, str, str]:
    """Return layout, speaker and motion of a prompt; all empty where it is of no layout."""
    for layout in LAYOUTS:
        if match := re.search(layout, prompt, re.MULTILINE):
            return layout, match[1], match[2]
    return "", "", ""


def _take_transcript(asked: str, names: set[str]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return the user's part of a prompt without the transcript, and the turns of the transcript."""
    if "<said>" in asked:
        said = re.compile(r"^([^\n]+) \(\w+\):\n<said>\n(.*?)\n</said>\n*", re.MULTILINE | re.DOTALL)
        return said.sub("", asked), tuple((match[1], match[2]) for match in said.finditer(asked))
    before, opening, after = asked.partition(OPENING)
    if not opening:
        return asked, ()
    ends = (after.rfind(f"\n\n{closing}") for closing in CLOSINGS)
    end = min(place for place in ends if place >= 0)
    beginning = re.compile(rf"(?:^|\n\n)({'|'.join(map(re.escape, sorted(names)))}): ")
    _, *pieces = beginning.split(after[:end])
    turns = zip(pieces[::2], pieces[1::2], strict=True)
    return before + after[end:].lstrip("\n"), tuple(turns)
