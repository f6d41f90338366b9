"""What a service may send back: a body up to a bound, also when compressed, and no redirect to another host."""

from collections.abc import AsyncIterator
from typing import cast

import httpx2

from doxa.models.providers.faults import RedirectedError, TooLongError
from doxa.records.outside import GZIP_OR_ZLIB, Inflater, TooLargeError

ENCODINGS = ("gzip", "x-gzip", "deflate")
"""The compressions that doxa asks for and inflates."""

HEADERS = {"accept-encoding": "gzip, deflate"}

DEFAULT_PORTS = {"http": 80, "https": 443}


def bound_body(response: httpx2.Response, most: int) -> None:
    """Let a response's body raise where it grows beyond a bound, counted after inflating.

    The client would inflate a body after counting its bytes.

    Raises:
        DecodingError: the body is compressed in a way that was not asked for.
    """
    listed = (name.strip().lower() for name in response.headers.get_list("content-encoding", split_commas=True))
    encodings = [name for name in listed if name not in ("", "identity")]
    if encodings and (len(encodings) > 1 or encodings[0] not in ENCODINGS):
        raise httpx2.DecodingError(f"the body is compressed as {', '.join(encodings)}, which was not asked for")
    response.stream = _BoundedBody(cast(httpx2.AsyncByteStream, response.stream), most, is_compressed=bool(encodings))
    if encodings:
        del response.headers["content-encoding"]
        response.headers.pop("content-length", None)


def refuse_redirect(response: httpx2.Response) -> None:
    """Refuse a redirect that would carry the prompt, and perhaps the key, to another host.

    Raises:
        RedirectedError: the response redirects to another host or port, or from https to http.
    """
    if not response.has_redirect_location:
        return
    target = response.url.join(response.headers["location"])
    if not _is_same_place(response.url, target):
        raise RedirectedError(f"{target.scheme}://{target.host}")


def _is_same_place(asked: httpx2.URL, target: httpx2.URL) -> bool:
    ports = [url.port or DEFAULT_PORTS.get(url.scheme) for url in (asked, target)]
    is_upgrade = (asked.scheme, target.scheme) == ("http", "https") and ports == [80, 443]
    return asked.host == target.host and (is_upgrade or (asked.scheme == target.scheme and ports[0] == ports[1]))


class _BoundedBody(httpx2.AsyncByteStream):
    """A body that raises where it grows beyond a bound."""

    def __init__(self, stream: httpx2.AsyncByteStream, most: int, *, is_compressed: bool) -> None:
        self._stream = stream
        self._left = most
        self._inflater = Inflater(most, GZIP_OR_ZLIB) if is_compressed else None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._stream:
            self._left -= len(chunk)
            if self._left < 0:
                raise TooLongError("the body is longer than a reply may be")
            if self._inflater is None:
                yield chunk
                continue
            try:
                for piece in self._inflater.feed(chunk):
                    yield piece
            except TooLargeError:
                raise TooLongError("the body, inflated, is longer than a reply may be") from None
            except ValueError as error:
                raise httpx2.DecodingError(str(error)) from None

    async def aclose(self) -> None:
        await self._stream.aclose()
