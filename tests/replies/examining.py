"""The examination of the check of speech: false alarms on turns that are speech, and what it notices of made faults.

A false alarm is a fault, or any change of a turn but white space: none of the turns has somebody else's line, a token
of a template, its own name in front or quotation marks around the whole. The trivial baseline beside the check finds
what equals the request, the motion or an earlier turn as a whole.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from random import Random

from doxa.engine.words import context_of
from doxa.models.port import Request
from doxa.models.providers.words import spoken
from doxa.tasks.speech import CheckedSpeech, check_speech
from replies.turns import RUN, SEED, SpokenTurn, split_words

MOST = 1 / 200
"""The largest share of turns with a false alarm."""
EACH = 60
"""So many replies are made of each kind from each half of the turns."""
LEAST = 12
"""The words that a turn has at least from which a faulty reply is made."""


@dataclass(frozen=True, kw_only=True)
class FaultyReply:
    """A reply made from a turn, with what is left of it as speech; nothing where it has no speech."""

    kind: str
    turn: SpokenTurn
    text: str
    remains: str = ""


@dataclass(frozen=True, kw_only=True)
class Sensitivity:
    """How many replies of a kind are noticed."""

    kind: str
    made: int
    noticed: int
    """With a fault, or changed."""
    exact: int
    """With a fault where nothing is speech, else with exactly the speech that is left."""
    equal: int
    """Noticed by the baseline."""


def check_reply(text: str, asked: Request) -> CheckedSpeech:
    """Return what doxa makes of an answer to a request: first without a model's thoughts, then checked."""
    return check_speech(spoken(text).text, context_of(asked))


def find_alarms(turns: Iterable[SpokenTurn]) -> list[tuple[SpokenTurn, CheckedSpeech]]:
    """Return the turns that the check faults or changes."""
    checked = ((turn, check_reply(turn.text, turn.asked)) for turn in turns)
    return [(turn, speech) for turn, speech in checked if speech.fault or _fold(speech.text) != _fold(turn.text)]


def describe_alarm(turn: SpokenTurn, speech: CheckedSpeech) -> str:
    """Return a false alarm in full: the turn, what the check says, and the longest run of words from each source."""
    words = split_words(turn.text)
    sources = {"the request": turn.request, "the motion": turn.motion}
    sources |= {f"turn {place}, {name}": said for place, (name, said) in enumerate(turn.earlier, 1)}
    lines = [f"{turn.id}, {turn.speaker}, on “{turn.motion}” ({', '.join(sorted(turn.marks)) or 'no mark'})"]
    lines.append(f"  fault: {speech.fault or 'none'}; cut: {list(speech.cut)}")
    for name, source in sources.items():
        matcher = SequenceMatcher(None, words, source_words := split_words(source), autojunk=False)
        match = matcher.find_longest_match()
        if match.size >= RUN:
            shared = " ".join(words[match.a : match.a + match.size])
            share = _share_of_runs(words, source_words)
            lines.append(f"  shared with {name}, {share:.0%} of the turn in runs of {RUN} words, the longest: {shared}")
    return "\n".join([*lines, f"  turn: {turn.text}", *([f"  left: {speech.text}"] if not speech.fault else [])])


def make_replies(turns: Sequence[SpokenTurn]) -> list[FaultyReply]:
    """Return ``EACH`` faulty replies of each kind, made from turns by a fixed seed."""
    able = [turn for turn in turns if len(split_words(turn.text)) >= LEAST and _long_turns(turn)]
    replies = []
    for kind, make in FAULTS.items():
        random = Random(f"{SEED} {kind}")
        for turn in random.sample(able, EACH):
            new = random.choice([other for other in able if other.motion != turn.motion])
            text, remains = make(turn, new.text, random)
            replies.append(FaultyReply(kind=kind, turn=turn, text=text, remains=remains))
    return replies


def measure_sensitivity(replies: Iterable[FaultyReply]) -> list[Sensitivity]:
    """Return what the check and the baseline notice, by kind."""
    by_kind: dict[str, list[FaultyReply]] = {}
    for reply in replies:
        by_kind.setdefault(reply.kind, []).append(reply)
    figures = []
    for kind, of_kind in by_kind.items():
        checked = [(reply, check_reply(reply.text, reply.turn.asked)) for reply in of_kind]
        figures.append(
            Sensitivity(
                kind=kind,
                made=len(of_kind),
                noticed=sum(bool(speech.fault) or _fold(speech.text) != _fold(reply.text) for reply, speech in checked),
                exact=sum(_is_exact(reply, speech) for reply, speech in checked),
                equal=sum(_equals_source(reply) for reply in of_kind),
            )
        )
    return figures


