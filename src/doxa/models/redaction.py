"""Removal of keys from every text that is shown or written: a server may repeat the key that it refuses.

Removed are the values of environment variables whose names mark them as secrets, keys that a caller names, and text
that looks like a bearer token or a provider's key. A key is found as it is and as programs print it: in JSON, as a
literal of Python, in a URL, and as JSON within JSON.
"""

import json
import os
import re
from collections.abc import Iterable
from functools import lru_cache
from html import escape
from urllib.parse import quote, quote_plus

HIDDEN = "[redacted]"
SHORTEST = 6
"""The shortest value that is removed: shorter ones also occur in ordinary text."""

_SECRET_NAMES = re.compile(r"(_KEY|_KEYS|_TOKEN|_SECRET|_PASSWORD)$", re.IGNORECASE)
_SECRET_SHAPES = re.compile(
    r"(?i:\bbearer\s+)[^\s\"',;]+"
    r"|(?i:\b(?:x-)?api[-_]key[\"']?\s*[:=]\s*[\"']?)[^\s\"',;&]+"
    r"|(?<=://)[^\s/@]+(?=@)"
    r"|\bsk-[\w*.-]{4,}"
    r"|\bAIza[\w*-]{16,}"
)

_WEB = ("<>&", "<>&'=", "<>&'+`")
"""The marks that writers of JSON escape for a page of HTML: Go, Gson, .NET."""
_PERCENT = re.compile("%[0-9A-F]{2}")
_UNESCAPED = ("/", "!~*'()", ";,/?:@&=+$!~*'()#")
"""The marks that programs leave as they are in a path, in a part of a URL, and in a whole URL."""


def redact(text: str, secrets: Iterable[str] = ()) -> str:
    """Return a text without known secrets and text that looks like one."""
    own = [secret.strip() for name, secret in os.environ.items() if _SECRET_NAMES.search(name)]
    return _SECRET_SHAPES.sub(HIDDEN, hide(text, {*own, *secrets}))


def hide(text: str, secrets: Iterable[str]) -> str:
    """Return a text without some secrets, in whatever form they are printed."""
    forms = {form for secret in secrets if len(secret) >= SHORTEST for form in _printed(secret)}
    for form in sorted(forms, key=len, reverse=True):
        text = text.replace(form, HIDDEN)
    return text


@lru_cache(maxsize=256)
def _printed(secret: str) -> frozenset[str]:
    """Return the forms of a secret: as it is, and as JSON, JSON within JSON, Python, URLs and HTML print it."""
    in_json = [json.dumps(secret, ensure_ascii=is_ascii)[1:-1] for is_ascii in (True, False)]
    in_json += [text.replace("/", "\\/") for text in in_json]
    in_json += [_coded(text, marks, form) for text in in_json for marks in _WEB for form in ("x", "X")]
    in_urls = [quote(secret, safe=safe, errors="surrogatepass") for safe in ("", *_UNESCAPED)]
    in_urls += [quote_plus(secret, errors="surrogatepass")]
    in_urls += [_PERCENT.sub(lambda code: code[0].lower(), text) for text in in_urls]
    in_python = [repr(secret)[1:-1], ascii(secret)[1:-1]]
    nested = [json.dumps(text)[1:-1] for text in (*in_json, *in_python)]
    return frozenset({secret, escape(secret), *in_json, *in_urls, *in_python, *nested})


def _coded(text: str, marks: str, form: str) -> str:
    """Return a text of JSON with some marks as their numbers, in small or capital letters."""
    return "".join(f"\\u{ord(letter):04{form}}" if letter in marks else letter for letter in text)
