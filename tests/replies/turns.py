"""Whole turns of people and language models, each with what doxa would have asked its speaker and what came before.

None of these turns is doxa's: every one is speech, and a check of speech that changes it or finds a fault raises a
false alarm. ``README.md`` says where the turns come from, how they are drawn and what the marks mean.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

from doxa.corpora.argument_sets import RANKED_ARGUMENTS
from doxa.corpora.message_sets import BALLOT_ARGUMENTS, CONVERSATIONS, MODEL_DEBATES, MODEL_MESSAGES, WRITTEN_DEBATES
from doxa.engine.compose import compose, said_block
from doxa.models.port import Request
from doxa.policies.prompting import PolicyInputs
from doxa.records.base import Record
from doxa.records.claims import Claim, Readout
from doxa.records.recorded import Side
from doxa.records.spec import ModelSettings, Participant, Proposition
from doxa.records.steps import Message
from doxa.systems.dialogue.tasks import ANSWER_PERSUADER, PERSUADE, RESPOND, ConversationInputs, RespondInputs
from doxa.systems.round_table.tasks import DISCUSS
from doxa.tasks.base import RememberedClaim, Scene, Task

SEED = 46
RUN = 6
"""So many words in the same order are taken from where they stand too."""
NAMES = ("Violet", "Cobalt", "Amber", "Wren", "Jun", "Marit")
LARGE = {"human", "GPT-4-Turbo", "Claude-3-Opus", "Llama2-70B", "Qwen1.5-72B", "Falcon-40B", "Yi-34B"}
"""People, and the models of the set that were frontier models of their day or have 34 billion parameters and more."""
SIDES: dict[int, Side] = {1: "pro", -1: "con"}


@dataclass(frozen=True, kw_only=True)
class SpokenTurn:
    """A turn with its conversation up to it, as doxa would have asked for it."""

    id: str
    source: str
    asked: Request
    """What doxa would have sent, with the speaker, the participants, the motion, the memory and all turns before."""
    text: str
    marks: frozenset[str]
    """Which of ``repeats turn``, ``repeats motion``, ``quotes`` and ``names`` are true of the turn."""
    held_back: bool = False
    """Whether the turn is of the half at which the author of a check does not look."""

    @property
    def speaker(self) -> str:
        """Return the speaker's display name."""
        return self.asked.scene.actor.name

    @property
    def others(self) -> tuple[str, ...]:
        """Return the names of the other participants."""
        return tuple(name for id, name in self.asked.scene.names.items() if id != self.asked.scene.actor.id)

    @property
    def motion(self) -> str:
        return self.asked.scene.proposition.text

    @property
    def earlier(self) -> tuple[tuple[str, str], ...]:
        """Return speaker and words of each turn before, oldest first."""
        return tuple((self.asked.scene.names[message.speaker], message.text) for message in self.asked.scene.transcript)

    @property
    def request(self) -> str:
        """Return the prompt without the transcript."""
        return "\n\n".join(block.text for block in self.asked.prompt if block.tag not in {"opening", "said"})


@dataclass(frozen=True, kw_only=True)
class Conversation:
    """A conversation as its source has it: motion, and of each turn the place of its speaker, its side and words."""

    id: str
    source: str
    motion: str
    names: tuple[str, ...]
    turns: tuple[tuple[int, int | None, str], ...]
    last_only: bool = False
    """Whether the turns before the last are only there to be heard."""


@cache
def read_turns() -> tuple[SpokenTurn, ...]:
    """Return all turns, in the order of their sources."""
    conversations = (
        *_draw_written_debates(),
        *_draw_persuasions(),
        *_draw_messages(),
        *_draw_posts(),
        *_read_outside("ballots", BALLOT_ARGUMENTS.read(), ("Supporters", "Opponents")),
        *_read_outside("model-debates", MODEL_DEBATES.read(), ("Pro", "Con")),
    )
    turns = [turn for conversation in conversations for turn in _turns_of(conversation)]
    held_back = _hold_back(turns)
    return tuple(replace(turn, held_back=turn.motion in held_back) for turn in turns)


def _hold_back(turns: Sequence[SpokenTurn]) -> set[str]:
    """Return half of the motions, by number of turns: in an order by hash, each goes where there are fewer so far."""
    counts = Counter(turn.motion for turn in turns)
    halves: tuple[list[str], list[str]] = ([], [])
    for motion in sorted(counts, key=lambda motion: sha256(f"{SEED} {motion}".encode()).digest()):
        min(halves, key=lambda half: sum(counts[known] for known in half)).append(motion)
    return set(halves[1])


