"""The meaning of a client's error: a fault of this machine is no answer of the model, and every error has a reason."""

import asyncio
import errno
import socket
import ssl

import aiohttp
import httpx2
import pytest
from pydantic_ai.exceptions import (
    ModelConnectionError,
    ModelHTTPError,
    ModelTimeoutError,
)

from doxa.errors import ModelCallError, ModelSetupError
from doxa.models.conditions import Conditions
from doxa.models.limits import Limiter
from doxa.models.port import LONGEST_MESSAGE, Response
from doxa.models.providers.endpoints import SERVICES, Endpoint
from doxa.models.providers.faults import FAULTS, fault_of
from doxa.models.retries import Fault, answer_of

KEY = "sk-secret-key-of-the-test"
ENDPOINT = Endpoint(service=SERVICES["compatible"], model="test", base_url="http://host/v1", key=KEY)
QUICK = Conditions(tries=3, first_wait_s=0.001)


def raised(inner: Exception, outer: type[Exception] = ModelConnectionError) -> Exception:
    """Return an error of a client that another caused."""
    try:
        try:
            raise inner
        except Exception as cause:
            raise outer(model_name="test", message="Connection error.") from cause
    except Exception as error:
        return error


HERE = [errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOBUFS, errno.ENETUNREACH, errno.EADDRNOTAVAIL]
PASSING_HERE = [OSError(number, "here") for number in HERE]
PASSING_HERE += [socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")]
LASTING = [
    socket.gaierror(socket.EAI_NONAME, "Name or service not known"),
    ssl.SSLCertVerificationError(1, "certificate has expired"),
    httpx2.UnsupportedProtocol("htp://host"),
    httpx2.InvalidURL("port"),
    MemoryError(),
]
THEIRS = [aiohttp.ConnectionTimeoutError(), ConnectionRefusedError(111, "refused"), ConnectionResetError(104, "reset")]


@pytest.mark.parametrize("outer", [ModelConnectionError, ModelTimeoutError])
@pytest.mark.parametrize("cause", PASSING_HERE, ids=str)
def test_a_fault_of_this_machine_is_tried_again_and_then_stops_the_run(
    cause: Exception, outer: type[Exception]
) -> None:
    fault = fault_of(raised(cause, outer), ENDPOINT)
    assert (fault.setup, fault.again) == (True, True)
    assert "could not be asked, as this" in fault.message


@pytest.mark.parametrize("cause", LASTING, ids=lambda cause: type(cause).__name__)
def test_what_no_try_can_mend_stops_at_once(cause: Exception) -> None:
    assert isinstance(cause, FAULTS)
    fault = fault_of(raised(cause), ENDPOINT)
    assert (fault.setup, fault.again) == (True, False)
    assert fault.hint


@pytest.mark.parametrize("cause", THEIRS, ids=str)
def test_a_server_that_refuses_or_resets_is_the_models(cause: Exception) -> None:
    fault = fault_of(raised(cause), ENDPOINT)
    assert (fault.status, fault.setup, fault.again) == ("connection", False, True)


def test_the_reason_is_that_of_the_network_and_not_of_what_was_handled_around_it() -> None:
    try:
        try:
            raise RuntimeError("no running event loop")
        except RuntimeError:
            raise aiohttp.ClientConnectionError("Server disconnected")  # noqa: B904
    except aiohttp.ClientError as error:
        fault = fault_of(error, ENDPOINT)
    assert "Server disconnected" in fault.message
    assert "event loop" not in fault.message


def answered(*outcomes: Response | Fault) -> Response:
    left = list(outcomes)

    async def attempt() -> Response | Fault:
        return left.pop(0)

    return asyncio.run(answer_of(attempt, Limiter(QUICK), QUICK))


def test_every_try_keeps_its_reason_bounded() -> None:
    wrong = Fault(status="server_error", message="oops " * 1000, again=True)
    response = answered(wrong, Fault(status="timeout", message="late", again=True), Response(text="yes"))
    assert [attempt.status for attempt in response.tries] == ["server_error", "timeout"]
    assert [len(attempt.message) for attempt in response.tries] == [LONGEST_MESSAGE, 4]
    with pytest.raises(ModelCallError) as caught:
        answered(wrong, wrong, wrong)
    assert {attempt.message[:5] for attempt in caught.value.tries} == {"oops "}  # type: ignore[attr-defined]


TOO_LONG = [
    (400, "request (60043 tokens) exceeds the available context size (32768 tokens), try increasing it"),
    (400, "This model's maximum context length is 2048 tokens. However, your request has 9000 input tokens."),
    (500, "input (9003 tokens) is too large to process. increase the physical batch size (current batch size: 512)"),
]


@pytest.mark.parametrize(("status", "words"), TOO_LONG, ids=["llama.cpp", "vllm", "llama.cpp, a text to embed"])
def test_a_server_whose_context_is_too_small_fails_that_call_alone(status: int, words: str) -> None:
    fault = fault_of(ModelHTTPError(status, "test", {"message": words}), ENDPOINT)
    assert (fault.status, fault.setup, fault.again) == ("context_exceeded", False, False)


def test_a_limit_of_output_that_no_context_has_room_for_is_a_wrong_setting() -> None:
    words = "'max_tokens' is too large: 4096. This model's maximum context length is 2048 tokens."
    assert fault_of(ModelHTTPError(400, "test", {"message": words}), ENDPOINT).setup


def test_what_a_server_does_not_offer_is_a_wrong_setup_and_not_tried_again() -> None:
    words = "This server does not support embeddings. Start it with `--embeddings`"
    fault = fault_of(ModelHTTPError(501, "test", {"message": words}), ENDPOINT)
    assert (fault.setup, fault.again) == (True, False)
    assert "does not offer what the role needs" in fault.message
    assert words in fault.message


def test_a_setup_that_heals_is_no_fault() -> None:
    here = Fault(status="setup", message="no files", setup=True, again=True)
    assert answered(here, Response(text="yes")).text == "yes"
    with pytest.raises(ModelSetupError, match="no files"):
        answered(here, here, here)
