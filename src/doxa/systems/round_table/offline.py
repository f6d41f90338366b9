"""A round table offline: a speaker that obeys its prompt's instructions, and a judge of responses, in plain code.

SIMULATED. The speaker's words are put together from its persona, the query, the passages and the last message, so an
effect of an instruction on its words is assumed, never measured. It cites, recaps and begins with its persona when
instructed to, and keeps to the number of sentences that it is given. The judge recognises the speaker's name, copied
runs of words and plain words of disagreement; it does not understand either utterance.
"""

import re
from dataclasses import dataclass
from random import Random

from doxa.models.offline.answers import inputs_of, reply, words
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.policies.instructions import Instruction
from doxa.policies.prompting import PolicyInputs, instructions_of, pieces_of
from doxa.records.base import stream
from doxa.records.steps import Block, Message
from doxa.systems.round_table.measures import list_words
from doxa.systems.round_table.tasks import Inputs, Reply
from doxa.tasks.base import Scene

CHANCES: dict[str, float] = {
    "evidence_optional": 0.1,
    "evidence_preferred": 0.4,
    "prefer_evidence": 0.6,
    "persona_reflected": 0.5,
    "respond_if_needed": 0.7,
    "coherent": 0.6,
    "no_recap": 0.4,
}
"""Instruction → how often the speaker does what the instruction leaves open. Chosen, not measured."""

MEMORY = frozenset({"no_recap", "coherent", "recap"})
KNOWLEDGE = frozenset({"evidence_optional", "evidence_preferred", "evidence_twice"})
"""Instructions of which every prompt that shows the dialogue or passages has one."""

OPPOSING = 0.35
"""How often a response opposes where the speaker shows its persona; otherwise half as often."""

EXCERPT = 9
"""Words of another's message that a recap or a response names."""

ANSWERS = (
    "My answer is that it depends on who carries the cost.",
    "I would say yes, within limits that people can live with.",
    "I would go slowly here and see what holds up in practice.",
    "There is a good answer to this, and it begins with those who are affected.",
    "We should settle the plain cases first and argue about the hard ones afterwards.",
    "Nobody gains from a rule that cannot be kept.",
)
CLOSINGS = (
    "That is where I would begin.",
    "So I would want that settled before anything else.",
    "A fair plan has to start from there.",
    "That is what I would put to the others here.",
)
CITING = ("What I know is this:", "It is on record:", "Consider the facts:", "One thing is well established:")
AGREEING = (
    "{name} has a point in saying “{said}”.",
    "I would build on what {name} said, “{said}”.",
    "I can go along with {name} on “{said}”.",
)
DISAGREEING = (
    "I disagree with {name}, who says “{said}”.",
    "I do not accept what {name} said, “{said}”.",
    "{name} is wrong in my view to say “{said}”.",
)
INTRODUCING = "I speak as"
RECAPPING = "So far {name} has said “{said}”, and what follows from it is still open."

_SENTENCE = re.compile(r"(?<=[.!?…])\s+(?=[A-Z“\"])")


@dataclass(frozen=True)
class _Speech:
    """What a turn is composed from: scene, inputs, instructions, random stream and the last message."""

    scene: Scene
    inputs: PolicyInputs
    asks: dict[str, Instruction]
    random: Random
    last: Message | None
    """The last message of somebody else that the prompt shows."""

    def does(self, asks: str) -> bool:
        """Return whether the speaker does what an instruction leaves open; False where no instruction asks for it."""
        return asks in self.asks and self.random.random() < CHANCES[asks]


def discuss(request: Request, library: Library) -> Response:
    """Return one turn that follows the prompt's instructions."""
    inputs = inputs_of(request, PolicyInputs)
    memory = tuple(Block(tag="said", text=message.text) for message in request.scene.transcript)
    asks = instructions_of(pieces_of(inputs, request.scene.actor, memory))
    others = [message for message in request.scene.transcript if message.speaker != request.scene.actor.id]
    speech = _Speech(
        scene=request.scene,
        inputs=inputs,
        asks=asks,
        random=stream(request.seed, request.step.key, "discuss"),
        last=others[-1] if others and MEMORY & asks.keys() else None,
    )
    limits = [instruction.most for instruction in asks.values() if instruction.most is not None]
    return words(" ".join(_compose_sentences(speech)[: min(limits, default=None)]))