def split_words(text: str) -> list[str]:
    """Return the words of a text in small letters, without punctuation."""
    return re.findall(r"\w+(?:['’]\w+)*", text.lower())


def find_marks(text: str, motion: str, earlier: Iterable[str], names: Iterable[str]) -> frozenset[str]:
    """Return what a turn has in common with its surroundings, found by rule.

    ``repeats turn``: ``RUN`` words in a row stand in an earlier turn. ``repeats motion``: ``RUN`` words in a row, or
    the whole motion, stand in the turn. ``quotes``: two words or more between double quotation marks stand in an
    earlier turn or in the motion. ``names``: the display name of a participant stands in the turn.
    """
    earlier = list(earlier)
    runs = _runs(text, RUN)
    marks = {
        "repeats turn": any(runs & _runs(said, RUN) for said in earlier),
        "repeats motion": bool(_runs(text, length := min(RUN, len(split_words(motion)))) & _runs(motion, length)),
        "quotes": any(
            len(words := split_words(quoted)) > 1 and tuple(words) in _runs(said, len(words))
            for quoted in re.findall(r'["“]([^"“”]+)["”]', text)
            for said in (motion, *earlier)
        ),
        "names": any(re.search(rf"\b{re.escape(name)}\b", text) for name in names),
    }
    return frozenset(mark for mark, is_found in marks.items() if is_found)


def _runs(text: str, length: int) -> set[tuple[str, ...]]:
    words = split_words(text)
    return {tuple(words[start : start + length]) for start in range(len(words) - length + 1)}


def _turns_of(conversation: Conversation) -> Iterable[SpokenTurn]:
    first = len(conversation.turns) - 1 if conversation.last_only else 0
    for place in range(first, len(conversation.turns)):
        asked = compose_request(conversation, place)
        text = conversation.turns[place][2]
        said = [message.text for message in asked.scene.transcript]
        yield SpokenTurn(
            id=f"{conversation.id}/{place + 1}",
            source=conversation.source,
            asked=asked,
            text=text,
            marks=find_marks(text, conversation.motion, said, conversation.names),
        )


def compose_request(conversation: Conversation, place: int) -> Request:
    """Return what doxa would have sent for a turn."""
    speaker, side, _ = conversation.turns[place]
    task, inputs = _choose_task(conversation, place)
    scene = Scene(
        actor=Participant(id=f"p{speaker}", name=conversation.names[speaker], side=SIDES.get(side or 0, "neutral")),
        proposition=Proposition(text=conversation.motion),
        names={f"p{number}": name for number, name in enumerate(conversation.names)},
        transcript=tuple(
            Message(key=str(number), speaker=f"p{of}", text=text)
            for number, (of, _, text) in enumerate(conversation.turns[:place])
        ),
        stance=Readout(stance=0.75 * (side or 0)) if "stance" in task.sees else None,
        evidence=tuple(_remember(conversation, place)) if "evidence" in task.sees else (),
    )
    transcript = tuple(said_block(message, scene.names) for message in scene.transcript)
    return Request(
        step=task.step("turn", scene.actor.id, inputs),
        inputs=inputs,
        scene=scene,
        task=task,
        prompt=compose(task, inputs, scene, transcript),
        settings=ModelSettings(),
        seed=0,
    )


def _choose_task(conversation: Conversation, place: int) -> tuple[Task[Any, Any], Record]:
    now = 1 + place // len(conversation.names)
    if conversation.source == "persuasiontrace":
        rounds = 1 + len(conversation.turns) // len(conversation.names)
        persuades = conversation.names[conversation.turns[place][0]] == "The persuader"
        return (PERSUADE if persuades else ANSWER_PERSUADER), ConversationInputs(round=now, rounds=rounds)
    if conversation.source == "debate-sites":
        return DISCUSS, PolicyInputs(round=now, query=conversation.motion)
    return RESPOND, RespondInputs(round=now)


def _remember(conversation: Conversation, place: int) -> Iterable[RememberedClaim]:
    """Yield a claim of each of the last five turns before: its longest sentence, as an extractor copies it."""
    speaker = conversation.turns[place][0]
    for number, (of, side, text) in [*enumerate(conversation.turns[:place])][-5:]:
        sentence = max(re.split(r"(?<=[.!?])\s+", text), key=len)
        claim = Claim(id=f"c{number}", proposition="motion", text=sentence, polarity=side or 0, source=f"turn {number}")
        yield RememberedClaim(claim=claim, strength=0.5, origin="self" if of == speaker else "peer")


