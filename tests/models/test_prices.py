"""What calls cost: known prices, unknown ones, and a file of one's own."""

import pytest
from hypothesis import given, strategies as st

from doxa.errors import ScenarioError
from doxa.models.port import Usage
from doxa.models.prices import cost, price_list

MILLION = Usage(input_tokens=1_000_000, output_tokens=1_000_000, cached_tokens=0)


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch):
    monkeypatch.delenv("DOXA_PRICES", raising=False)


@pytest.mark.parametrize(
    ("model", "usage", "dollars"),
    [
        ("openai:gpt-4o", MILLION, 2.5 + 10),
        ("openai:gpt-4o", MILLION.model_copy(update={"cached_tokens": 500_000}), 1.25 + 0.625 + 10),
        ("openai:gpt-4o-2024-11-20", MILLION, 2.5 + 10),
        ("anthropic:claude-haiku-4-5-20251001", MILLION, 1 + 5),
        ("openai:gpt-5.4", Usage(input_tokens=200_000, output_tokens=0), 0.2 * 2.5),
        ("openai:gpt-5.4", Usage(input_tokens=300_000, output_tokens=0), 0.3 * 5),
    ],
    ids=["listed", "cached input is cheaper", "dated", "dated in one number", "short input", "long input"],
)
def test_a_call_costs_what_the_list_says(model, usage, dollars):
    assert cost(model, usage) == pytest.approx(dollars)


@pytest.mark.parametrize(
    ("model", "usage"),
    [
        ("openai:gpt-4o-audio", MILLION),
        ("compatible:gpt-4o", MILLION),
        ("nobody:nothing", MILLION),
        ("openai:gpt-4o", Usage()),
    ],
)
def test_an_unknown_price_or_use_is_unknown_and_not_zero(model, usage):
    assert cost(model, usage) is None


@pytest.mark.parametrize("model", ["ollama:llama3.2", "offline", "arrays", "simswarm", "encoder:DIR"])
def test_what_runs_here_costs_nothing(model):
    assert cost(model, Usage()) == 0.0


def test_a_file_of_ones_own_goes_first(tmp_path, monkeypatch):
    own = tmp_path / "prices.toml"
    own.write_text(
        '[models."compatible:mine"]\ninput = 1\noutput = 2\n[models."openai:gpt-4o"]\ninput = 0\noutput = 1\n'
    )
    monkeypatch.setenv("DOXA_PRICES", str(own))
    assert cost("compatible:mine", MILLION) == pytest.approx(3)
    assert cost("openai:gpt-4o", MILLION) == pytest.approx(1)
    assert cost("openai:gpt-4o-mini", MILLION) == pytest.approx(0.75)


@pytest.mark.parametrize("text", ["not toml [", '[models."a:b"]\ninput = -1\noutput = 0\n', "[other]\n", None])
def test_a_file_that_is_none_is_refused(tmp_path, text):
    own = tmp_path / "prices.toml"
    if text is not None:
        own.write_text(text)
    with pytest.raises(ScenarioError, match=r"prices\.toml"):
        price_list(str(own))


@given(st.integers(0, 10**7), st.integers(0, 10**7), st.integers(0, 10**7))
def test_no_cost_is_negative_and_more_tokens_never_cost_less(tokens, output, cached):
    price = price_list()["openai:gpt-4.1"]
    less = price.cost(Usage(input_tokens=tokens, output_tokens=output, cached_tokens=cached))
    more = price.cost(Usage(input_tokens=tokens + 10, output_tokens=output + 10, cached_tokens=cached))
    assert 0 <= less <= more
