"""Errors as services word them: each body of the table, and what no service's wording may lead doxa to do."""

from collections import Counter

import httpx2
import pytest

from doxa.models.providers.fault_kinds import ServiceError, error_inside, kind_of, read_ending, read_error
from servers.openai_server import OpenAIServer
from servers.service_bodies import describe_wrong, dialects_of, service_bodies

BODIES = list(service_bodies())


@pytest.mark.parametrize("place", range(len(BODIES)), ids=lambda place: f"{place}-{BODIES[place].service}")
def test_a_body_means_what_it_means_in_whichever_interface(server: OpenAIServer, place: int) -> None:
    dialects = dialects_of(BODIES[place])
    assert describe_wrong(server, dialects[place % len(dialects)], BODIES[place]) == ""


def test_the_table_is_as_wide_as_the_documentation_says() -> None:
    kinds = Counter(body.kind for body in BODIES)
    assert len(BODIES) >= 60
    assert len({body.service for body in BODIES}) >= 15
    assert kinds["setup"] >= 10
    assert set(kinds) == {"setup", "refused", "busy", "failed", "context", "unknown"}
    assert sum(body.held > 0 for body in BODIES) * 3 >= len(BODIES)
    assert all(body.source.startswith("https://") for body in BODIES)


def test_no_two_bodies_of_the_table_are_the_same() -> None:
    shown = [(body.service, body.status, repr(body.body)) for body in BODIES]
    assert len(shown) == len(set(shown))


@pytest.mark.parametrize(
    ("status", "message", "kind"),
    [
        (400, "Unknown parameter: 'content_filter'.", "setting"),
        (400, "Invalid value: 'safety_settings[0].category' is not one of the harm categories.", "setting"),
        (403, "Your account has been flagged for violations of our usage policy and was suspended.", "key"),
        (400, "The model name is case-sensitive: model 'GPT' does not exist.", "model"),
        (400, "temperature: Input should be less than or equal to 1.5", "setting"),
        (429, "You exceeded your current quota, please check your plan and billing. Please retry in 34.2s.", "busy"),
        (429, "You exceeded your current quota, please check your plan and billing details.", "unpaid"),
        (400, "Something that nobody has said before.", "unknown"),
        (500, "Something that nobody has said before.", "server"),
        (200, "Something that nobody has said before.", "server"),
        (401, "Something that nobody has said before.", "key"),
        (403, "Something that nobody has said before.", "key"),
    ],
)
def test_words_that_resemble_another_kind(status: int, message: str, kind: str) -> None:
    assert kind_of(ServiceError(status, {"error": {"message": message, "type": "invalid_request_error"}})) == kind


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        *((status, "busy") for status in (409, 424, 425, 429, 498, 529)),
        *((status, "unknown") for status in (400, 403, 422)),
        *((status, "server") for status in (500, 502, 503)),
        *((status, "timeout") for status in (408, 504)),
        *((401, "key"), (402, "unpaid"), (404, "model"), (413, "context"), (501, "offer")),
    ],
)
@pytest.mark.parametrize("page", ["", "<html><title>Blocked by our content policy</title></html>"])
def test_a_status_without_words_of_the_service(status: int, kind: str, page: str) -> None:
    assert kind_of(read_error(httpx2.Response(status), page.encode())) == kind


def test_what_a_body_repeats_of_the_prompt_is_not_the_service_s_word() -> None:
    said = {"message": "Nobody knows.", "input": "our content policy", "failed_generation": "maximum context length"}
    error = ServiceError(400, {"error": said})
    assert error.texts == ("Nobody knows.",)
    assert kind_of(error) == "unknown"


@pytest.mark.parametrize(
    "body",
    [
        {"choices": [{"message": {"content": "error"}, "finish_reason": "stop"}], "error": None},
        {"choices": [{"message": {"content": "yes"}}], "base_resp": {"status_code": 0, "status_msg": "success"}},
        {"data": [{"index": 0, "embedding": [1.0]}], "error": {}},
        {"choices": None, "base_resp": {"status_code": 0, "status_msg": "success"}},
    ],
)
def test_an_answer_is_no_error(body: dict[str, object]) -> None:
    assert error_inside(body, "openai") is None


def test_an_error_in_a_choice_is_one_whatever_else_the_choice_says() -> None:
    error = {"code": 502, "message": "Upstream idle timeout exceeded"}
    found = error_inside({"choices": [{"message": {"content": "half a te"}, "error": error}]}, "openai")
    assert found is not None
    assert (found.status, kind_of(found)) == (502, "server")


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("network_error", "failed"),
        ("insufficient_system_resource", "failed"),
        ("ERROR_TOXIC", "refusal"),
        ("model_context_window_exceeded", "length"),
        ("max_output_tokens", "length"),
        ("eos", ""),
        ("stop", ""),
    ],
)
def test_a_service_s_word_for_the_end_of_an_answer(word: str, meaning: str) -> None:
    assert read_ending(word) == meaning


@pytest.mark.parametrize(
    ("headers", "body", "least", "most"),
    [
        ({"retry-after": "1.5"}, "", 1.5, 1.5),
        ({"retry-after-ms": "250"}, "", 0.25, 0.25),
        ({"retry-after": "Fri, 31 Dec 2100 23:59:59 GMT"}, "", 1e6, 1e10),
        ({}, {"error": {"details": [{"@type": "x.RetryInfo", "retryDelay": "34s"}]}}, 34, 34),
    ],
)
def test_every_way_of_saying_when_to_come_back_is_read(
    headers: dict[str, str], body: object, least: float, most: float
) -> None:
    wait = ServiceError(429, body, headers).retry_after
    assert wait is not None
    assert least <= wait <= most
    assert ServiceError(429, body, {"retry-after": "soon"}).retry_after in (None, 34.0)
