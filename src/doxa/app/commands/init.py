"""``doxa init``: a scenario and an arguments file for a motion of one's own; both run at once."""

import csv
import io
import re
import shlex
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from doxa.conversations.names import choose_ids, fold_accents
from doxa.conversations.reading import read_conversation
from doxa.conversations.record import Conversation
from doxa.errors import ScenarioError, UsageError
from doxa.log.disk import write_text
from doxa.records.base import group_by
from doxa.records.outside import file_name
from doxa.terminal.console import console, plain, print_calls


def init(
    motion: Annotated[str, Parameter(help="The motion, word for word, in quotes.")],
    /,
    *,
    agents: Annotated[
        str, Parameter(help="Who debates, by name, with commas. In turn for and against; a last odd one is undecided.")
    ] = "ana,ben",
    transcript: Annotated[
        Path | None, Parameter(help="A conversation whose people are the agents, and say what they said in it.")
    ] = None,
    name: Annotated[str | None, Parameter(help="What the files are called; made of the motion by default.")] = None,
    out: Annotated[Path, Parameter(help="The folder to write into.")] = Path("."),
) -> None:
    """Write a scenario and an arguments file for a motion of your own."""
    conversation = read_conversation(transcript) if transcript else None
    names = list(conversation.speakers) if conversation else agents.split(",")
    texts = {out / file: text for file, text in lay_out_motion(motion, names, name, conversation).items()}
    write_new_files(texts, "Choose other names with --name, or another --out.")
    if len(names) == 1:
        console.print("One agent alone meets an opponent who plays the arguments against the motion and never adapts.")
    console.print(
        "The arguments are stand-ins that fit any motion: write yours over them, one a row, whenever you like.",
        soft_wrap=True,
    )
    scenario, arguments = (shlex.quote(str(path)) for path in texts)
    print_calls("next", f"doxa run {plain(scenario)}", f"doxa check {plain(arguments)}")


def write_new_files(texts: Mapping[Path, str], hint: str) -> None:
    """Write texts into files and print their names.

    Raises:
        ScenarioError: one exists already; then none is written, and the hint says what to do.
    """
    if taken := next(filter(Path.exists, texts), None):
        raise ScenarioError(f"{taken} exists already", hint=hint)
    for path, text in texts.items():
        write_text(path, text)
        console.print(plain(str(path)), soft_wrap=True)


LONGEST_NAME = 48
"""Characters of a motion in the names of its files."""

LONGEST_AGENT = 80
MOST_AGENTS = 100

PER_SIDE = 4
"""Arguments of its side that an agent starts with; the others are for what is said."""

OPPONENT = "the opponent"

STAND_INS = {
    "pro": (
        ("The people whom it concerns most would be better off than they are today.", 0.45),
        ("Leaving everything as it is costs more with every year that passes.", 0.4),
        ("Similar steps worked elsewhere, and hardly anybody wants to undo them.", 0.5),
        ("It puts right an unfairness that many have pointed out for a long time.", 0.4),
        ("The difficulties at the beginning are real, and they can be planned for.", 0.35),
        ("Future generations gain from it, and they have no voice in this room.", 0.4),
        ("Every milder measure was tried before and changed very little.", 0.45),
        ("Most objections concern details that can be adjusted along the way.", 0.3),
    ),
    "con": (
        ("Those who have the least would have to carry most of the burden.", 0.45),
        ("The money and the effort would achieve more somewhere else.", 0.4),
        ("Once it is introduced, its mistakes would be very hard to undo.", 0.45),
        ("It takes a decision away from people who can judge for themselves.", 0.4),
        ("Nobody has shown that the promised benefits would really appear.", 0.5),
        ("It would be nearly impossible to enforce in everyday life.", 0.35),
        ("It treats very different cases as if they were all alike.", 0.35),
        ("A smaller and cheaper change would solve the same problem.", 0.4),
    ),
}
"""Side → stand-in arguments with strengths on the anchored scale."""

HINTS = {
    "first": "Write your own argument over this text. Add and delete rows as you like, and keep {per_side} or more for "
    "each side. polarity: pro or con. strength: 0.1 says nothing, 0.9 is hard to answer; empty: the judge reads it.",
    "other": "a stand-in for an argument of yours",
}

SCENARIO = """\
# A debate on a motion of your own.
#   doxa run {scenario}
#   doxa run {scenario} --model ollama:qwen3        the same with a real model's words
# Your arguments go into {arguments}, one a row; look at them with: doxa check {arguments}
# Every key that may stand here: doxa docs scenario
proposition = {proposition}
seed = 1

{agents}
[script]
rounds = {rounds}                   # in a round everybody speaks once

[belief]                     # the log-odds rule
u = 0.40                     # evidence uptake: how much what others say counts
a = 0.60                     # prior anchoring: how much one's own starting arguments count

[prior]
mode = "seeds"               # a stance starts where its starting arguments put it

[memory]
theta = 0.80                 # near-duplicates of others' claims start at this cosine
theta_self = 0.50            # the same for one's own words

[seeds]
corpus = {corpus}
per_side = {per_side}                 # arguments that an agent starts with; the file needs as many for each side

[models]                     # change a word to use a real model: "openai:…", "anthropic:…", "google:…", "ollama:…"
speaker = {speaker}
extractor = "offline"
scorer = "offline"
embedder = "offline"
"""

AGENT = """\
[agents.{id}]
name = {name}
side = "{side}"
persona = ""                 # who {who} is, in a sentence or two, for a model's prompt
"""

FIXED = """\
[agents.{id}]                # never adapts: plays the arguments of its side in a random order
name = {name}
side = "con"
plays = "counter-arguments"
"""


