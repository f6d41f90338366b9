"""Labels of an answer, in every interface: an odd name, time or place throws no answer away."""

from itertools import product

import pytest

from models.test_endings import ask, server, servers  # noqa: F401  (fixtures)
from servers.altered import LABELS
from servers.openai_server import OpenAIServer
from servers.provider_faults import DIALECTS


@pytest.mark.parametrize(("dialect", "name"), list(product(DIALECTS, LABELS)))
def test_an_odd_label_throws_no_answer_away(server: OpenAIServer, dialect: str, name: str) -> None:  # noqa: F811
    plain = ask(server, dialect)
    server.always(name)
    before = server.count
    answer = ask(server, dialect)
    assert server.count == before + 1, "asked, and paid for, once"
    assert (answer.text, answer.finish, answer.usage) == (plain.text, plain.finish, plain.usage)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(("name", "text"), [("numeric_model", "4.5"), ("listed_model", "['tiny', 7]")])
def test_a_models_name_is_recorded_as_text(server: OpenAIServer, dialect: str, name: str, text: str) -> None:  # noqa: F811
    server.always(name)
    assert ask(server, dialect).revision == text
