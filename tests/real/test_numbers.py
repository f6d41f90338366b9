"""A speaker of a local model says again the numbers that it is given, though its sampler lets it repeat little else.

Sentences with known numbers are given three times, and asked for once more, at temperature 0. Of the numbers that were
said, so many were given, by

    cd tests && python -m real.test_numbers local:FILE.gguf

    penalties of a speaker           SmolLM2-135M    Qwen2.5-Coder-1.5B
    none                             44 of 57        26 of 26
    its own                          44 of 57        26 of 26
    its own, digits end nothing      19 of 62        26 of 33

The first row is the baseline of the model alone, the last what penalties were before. Another machine says other words.
"""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from doxa.models.conditions import Conditions
from doxa.models.defaults import with_defaults
from doxa.models.setup import performer_for
from doxa.records.spec import ModelSettings
from servers.asking import asking
from servers.llama_server import MISSING, has_wheel

pytestmark = [pytest.mark.real, pytest.mark.skipif(not has_wheel(), reason=MISSING)]

MODEL = f"local:{Path(__file__).parents[2] / 'models' / 'SmolLM2-135M-Instruct.Q4_1.gguf'}"

PENALTIES: dict[str, dict[str, object]] = {
    "none": {"dry_multiplier": 0.0},
    "its own": {},
    "its own, digits end nothing": {"dry_sequence_breakers": ["\n", ":", '"', "*"]},
}

SENTENCES = (
    "The Harbour Act 1957 binds 37 towns.",
    "The Liability Act 1984 costs 612 pounds.",
    "Rule 4821 of the Forest Code names 93 birds.",
    "In 2009 the council of Lunde closed 14 wards.",
    "The survey of 1873 counted 5206 sheep.",
    "Order 66 of 1991 gave 250 farmers water.",
    "By 2034 the Marsh Treaty cuts 45 per cent of emissions.",
    "The Bridge Fund paid 7310 euros in 1968.",
    "Section 12 of the Rail Act 1846 fines drivers 90 pounds.",
    "The 1720 census of Aske lists 318 houses.",
)


def count_right(model: str, **settings: object) -> tuple[int, int]:
    """Return how many of the numbers that a speaker says it was given, and how many it says."""
    role = with_defaults("speaker", ModelSettings.model_validate({"model": model, "temperature": 0, **settings}))

    async def say(sentence: str) -> str:
        again = f"Evidence: {sentence} Ann says: {sentence} Bob says: {sentence}\nSay the evidence once more."
        return (await speaker.perform(asking("respond", again, inputs={"round": 1}))).text

    async def say_all() -> list[str]:
        try:
            return [await say(sentence) for sentence in SENTENCES]
        finally:
            await speaker.close()

    speaker = performer_for(role.model_copy(update={"max_tokens": 80}), Conditions(timeout_s=120))
    said = [re.findall(r"\d+", text) for text in asyncio.run(say_all())]
    right = [
        number in re.findall(r"\d+", sentence)
        for sentence, numbers in zip(SENTENCES, said, strict=True)
        for number in numbers
    ]
    return sum(right), len(right)


def test_numbers_that_a_speaker_is_given_are_said_again_as_they_are() -> None:
    counted = {name: count_right(MODEL, **settings) for name, settings in PENALTIES.items()}
    assert all(said > 10 for _, said in counted.values()), "too few numbers to tell"
    none, own, before = (right / said for right, said in counted.values())
    assert own > none - 0.1, "the penalty falls on digits"
    assert own > before + 0.1, "nothing is gained over a penalty that counts digits"


if __name__ == "__main__":
    for name, settings in PENALTIES.items():
        print(name, *count_right(sys.argv[1], **settings))
