"""The three published rules for the form of an answer (policy-parameterised prompts, section 3.2.1).

``none`` has no instruction. ``light`` sets an order and a length. ``struct`` asks to sort the dialogue into four kinds
of key points, then to answer in three sentences. The wording is doxa's own.
"""

from doxa.policies.instructions import Instruction
from doxa.policies.registry import Rule
from doxa.records.spec import PromptPolicy

POINTS = 3
"""The most key points of one kind under ``struct``."""

STRUCT_SENTENCES = 3
"""The most sentences of an answer under ``struct``."""


def none(policy: PromptPolicy) -> tuple[Instruction, ...]:
    """Return no instruction."""
    return ()


def light(policy: PromptPolicy) -> tuple[Instruction, ...]:
    """Return instructions for an answer, evidence and, where needed, a response, in that order, in N sentences."""
    return (
        Instruction(
            asks="answer_first",
            text="First give a straight answer to the question.",
            why="Rule light: the question is answered before anything else.",
        ),
        Instruction(
            asks="evidence_once",
            text="Then support it with one or two pieces of evidence from the passages.",
            why="Rule light: one or two pieces of evidence follow.",
        ),
        Instruction(
            asks="respond_if_needed",
            text="Where it is called for, respond to what was said.",
            why="Rule light: a response to the others where one is needed.",
        ),
        Instruction(
            asks="at_most",
            text=f"Use no more than {policy.sentences} sentence{'s' * (policy.sentences > 1)}.",
            why="Rule light: a limit on length.",
            most=policy.sentences,
        ),
    )


def struct(policy: PromptPolicy) -> tuple[Instruction, ...]:
    """Return instructions for four kinds of key points from the dialogue, then three sentences that prefer evidence."""
    unwritten = " and without writing it down" if policy.points == "unwritten" else ""
    return (
        Instruction(
            asks="key_points",
            text=f"Work this out for yourself first, in this order{unwritten}: from what was said, no "
            f"more than {POINTS} points of each kind: (1) what supports your aim; (2) what threatens it; (3) what is "
            "disputed and not yet settled; (4) where you and others could work together.",
            why="Rule struct: the dialogue is sorted into four kinds of key points.",
        ),
        Instruction(
            asks="three_sentences",
            text=f"Then answer from these points in no more than {STRUCT_SENTENCES} sentences.",
            why="Rule struct: the answer is short and follows from the points.",
            most=STRUCT_SENTENCES,
        ),
        Instruction(
            asks="prefer_evidence",
            text="Give the passages precedence as support.",
            why="Rule struct: evidence goes before other support.",
        ),
    )


NONE = Rule(asks=none)
LIGHT = Rule(asks=light)
STRUCT = Rule(asks=struct)