def _is_exact(reply: FaultyReply, speech: CheckedSpeech) -> bool:
    if not reply.remains:
        return bool(speech.fault)
    return not speech.fault and _fold(speech.text) == _fold(reply.remains)


def _equals_source(reply: FaultyReply) -> bool:
    sources = (reply.turn.request, reply.turn.motion, *(said for _, said in reply.turn.earlier))
    return _fold(reply.text) in {_fold(source) for source in sources}


def _fold(text: str) -> str:
    return " ".join(text.split())


def _share_of_runs(words: list[str], source: list[str]) -> float:
    runs = {tuple(source[start : start + RUN]) for start in range(len(source) - RUN + 1)}
    starts = [start for start in range(len(words) - RUN + 1) if tuple(words[start : start + RUN]) in runs]
    return len({place for start in starts for place in range(start, start + RUN)}) / len(words)


def _long_turns(turn: SpokenTurn) -> list[str]:
    return [said for _, said in turn.earlier if len(split_words(said)) >= LEAST]


Made = tuple[str, str]
"""A faulty reply, and what remains of it as speech."""


def _echo_request(turn: SpokenTurn, new: str, random: Random) -> Made:
    """Return a stretch of the request of 40 words or more, from the beginning of a sentence."""
    sentences = re.split(r"(?<=[.!?”])\s+|\n+", context_of(turn.asked).request)
    starts = [place for place in range(len(sentences)) if len(" ".join(sentences[place:]).split()) >= 40]
    start = random.choice(starts)
    end = next(end for end in range(start + 1, len(sentences) + 1) if len(" ".join(sentences[start:end]).split()) >= 40)
    return " ".join(sentences[start:end]), ""


def _say_again(turn: SpokenTurn, new: str, random: Random) -> Made:
    return random.choice(_long_turns(turn)), ""


def _say_nearly_again(turn: SpokenTurn, new: str, random: Random) -> Made:
    """Return an earlier turn without every 15th word."""
    words = random.choice(_long_turns(turn)).split()
    return " ".join(word for place, word in enumerate(words, 1) if place % 15), ""


def _loop(turn: SpokenTurn, new: str, random: Random) -> Made:
    """Return a turn with its last sentence of six words or more ten times."""
    sentences = [part for part in re.split(r"(?<=[.!?])\s+", turn.text) if len(split_words(part)) >= 6]
    return " ".join([turn.text, *[sentences[-1] if sentences else turn.text] * 9]), ""


def _append_line(turn: SpokenTurn, new: str, random: Random) -> Made:
    return f"{turn.text}\n\n{random.choice(turn.others)}: {new}", turn.text


TOKENS = ("<|im_end|>", "</s>", "<end_of_turn>", "<|eot_id|>", "<|endoftext|>")


def _append_token(turn: SpokenTurn, new: str, random: Random) -> Made:
    return f"{turn.text}{random.choice(TOKENS)}{random.choice(('', chr(10)))}{new}", turn.text


def _put_name(turn: SpokenTurn, new: str, random: Random) -> Made:
    return f"{random.choice(('{}:', '**{}:**', '{} :')).format(turn.speaker)} {turn.text}", turn.text


def _put_quotes(turn: SpokenTurn, new: str, random: Random) -> Made:
    return random.choice(('"{}"', "“{}”")).format(turn.text), turn.text


def _put_thoughts(turn: SpokenTurn, new: str, random: Random) -> Made:
    return f"<think>\n{new}\n</think>\n\n{turn.text}", turn.text


FAULTS: dict[str, Callable[[SpokenTurn, str, Random], Made]] = {
    "a stretch of the request": _echo_request,
    "an earlier turn": _say_again,
    "an earlier turn without every 15th word": _say_nearly_again,
    "the last sentence ten times": _loop,
    "another's new line after the turn": _append_line,
    "a template's token and new words after the turn": _append_token,
    "the own name in front": _put_name,
    "quotation marks around the turn": _put_quotes,
    "thoughts before the turn": _put_thoughts,
}
"""Kind → (turn, the words of a turn on another motion, a source of chance) → a faulty reply."""
