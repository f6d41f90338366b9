"""How an answer ended, and what follows for its step: one rule for every performer and interface.

An interface says why its model stopped. Four reasons have a word of doxa's own; any other is recorded as it came. An
answer without a reason where its interface has one broke off, and never reaches this rule.

    refusal, content_filter        the step is refused
    tool_call                      not an answer, as no tools are offered: asked again
    length, before any word        not an answer, the limit fell inside the model's reasoning: asked again
    length                         an answer, marked ``truncated``
    stop                           an answer
    any other word                 an answer, marked ``unknown_finish``
"""

from dataclasses import dataclass
from typing import Literal

from doxa.records.outside import has_words

STOP = "stop"
LENGTH = "length"
TOOL_CALL = "tool_call"
REFUSALS = ("refusal", "content_filter")

Verdict = Literal["answer", "refused", "again"]


@dataclass(frozen=True, kw_only=True)
class AnswerEnding:
    """What follows from the end of an answer: whether it counts, and the word for the outcome's reason."""

    verdict: Verdict
    reason: str = ""
    advice: str = ""
    """For the model, where the step is asked again."""


def ending_of(finish: str, text: str) -> AnswerEnding:
    """Return what follows from how an answer ended; ``text`` is what was answered before it ended."""
    if finish in REFUSALS:
        return AnswerEnding(verdict="refused", reason=finish)
    if finish == TOOL_CALL:
        advice = "Your answer called a tool. There are no tools here: answer with the words or the JSON alone."
        return AnswerEnding(verdict="again", reason=TOOL_CALL, advice=advice)
    if finish == LENGTH and not has_words(text):
        advice = "Your answer reached its limit of length while you were still thinking. Answer without thinking first."
        return AnswerEnding(verdict="again", reason="limit_in_reasoning", advice=advice)
    if finish in (STOP, ""):
        return AnswerEnding(verdict="answer")
    return AnswerEnding(verdict="answer", reason="truncated" if finish == LENGTH else "unknown_finish")
