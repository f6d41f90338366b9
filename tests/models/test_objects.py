"""What a model writes around the object that was asked for is left out; what could mean two things stays as it is."""

import json

import pytest

from doxa.models.providers.words import bare_object
from doxa.tasks.registry import task_named

OBJECT = '{"claims": [{"claim": "Fines are \\u2014 {sic} \\"fair\\".", "snippet": "Fines are fair"}]}'


def bare(text: str, task: str = "extract") -> str:
    schema = task_named(task).schema()
    assert schema is not None
    return bare_object(text, schema)


@pytest.mark.parametrize(
    "form",
    [
        "{}",
        "Here is the JSON:\n{}",
        "{}\n\nI left out the greeting.",
        "```json\n{}\n```",
        "Sure!\n```\n{}\n```\nAnything else?",
        "**Answer:** {}",
        "[1] is the only message.\n{}",
    ],
)
def test_the_only_object_of_an_answer_is_the_answer_word_for_word(form: str) -> None:
    assert bare(form.replace("{}", OBJECT)) == OBJECT


@pytest.mark.parametrize(
    "text",
    [
        "",
        "There is no point in this message.",
        f"First {OBJECT} or rather {OBJECT}",
        'For example {"claims": []}. The answer: ' + OBJECT,
        "Here it is: " + OBJECT[:-1],  # the inner object closes, the outer one does not
        "Of {a, b} I take " + OBJECT,
        "[" * 100_000 + OBJECT + "{" * 3,
        '{"a":' * 100_000,
        'Here: {"note": 1, "claims": ' + "[" * 300 + "]" * 300 + "}",
    ],
)
def test_an_answer_with_no_object_or_several_stays_as_it_is(text: str) -> None:
    assert bare(text) == text


def test_fields_that_nobody_asked_for_are_left_out_at_every_depth() -> None:
    answer = {
        "reasoning": "I looked for points.",
        "messages": [
            {"message": 1, "note": "short", "claims": [{"claim": "A.", "snippet": "A", "strength": 0.9}]},
            {"message": 2, "claims": []},
        ],
    }
    assert json.loads(bare(json.dumps(answer), "extract_many")) == {
        "messages": [{"message": 1, "claims": [{"claim": "A.", "snippet": "A"}]}, {"message": 2, "claims": []}]
    }


def test_a_field_that_was_asked_for_is_never_made_up() -> None:
    assert json.loads(bare('{"Claims": [], "points": []}')) == {}
