"""The openai client without its transformation of requests, which takes a third of a call's time.

The client's ``create`` transforms the body recursively by type annotations, to rename keys and format dates where an
interface needs it; chat completions need neither.
"""

from functools import cached_property
from typing import Any

from openai import AsyncOpenAI, NotGiven, Omit, not_given
from openai._base_client import make_request_options
from openai.resources.chat import AsyncChat, AsyncCompletions
from openai.types.chat import ChatCompletion


class _Completions(AsyncCompletions):
    async def create(  # type: ignore[override]
        self,
        *,
        extra_headers: Any = None,
        extra_query: Any = None,
        extra_body: Any = None,
        timeout: Any = not_given,
        stream: Any = False,
        **body: Any,
    ) -> ChatCompletion:
        fields = {name: field for name, field in body.items() if not isinstance(field, (Omit, NotGiven))}
        return await self._post(
            "/chat/completions",
            body=fields,
            options=make_request_options(
                extra_headers=extra_headers,
                extra_query=extra_query,
                extra_body=extra_body,
                timeout=timeout,
                security={"bearer_auth": True},
            ),
            cast_to=ChatCompletion,
        )


class _Chat(AsyncChat):
    @cached_property
    def completions(self) -> AsyncCompletions:
        return _Completions(self._client)


class LeanOpenAI(AsyncOpenAI):
    """AsyncOpenAI whose chat completions are sent as they are given. It does not stream."""

    def forget_environment(self, headers: dict[str, str]) -> None:
        """Send these headers, and nothing that the environment holds for OpenAI: organisation, project, own headers."""
        self.organization = self.project = self.admin_api_key = None
        self._custom_headers = headers
        self._ambient_authorizations = frozenset()

    @cached_property
    def chat(self) -> AsyncChat:
        return _Chat(self)
