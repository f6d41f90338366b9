"""Keys never leave: whatever an error says, no secret value is in it."""

import html
import json
import re
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given, strategies as st

from doxa.models.redaction import HIDDEN, hide, redact


@pytest.mark.parametrize(
    ("environment", "text", "shown"),
    [
        (
            {"MY_OWN_API_KEY": "correct horse battery", "SOME_TOKEN": "tok-12345678"},
            "got correct horse battery and tok-12345678",
            f"got {HIDDEN} and {HIDDEN}",
        ),
        ({"CI_TOKEN": "1"}, "1 of 11", "1 of 11"),
        ({"A_API_KEY": "secret", "B_API_KEY": "secret-and-longer"}, "secret-and-longer", HIDDEN),
    ],
    ids=["keys", "a short value does not shred the text", "a key that is part of another is hidden whole"],
)
def test_keys_in_the_environment_are_hidden(monkeypatch, environment, text, shown):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert redact(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "Incorrect API key provided: sk-proj-abc_DEF-123",
        "Incorrect API key provided: sk-ab***********wxyz.",
        "Authorization: Bearer abc.def.ghi",
        "x-api-key: 0123456789",
        '{"api_key": "0123456789"}',
        "url?api_key=0123456789&x=1",
        "key=AIzaSyA0123456789abcdefghij",
    ],
)
def test_what_looks_like_a_key_is_hidden(text):
    assert HIDDEN in redact(text)
    assert not any(part in redact(text) for part in ("abc", "wxyz", "0123456789"))


@given(st.text(alphabet=st.characters(blacklist_categories=["Cs"]), min_size=6), st.text(), st.text())
def test_a_named_secret_is_never_left(secret, before, after):
    if secret not in HIDDEN:
        assert secret not in redact(before + secret + after, [secret]).replace(HIDDEN, "")


KEYS = ["p/ss+w=rd&1<2>", "a'b\"c\\d", "ключ-ü-é", "with space", "two\nlines", "plain-key_123"]
PRINTED = {
    "repr": repr,
    "ascii": ascii,
    "JSON": json.dumps,
    "JSON as it is": lambda key: json.dumps(key, ensure_ascii=False),
    "JSON with \\/": lambda key: json.dumps(key).replace("/", "\\/"),
    "JSON in JSON": lambda key: json.dumps(json.dumps(key)),
    "repr in JSON": lambda key: json.dumps(repr(key)),
    "JSON for a page": lambda key: (
        json.dumps(key).replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
    ),
    "percent": lambda key: quote(key, safe=""),
    "percent, small": lambda key: re.sub("%..", lambda code: code[0].lower(), quote(key, safe="")),
    "path": quote,
    "form": quote_plus,
    "HTML": html.escape,
}
"""The ways in which programs print a text."""


@pytest.mark.parametrize("form", PRINTED)
@pytest.mark.parametrize("key", KEYS)
def test_a_key_is_hidden_in_every_form_that_a_program_prints(key: str, form: str) -> None:
    printed = PRINTED[form](key)
    left = hide(f"it said {printed} twice: {printed}", [key])
    bare = printed.strip("\"'\\")
    assert bare not in left
    assert left.count(HIDDEN) == 2
    assert bare not in redact(f"?key={printed}", [key])
