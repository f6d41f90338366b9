"""How long a prompt and how many calls at once a server takes, as it states them itself.

llama.cpp states both (``GET /props``), vLLM the context (``GET /v1/models``); others state neither.
"""

from contextlib import suppress
from urllib.request import ProxyHandler, build_opener

from doxa.models.conditions import is_loopback
from doxa.models.providers.endpoints import Endpoint
from doxa.records.base import Record
from doxa.records.outside import parse_json
from doxa.tasks.examples import parts_of

PATIENCE, LONGEST = 5.0, 1_000_000
"""Seconds to wait for an answer, and its bytes that are read."""


class Capacity(Record):
    """What a server takes and states; None where nothing tells."""

    context: int | None = None
    """Tokens of one call."""
    slots: int | None = None
    """Calls at once."""
    log_probabilities: bool | None = None
    """Whether it states the probabilities of an answer's tokens."""


def read_capacity(endpoint: Endpoint) -> Capacity:
    """Return what the server at an endpoint states of itself; hosted services are not asked, and no key is sent."""
    stated: dict[str, int] = {}
    base = endpoint.base_url
    open_url = build_opener(*([ProxyHandler({})] if is_loopback(base) else [])).open
    for url in () if endpoint.service.needs_key else (f"{base}/models", f"{base.removesuffix('/v1')}/props"):
        with suppress(OSError, ValueError), open_url(url, timeout=PATIENCE) as answer:
            for part in parts_of(parse_json(answer.read(LONGEST))):
                numbers = part.items() if isinstance(part, dict) else ()
                stated |= {name: number for name, number in numbers if type(number) is int and number > 0}
    return Capacity(context=stated.get("n_ctx", stated.get("max_model_len")), slots=stated.get("total_slots"))
