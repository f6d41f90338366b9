"""The task ``judge_response``, in plain code: an utterance responds where it quotes or names the one before.

SIMULATED. It recognises the speaker's name, copied runs of words and plain words of disagreement; it does not
understand either utterance.
"""

import re

from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.systems.round_table.tasks.judge_response import Inputs, Reply

RUN = 4
"""Words in a row that count as copied from the utterance before."""

OPPOSES = re.compile(
    r"\b(?:disagree|do not accept|don't accept|cannot accept|is wrong|are wrong|not true|on the contrary|i object)\b",
    re.IGNORECASE,
)

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def judge_response(request: Request, library: Library) -> Response:
    """Return whether an utterance responds to the one before, and whether it opposes it."""
    inputs = inputs_of(request, Inputs)
    responds = _names(inputs) or _takes_over(inputs.text, inputs.previous)
    return reply(Reply(responds=responds, opposes=responds and OPPOSES.search(inputs.text) is not None))


def _names(inputs: Inputs) -> bool:
    return f" {' '.join(_words(inputs.speaker))} " in f" {' '.join(_words(inputs.text))} "


def _takes_over(text: str, previous: str) -> bool:
    padded_text, previous_words = f" {' '.join(_words(text))} ", _words(previous)
    return any(
        f" {' '.join(previous_words[start : start + RUN])} " in padded_text
        for start in range(len(previous_words) - RUN + 1)
    )


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower().replace("’", "'"))
