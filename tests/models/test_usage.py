"""What surrounds an answer, in every interface: odd reports and labels lose no answer."""

from itertools import product

import pytest

from doxa.models.port import Usage
from doxa.models.providers.usage import EXCERPT, read_usage
from models.test_endings import ask
from servers.altered import LABELS, USAGES
from servers.openai_server import OpenAIServer
from servers.provider_faults import COUNTS, DIALECTS

QUIET = ("no_usage", "null_usage", "half_usage")
"""What leaves something out says nothing that could not be."""


@pytest.mark.parametrize(("dialect", "name"), list(product(DIALECTS, [*USAGES, *LABELS])))
def test_an_odd_report_or_label_throws_no_answer_away(server: OpenAIServer, dialect: str, name: str) -> None:
    plain = ask(server, dialect)
    server.always(name)
    answer = ask(server, dialect)
    assert server.count == 2, "asked, and paid for, once"
    assert (answer.text, answer.finish) == (plain.text, plain.finish)
    if name in LABELS:
        assert answer.usage == plain.usage
    else:
        assert (answer.usage.input_tokens, answer.usage.output_tokens) == COUNTS[name]
        assert bool(answer.reported_usage) == (name not in QUIET)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(("name", "text"), [("numeric_model", "4.5"), ("listed_model", "['tiny', 7]")])
def test_a_models_name_is_recorded_as_text(server: OpenAIServer, dialect: str, name: str, text: str) -> None:
    server.always(name)
    assert ask(server, dialect).revision == text


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_plain_report_is_believed(server: OpenAIServer, dialect: str) -> None:
    answer = ask(server, dialect)
    assert min(answer.usage.input_tokens or 0, answer.usage.output_tokens or 0) > 0
    assert answer.reported_usage == ""


@pytest.mark.parametrize("name", [name for name, (_, output) in COUNTS.items() if output is None])
def test_what_an_unknown_use_cost_is_unknown(server: OpenAIServer, name: str) -> None:
    server.always(name)
    assert ask(server, "openai").cost is None


def test_thoughts_and_caches_are_counted_as_their_services_bill_them() -> None:
    google = {"promptTokenCount": 10, "candidatesTokenCount": 5, "thoughtsTokenCount": 7, "cachedContentTokenCount": 4}
    assert read_usage(google, "google", 50) == (Usage(input_tokens=10, output_tokens=12, cached_tokens=4), "")
    anthropic = {"input_tokens": 3, "cache_read_input_tokens": 4, "cache_creation_input_tokens": 5, "output_tokens": 6}
    assert read_usage(anthropic, "anthropic", 50) == (Usage(input_tokens=12, output_tokens=6, cached_tokens=4), "")
    openai = {"prompt_tokens": 9, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 8}}
    assert read_usage(openai, "openai", 50) == (Usage(input_tokens=9, output_tokens=2, cached_tokens=8), "")


@pytest.mark.parametrize(
    ("report", "counts"),
    [
        ({"prompt_tokens": 30, "completion_tokens": 10, "total_tokens": 140, "reasoning_tokens": 100}, (30, 110)),
        ({"prompt_tokens": 30, "completion_tokens": 10, "total_tokens": 40, "reasoning_tokens": 8}, (30, 10)),
        ({"prompt_tokens": 30, "completion_tokens": 10, "total_tokens": 40, "reasoning_tokens": 100}, (30, 110)),
        ({"prompt_tokens": 30, "completion_tokens": 10, "reasoning_tokens": 8}, (30, 18)),
        ({"prompt_tokens": 30, "completion_tokens": 10, "total_tokens": 55}, (30, 25)),
        ({"prompt_tokens": 30, "completion_tokens": 10, "total_tokens": 5}, (30, 10)),
        ({"prompt_tokens": 30, "completion_tokens": None, "total_tokens": 44}, (30, 14)),
        ({"prompt_tokens": None, "completion_tokens": 10, "total_tokens": 44}, (34, 10)),
        ({"prompt_tokens": None, "completion_tokens": None, "total_tokens": 44}, (None, None)),
        ({"prompt_tokens": 30, "completion_tokens": 10, "total_tokens": 1e12}, (30, 10)),
        ({"prompt_tokens": 30, "completion_tokens": 10, "total_tokens": "many"}, (30, 10)),
    ],
)
def test_a_report_counts_as_the_largest_use_that_it_allows(
    report: dict[str, object], counts: tuple[int | None, int | None]
) -> None:
    reasoning = report.pop("reasoning_tokens", None)
    details = {} if reasoning is None else {"completion_tokens_details": {"reasoning_tokens": reasoning}}
    usage, _ = read_usage({**report, **details}, "openai", 400)
    assert (usage.input_tokens, usage.output_tokens) == counts


@pytest.mark.parametrize("details", [None, 3, [], {}, {"reasoning_tokens": None}, {"reasoning_tokens": "much"}])
def test_details_that_are_missing_or_no_details_change_nothing(details: object) -> None:
    report = {"prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 11}
    with_details = {**report, "completion_tokens_details": details, "prompt_tokens_details": details}
    assert read_usage(with_details, "openai", 50)[0] == Usage(input_tokens=9, output_tokens=2)


def test_cached_input_that_is_more_than_the_input_lies_outside_it() -> None:
    report = {"prompt_tokens": 9, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 20}}
    assert read_usage(report, "openai", 50)[0] == Usage(input_tokens=29, output_tokens=2, cached_tokens=20)


def test_googles_total_counts_too() -> None:
    report = {"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 40}
    assert read_usage(report, "google", 50)[0] == Usage(input_tokens=10, output_tokens=30)


@pytest.mark.parametrize("count", [True, "7", [7], {"seven": 7}, -1, 10**9, float("nan")])
def test_what_is_no_count_is_kept_as_it_came_and_not_counted(count: object) -> None:
    usage, reported = read_usage({"prompt_tokens": count, "completion_tokens": 2}, "openai", 50)
    assert (usage.input_tokens, usage.output_tokens) == (None, 2)
    assert "prompt_tokens" in reported
    assert len(reported) <= EXCERPT + 1