def _draw_written_debates() -> Iterable[Conversation]:
    """Yield 80 debates: 50 in which a turn names its addressee or takes words from before, and 30 of the others."""
    messages = WRITTEN_DEBATES.read()
    written = " ".join(message.text for message in messages)
    common = set(re.findall(r"\b[a-z]+\b", written))
    debates = defaultdict(list)
    for message in messages:
        debates[message.id.partition("/")[0]].append(message)
    conversations = [
        Conversation(
            id=f"written-debates/{id}",
            source="written-debates",
            motion=debate[0].motion,
            names=_find_names([message.text for message in debate], common),
            turns=tuple((place % 2, message.side, message.text) for place, message in enumerate(debate)),
        )
        for id, debate in sorted(debates.items())
    ]
    drawn = {False: 30, True: 50}
    random = Random(SEED)
    for marked, count in drawn.items():
        yield from random.sample([debate for debate in conversations if _has_marks(debate) == marked], count)


def _has_marks(debate: Conversation) -> bool:
    texts = [text for _, _, text in debate.turns]
    return any(find_marks(text, debate.motion, texts[:place], debate.names) for place, text in enumerate(texts))


def _find_names(texts: Sequence[str], common: set[str]) -> tuple[str, ...]:
    """Return the names of two who speak in turn: whom the other one addresses first thing, by a word never in small
    letters; else a name of ours."""
    names = list(NAMES[:2])
    for place, text in enumerate(texts):
        if (address := re.match(r"(?:\w+,? )?([A-Z][a-z]{2,}),", text)) and address[1].lower() not in common:
            names[1 - place % 2] = address[1]
    return tuple(names) if names[0] != names[1] else NAMES[:2]


def _draw_persuasions() -> Iterable[Conversation]:
    """Yield 45 conversations of a person with a model that persuades."""
    rounds = defaultdict(list)
    for message in CONVERSATIONS.read():
        rounds[message.id.partition("/")[0]].append(message)
    names = ("The persuader", "The target")
    for id in Random(SEED).sample(sorted(rounds), 45):
        yield Conversation(
            id=f"persuasiontrace/{id}",
            source="persuasiontrace",
            motion=rounds[id][0].proposition,
            names=names,
            turns=tuple((int(message.writer == "person"), message.side, message.text) for message in rounds[id]),
        )


def _draw_messages() -> Iterable[Conversation]:
    """Yield 140 messages, each after two to five of other writers on its motion, which in this set are of its side.

    Two drafts of one model on one motion are no turns of a conversation: the second would say the first again.
    """
    messages = [message for message in MODEL_MESSAGES.read() if message.valid and message.writer in LARGE]
    random = Random(SEED)
    for message in random.sample(messages, 140):
        by_writer = {other.writer: other for other in messages if other.motion == message.motion}
        others = [other for writer, other in sorted(by_writer.items()) if writer != message.writer]
        heard = random.sample(others, random.randint(2, 5))
        yield Conversation(
            id=f"llm-messages/{message.id}",
            source="llm-messages",
            motion=message.motion,
            names=NAMES,
            turns=tuple((place, turn.side, turn.text) for place, turn in enumerate([*heard, message])),
            last_only=True,
        )


def _draw_posts() -> Iterable[Conversation]:
    """Yield 100 posts of a debate site of 40 words and more, each after two to five others on its motion."""
    posts = [post for post in RANKED_ARGUMENTS.read() if len(post.text.split()) >= 40]
    random = Random(SEED)
    for post in random.sample(posts, 100):
        others = [other for other in posts if other.debate == post.debate and other.id != post.id]
        heard = random.sample(others, random.randint(2, 5))
        yield Conversation(
            id=f"debate-sites/{post.id}",
            source="debate-sites",
            motion=post.proposition,
            names=NAMES,
            turns=tuple((place, turn.polarity, turn.text) for place, turn in enumerate([*heard, post])),
            last_only=True,
        )


def _read_outside(source: str, messages: Sequence[Any], names: tuple[str, str]) -> Iterable[Conversation]:
    """Yield the conversations of a set of somebody else's, whole; who speaks for the motion has the first name."""
    debates = defaultdict(list)
    for message in messages:
        debates[message.id.rpartition("-")[0]].append(message)
    for id, debate in debates.items():
        yield Conversation(
            id=f"{source}/{id}",
            source=source,
            motion=debate[0].motion,
            names=names,
            turns=tuple((int(message.side < 0), message.side, message.text) for message in debate),
        )
