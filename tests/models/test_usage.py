"""What an answer used, in every interface: odd reports lose no answer, and what cannot be is not believed."""

from itertools import product

import pytest

from doxa.models.port import Usage
from doxa.models.providers.usage import EXCERPT, read_usage
from models.test_endings import ask, server, servers  # noqa: F401  (fixtures)
from servers.altered import USAGES
from servers.openai_server import OpenAIServer
from servers.provider_faults import COUNTS, DIALECTS

QUIET = ("no_usage", "null_usage", "half_usage")
"""What leaves something out says nothing that could not be."""


@pytest.mark.parametrize(("dialect", "name"), list(product(DIALECTS, USAGES)))
def test_an_odd_report_throws_no_answer_away(server: OpenAIServer, dialect: str, name: str) -> None:  # noqa: F811
    plain = ask(server, dialect)
    server.always(name)
    before = server.count
    answer = ask(server, dialect)
    assert server.count == before + 1, "asked, and paid for, once"
    assert (answer.text, answer.finish) == (plain.text, plain.finish)
    assert (answer.usage.input_tokens, answer.usage.output_tokens) == COUNTS[name]
    assert bool(answer.reported_usage) == (name not in QUIET)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_plain_report_is_believed(server: OpenAIServer, dialect: str) -> None:  # noqa: F811
    answer = ask(server, dialect)
    assert min(answer.usage.input_tokens or 0, answer.usage.output_tokens or 0) > 0
    assert answer.reported_usage == ""


@pytest.mark.parametrize("name", [name for name, (_, output) in COUNTS.items() if output is None])
def test_what_an_unknown_use_cost_is_unknown(server: OpenAIServer, name: str) -> None:  # noqa: F811
    server.always(name)
    assert ask(server, "openai").cost is None


def test_thoughts_and_caches_are_counted_as_their_services_bill_them() -> None:
    google = {"promptTokenCount": 10, "candidatesTokenCount": 5, "thoughtsTokenCount": 7, "cachedContentTokenCount": 4}
    assert read_usage(google, "google", 50) == (Usage(input_tokens=10, output_tokens=12, cached_tokens=4), "")
    anthropic = {"input_tokens": 3, "cache_read_input_tokens": 4, "cache_creation_input_tokens": 5, "output_tokens": 6}
    assert read_usage(anthropic, "anthropic", 50) == (Usage(input_tokens=12, output_tokens=6, cached_tokens=4), "")
    openai = {"prompt_tokens": 9, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 8}}
    assert read_usage(openai, "openai", 50) == (Usage(input_tokens=9, output_tokens=2, cached_tokens=8), "")


@pytest.mark.parametrize("count", [True, "7", [7], {"seven": 7}, -1, 10**9, float("nan")])
def test_what_is_no_count_is_kept_as_it_came_and_not_counted(count: object) -> None:
    usage, reported = read_usage({"prompt_tokens": count, "completion_tokens": 2}, "openai", 50)
    assert (usage.input_tokens, usage.output_tokens) == (None, 2)
    assert "prompt_tokens" in reported
    assert len(reported) <= EXCERPT + 1
