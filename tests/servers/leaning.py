"""Models of known leanings for the test server: what they find likely of the letters, whatever the order of options."""

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from doxa.models.weighing.question import EMPTY, FORMS, LETTERS
from servers.openai_server import Tops

Reads = Callable[[str], tuple[float, float, float]]
"""(a text) → how much the model likes each option: supports, opposes, takes no side, in log-odds."""


def leaning(reads: Reads, *, letters: Mapping[str, float] | None = None, side: float = 0.0) -> Tops:
    """Return a model that reads a text, likes some letters, and likes saying "supports" by ``side`` log-odds."""

    def answer(body: dict[str, Any]) -> dict[str, float]:
        asked = body["messages"][-1]["content"]
        text = re.search(r"<message>\n(.*)\n</message>", asked, re.DOTALL)[1]
        likes = reads(text) if text != EMPTY else (0.0, 0.0, 0.0)
        by_option = dict(zip(FORMS["1"].options, (likes[0] + side, *likes[1:]), strict=True))
        scores = {
            letter: by_option[re.search(rf"^{letter}\. (.*)$", asked, re.MULTILINE)[1]] + (letters or {}).get(letter, 0)
            for letter in LETTERS
        }
        total = math.log(sum(math.exp(score) for score in scores.values()))
        return {letter: score - total for letter, score in scores.items()}

    return answer
