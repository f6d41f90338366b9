"""Why a service's model stopped: doxa's own word, or the service's as it came; None where the answer broke off.

Clients turn a missing reason into "stop", and drop a reason that they do not know. Both are undone here: only the
service's own word counts.
"""

from pydantic_ai.messages import ModelResponse, ToolCallPart

from doxa.models.providers.wire import Heard
from doxa.records.base import clean
from doxa.records.finishing import LENGTH, STOP, TOOL_CALL

FINISHES = {"stop": STOP, "length": LENGTH, "tool_call": TOOL_CALL}
"""The client's words → doxa's."""

UNFINISHED = frozenset({"pause_turn", "FINISH_REASON_UNSPECIFIED"})
"""Words of services that say that more was to come, or nothing."""

LONGEST_WORD = 60
"""The most characters of a service's own word that are recorded."""


def finish_of(reply: ModelResponse, heard: Heard) -> str | None:
    """Return why a reply ended; None where its interface did not say so, so that it broke off.

    Args:
        heard: what its body said.
    """
    details = reply.provider_details or {}
    if details.get("refusal") or reply.finish_reason == "content_filter":
        return "refusal"
    if any(isinstance(part, ToolCallPart) for part in reply.parts):
        return TOOL_CALL
    said = heard.finish if heard.is_read else details.get("finish_reason")
    if not said or said in UNFINISHED:
        return None
    return FINISHES.get(reply.finish_reason or "") or clean(str(said))[:LONGEST_WORD]
