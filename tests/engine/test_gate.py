"""The gate before every call: a budget lets calls through until what was spent reaches it."""

import warnings
from pathlib import Path

import pytest
from pydantic import ValidationError

from doxa.engine.gate import Budget, CutPromptWarning, Gate
from doxa.errors import StoppedError
from doxa.log.journal import CallRecord, Journal

CALL = CallRecord(
    id="r01/a#1",
    role="speaker",
    model="m",
    request="",
    blocks=(),
    reply_schema="",
    status="ok",
    input_tokens=60,
    output_tokens=40,
    cost=0.5,
)


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """A journal with one call: 60 tokens in, 40 out, for half a dollar."""
    journal = Journal(tmp_path / "calls.jsonl")
    journal.add(CALL)
    journal.close()
    return journal


def is_open(gate: Gate) -> bool:
    try:
        gate.pass_through()
    except StoppedError:
        return False
    return True


@pytest.mark.parametrize(
    ("budget", "open"),
    [
        (Budget(tokens=99), False),
        (Budget(tokens=100), False),
        (Budget(tokens=101), True),
        (Budget(usd=0.49), False),
        (Budget(usd=0.5), False),
        (Budget(usd=0.51), True),
        (Budget(), True),
    ],
)
def test_a_budget_that_is_exactly_spent_stops(journal: Journal, budget: Budget, open: bool) -> None:
    assert is_open(Gate(budget, journal)) == open


def test_input_and_output_tokens_of_every_sitting_are_spent(journal: Journal, tmp_path: Path) -> None:
    journal = Journal(tmp_path / "calls.jsonl")
    journal.add(CALL.model_copy(update={"id": "r02/a#1", "output_tokens": None}))
    journal.close()
    with pytest.raises(StoppedError, match=r"the budget of 150 tokens is spent \(160\)"):
        Gate(Budget(tokens=150), journal).pass_through()


@pytest.mark.parametrize("budget", [{"tokens": -1}, {"usd": -0.01}])
def test_a_budget_below_nothing_is_refused(budget: dict[str, float]) -> None:
    with pytest.raises(ValidationError, match="greater than or equal to 0"):
        Budget(**budget)


def test_a_prompt_that_a_server_cut_is_told_once_for_each_model(journal: Journal) -> None:
    gate = Gate(Budget(), journal)
    for model in ("m", "other"):
        with pytest.warns(
            CutPromptWarning, match=rf"{model} counted 60 tokens where 2,400 bytes were sent \(r01/a#1\)"
        ):
            gate.tell_cut(CALL.model_copy(update={"model": model}), 2_400)
        gate.tell_cut(CALL.model_copy(update={"model": model}), 2_400)


@pytest.mark.parametrize(("counted", "sent"), [(60, 600), (240, 2_400), (1, 2_000), (0, 9_000), (None, 9_000)])
def test_a_plain_count_a_short_prompt_and_no_count_are_not_told(
    journal: Journal, counted: int | None, sent: int
) -> None:
    with warnings.catch_warnings(record=True) as told:
        Gate(Budget(), journal).tell_cut(CALL.model_copy(update={"input_tokens": counted}), sent)
    assert told == []