def _compose_sentences(speech: _Speech) -> list[str]:
    """Return the sentences of a turn, the least important ones last, except for the closing."""
    answer, closing = speech.random.choice(ANSWERS), speech.random.choice(CLOSINGS)
    citations, response, introduction = _cite_passages(speech), _respond(speech), _introduce(speech)
    recap = [RECAPPING.format(**_quote_message(speech, speech.last))] if speech.last and "recap" in speech.asks else []
    order = [answer, *citations, *response] if "answer_first" in speech.asks else [*response, answer, *citations]
    return [*recap, *introduction, *order, closing]


def _cite_passages(speech: _Speech) -> list[str]:
    """Return the passages that a turn cites, one sentence each: as many as asked for, first those not said before."""
    if not KNOWLEDGE & speech.asks.keys():
        return []  # the rule may ask for evidence even though no passages are shown
    if "evidence_twice" in speech.asks or "evidence_once" in speech.asks:
        count = 2 if "evidence_twice" in speech.asks else 1
    else:
        # all three are drawn, so that the draws that follow do not depend on their results
        chosen = [speech.does(asks) for asks in ("prefer_evidence", "evidence_preferred", "evidence_optional")]
        count = int(any(chosen))
    transcript = " ".join(message.text for message in speech.scene.transcript)
    facts = sorted(
        (_take_first_sentence(passage.text) for passage in speech.inputs.passages), key=lambda fact: fact in transcript
    )
    leads = speech.random.sample(CITING, len(CITING))
    return [f"{lead} {fact}" for lead, fact in zip(leads, facts[:count], strict=False)]


def _respond(speech: _Speech) -> list[str]:
    """Return the response to the last message; empty where the speaker gives none."""
    if speech.last is None or "recap" in speech.asks:
        return []
    if not (speech.does("respond_if_needed") or speech.does("coherent") or speech.does("no_recap")):
        return []
    shows_itself = "persona_first" in speech.asks or "persona_reflected" in speech.asks
    opposes = speech.random.random() < (OPPOSING if shows_itself else OPPOSING / 2)
    template = speech.random.choice(DISAGREEING if opposes else AGREEING)
    return [template.format(**_quote_message(speech, speech.last))]


def _introduce(speech: _Speech) -> list[str]:
    """Return how the speaker introduces itself; empty where it does not."""
    persona = _take_first_sentence(speech.scene.actor.persona) if speech.scene.actor.persona else ""
    if not persona or not ("persona_first" in speech.asks or speech.does("persona_reflected")):
        return []
    return [f"{INTRODUCING} {speech.scene.actor.name}: {persona}"]


def _quote_message(speech: _Speech, message: Message) -> dict[str, str]:
    """Return the speaker's name and a quotation: the beginning of a sentence that neither quotes nor introduces."""
    sentences = _SENTENCE.split(message.text)
    own_sentences = [sentence for sentence in sentences if "“" not in sentence and not sentence.startswith(INTRODUCING)]
    telling = max(own_sentences or sentences, key=lambda sentence: ": " in sentence).rpartition(": ")[2]
    quote = " ".join(telling.replace("“", "").replace("”", "").split()[:EXCERPT]).rstrip(".,;:!?")
    return {"name": speech.scene.names.get(message.speaker, message.speaker), "said": quote}


def _take_first_sentence(text: str) -> str:
    """Return the first sentence of a text, closed by a full stop."""
    first = _SENTENCE.split(text)[0].strip()
    return first if first[-1] in ".!?…" else f"{first}."


RUN = 4
"""Words in a row that count as copied from the utterance before."""

OPPOSES = re.compile(
    r"\b(?:disagree|do not accept|don't accept|cannot accept|is wrong|are wrong|not true|on the contrary|i object)\b",
    re.IGNORECASE,
)


def judge_response(request: Request, library: Library) -> Response:
    """Return whether an utterance responds to the one before (it names the speaker or copies words), and opposes it."""
    inputs = inputs_of(request, Inputs)
    text, previous = f" {' '.join(list_words(inputs.text))} ", list_words(inputs.previous)
    copied = [previous[start : start + RUN] for start in range(len(previous) - RUN + 1)]
    responds = any(f" {' '.join(run)} " in text for run in (list_words(inputs.speaker), *copied))
    return reply(Reply(responds=responds, opposes=responds and OPPOSES.search(inputs.text) is not None))


SKILLS = {"discuss": discuss, "judge_response": judge_response}