def lay_out_motion(
    motion: str, agents: Sequence[str], name: str | None = None, conversation: Conversation | None = None
) -> dict[str, str]:
    """Return the text of the scenario and then of the arguments file of a motion, by the name of the file.

    Args:
        agents: display names; the first argues for the motion, the second against it, and so on in turn. A last odd
            one among several is undecided; one alone meets an opponent who plays fixed arguments.
        name: what the files are called; made of the motion when absent.
        conversation: in which the agents said their words; their sides are then those that it states.

    Raises:
        UsageError: the motion has no words, or a name is empty, too long or given twice.
    """
    words = _tidy(motion)
    if not any(character.isalnum() for character in words):
        raise UsageError("the motion has no words", hint='For example: doxa init "We should ban cars from the centre"')
    stem = _name_files(name if name is not None else words)
    scenario, arguments = f"{stem}.toml", f"{stem}-arguments.csv"
    names = _check_agents(agents)
    text = SCENARIO.format(
        scenario=_quote_in_comment(scenario),
        arguments=_quote_in_comment(arguments),
        proposition=_quote(words),
        agents=_lay_out_people(conversation) if conversation else _lay_out_agents(names),
        speaker=_quote(f"recorded:{conversation.source.resolve()}" if conversation else "offline"),
        rounds=max(conversation.speakers.values())
        if conversation
        else 6
        if len(names) <= 4
        else 3
        if len(names) <= 10
        else 2,
        corpus=_quote(arguments),
        per_side=PER_SIDE,
    )
    return {scenario: text, arguments: _lay_out_arguments(words)}


def _choose_rounds(agents: int) -> int:
    """Return fewer rounds the more agents there are: every message is heard by everybody else."""
    return 6 if agents <= 4 else 3 if agents <= 10 else 2


def _tidy(text: str) -> str:
    """Return a text on one line, without control characters and what cannot be written as UTF-8."""
    kept = (character for character in " ".join(text.split()) if unicodedata.category(character) not in ("Cc", "Cs"))
    return " ".join("".join(kept).split())


def _check_agents(agents: Sequence[str]) -> list[str]:
    names = [_tidy(agent) for agent in agents]
    hint = "For example: --agents ana,ben,cleo"
    if not names or not all(any(character.isalnum() for character in name) for name in names):
        raise UsageError("--agents has a name without a letter or digit, or none at all", hint=hint)
    if len(names) > MOST_AGENTS:
        raise UsageError(
            f"--agents names {len(names)} agents, and {MOST_AGENTS} are the most that init writes out",
            hint="Write fewer, and give a table count = N: doxa docs scenario",
        )
    if long := next((name for name in names if len(name) > LONGEST_AGENT), ""):
        raise UsageError(f"--agents: {long[:20]!r}… is longer than {LONGEST_AGENT} characters", hint=hint)
    # one agent alone meets the opponent, who has a name too
    counts = Counter(name.casefold() for name in [*names, *([OPPONENT] if len(names) == 1 else [])])
    if twice := next((name for name in reversed(names) if counts[name.casefold()] > 1), ""):
        raise UsageError(f"--agents names {twice!r} twice", hint="An agent is known by its name: give each its own.")
    return names


def _lay_out_agents(names: Sequence[str]) -> str:
    ids = choose_ids([*names, *([OPPONENT] if len(names) == 1 else [])])
    sides = ["pro" if place % 2 == 0 else "con" for place in range(len(names))]
    if len(names) > 1 and len(names) % 2:
        sides[-1] = "neutral"
    # a name that was typed without any capital is shown with one
    shown = [name.title() if name.islower() and name.isascii() else name for name in names]
    tables = [
        AGENT.format(id=id, name=_quote(name), side=side, who=id)
        for id, name, side in zip(ids, shown, sides, strict=False)
    ]
    if len(names) == 1:
        tables.append(FIXED.format(id=ids[1], name=_quote(OPPONENT.capitalize())))
    return "\n".join(tables)


def _lay_out_people(conversation: Conversation) -> str:
    """Return the people of a conversation as agents, each on the side that all of its turns state, if any."""
    by_speaker = group_by(conversation.said, lambda said: said.speaker)
    tables = []
    for id, (speaker, said) in zip(choose_ids(list(by_speaker)), by_speaker.items(), strict=True):
        sides = {conversation.side_of(one) for one in said}
        side = "pro" if sides == {"pro"} else "con" if sides == {"con"} else "neutral"
        tables.append(AGENT.format(id=id, name=_quote(speaker), side=side, who=id))
    return "\n".join(tables)


def _lay_out_arguments(motion: str) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("proposition", "text", "polarity", "strength", "hint"))
    for side, arguments in STAND_INS.items():
        for place, (text, strength) in enumerate(arguments):
            hint = HINTS["first"].format(per_side=PER_SIDE) if place == 0 else HINTS["other"]
            writer.writerow((motion, text, side, strength, hint))
    return out.getvalue()


def _name_files(text: str) -> str:
    """Return the stem of the files' names: words of the text in lower case, cut at a word."""
    words = " ".join(re.findall(r"\w+", fold_accents(text).lower()))
    lines = textwrap.wrap(words, LONGEST_NAME, break_long_words=False)
    stem = lines[0][:LONGEST_NAME].replace(" ", "-").strip("_-") if lines else ""
    return file_name(stem) if stem else "motion"


def _quote(text: str) -> str:
    """Return a text as a basic string of TOML."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _quote_in_comment(name: str) -> str:
    """Return a file's name as a shell takes it; names made here contain nothing that needs more than quotes."""
    return name if name.isascii() else f"'{name}'"
