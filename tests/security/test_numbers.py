"""Numbers from outside: one that no float holds is refused where it stands, and ends neither a run nor a reading."""

import json
import math
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from pydantic_ai.exceptions import ModelHTTPError

from doxa.conversations.reading import read_conversation
from doxa.corpora.aqr import read_aqr
from doxa.corpora.loading import read_own as read_corpus
from doxa.errors import CorpusError, ScenarioError
from doxa.humans.data.conversations import read_conversations
from doxa.humans.data.own import read_own as read_people
from doxa.judging.readers.votes import read_votes
from doxa.models.port import Response
from doxa.models.prices import price_list
from doxa.models.providers.endpoints import SERVICES, Endpoint
from doxa.models.providers.faults import fault_of
from doxa.models.providers.wire import _read_tops
from doxa.records.outside import LARGEST, parse_json, read_number

ENDLESS = 10**400
NUMBERS = ("9" * 400, "9" * 5_000, "1e400", "-" + "9" * 400, "NaN", "Infinity")
"""Numbers as JSON spells them that no computation can go on with."""


@given(st.one_of(st.integers(), st.floats(), st.text(), st.booleans(), st.none(), st.just(ENDLESS)))
def test_a_number_is_within_its_bounds_or_an_error(raw: object) -> None:
    message = ""
    try:
        number = read_number(raw)
    except ValueError as error:
        number, message = 0.0, str(error)
    assert type(number) is float
    assert abs(number) <= LARGEST
    assert len(message) < 200


@pytest.mark.parametrize("text", NUMBERS)
def test_whatever_a_file_holds_is_refused_as_a_number(text: str) -> None:
    for raw in (text, parse_json(text)):
        with pytest.raises(ValueError, match="number"):
            read_number(raw)


@given(st.integers(min_value=-(10**998), max_value=10**998))
def test_whole_numbers_of_json_stay_whole(number: int) -> None:
    assert parse_json(str(number)) == number
    assert type(parse_json(str(number))) is int


def test_a_whole_number_that_python_does_not_read_is_infinite_as_a_fraction_is() -> None:
    assert parse_json("9" * 5_000) == parse_json("1e5000") == math.inf


ROUND = {"person": "p", "proposition": "Trees", "initial": 0.1, "final": 0.2, "messages": [{"text": "They are."}]}


@pytest.mark.parametrize("changed", [{"initial": ENDLESS}, {"scale": [-1, ENDLESS]}])
def test_a_round_of_people_with_one_is_left_out(changed: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "people.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in (ROUND, ROUND | {"person": "q"} | changed)))
    people = read_people(path)
    assert [round.person for round in people.rounds] == ["p"]
    assert len(people.remarks) == 1


def _corpus(folder: Path) -> Path:
    votes = {"pre": {"for": 1, "against": 1, "undecided": 1}, "post": {"for": ENDLESS, "against": 1, "undecided": 1}}
    utterances = [
        {"id": side, "conversation_id": "a", "speaker": side, "timestamp": ENDLESS, "text": "Trees are good."}
        | {"meta": {"stance": side}}
        for side in ("for", "against")
    ]
    folder.mkdir()
    (folder / "utterances.jsonl").write_text("\n".join(map(json.dumps, utterances)))
    (folder / "conversations.json").write_text(json.dumps({"a": {"meta": {"motion": "Trees", "results": votes}}}))
    (folder / "speakers.json").write_text("{}")
    return folder


def test_votes_of_a_convokit_corpus_with_one_are_none(tmp_path: Path) -> None:
    assert read_votes(_corpus(tmp_path / "corpus")) == {}


def test_people_of_a_convokit_corpus_with_one_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError):
        read_conversations(_corpus(tmp_path / "corpus"))


@pytest.mark.parametrize("text", NUMBERS)
@pytest.mark.parametrize(
    ("name", "layout", "read"),
    [
        ("quality.csv", "argument,topic,set,WA\nTrees are good.,Trees,train,{}\n", read_aqr),
        (
            "votes.csv",
            "file,before_pro,before_con,after_pro,after_con\na.csv,1,1,{},1\n",
            lambda path: read_votes(path.parent),
        ),
        (
            "own.jsonl",
            '{{"proposition": "Trees", "text": "They are.", "polarity": "pro", "strength": {}}}',
            read_corpus,
        ),
    ],
)
def test_a_file_with_one_is_refused_with_its_line(
    name: str, layout: str, read: Callable[[Path], object], text: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text(layout.format(text))
    with pytest.raises(CorpusError, match="line") as raised:
        read(path)
    assert len(raised.value.message) < 500


@pytest.mark.parametrize("raw", ["9" * 400, "9" * 5_000, "2.5"])
def test_a_line_of_a_transcript_whose_round_is_none_has_none(raw: str, tmp_path: Path) -> None:
    path = tmp_path / "said.csv"
    path.write_text(f"speaker,text,round\nAnn,Trees are good.,{raw}\nBen,They are not.,2\n")
    assert [line.round for line in read_conversation(path).said] == [None, 2]


@pytest.mark.parametrize("raw", NUMBERS)
def test_a_wait_without_end_is_not_believed(raw: str) -> None:
    endpoint = Endpoint(service=SERVICES["compatible"], model="m", base_url="http://127.0.0.1:1/v1", key="k")
    error = ModelHTTPError(status_code=429, model_name="m", body=None, headers={"retry-after": raw})
    assert fault_of(error, endpoint).retry_after is None


def test_a_probability_that_no_float_holds_is_none() -> None:
    body = {"choices": [{"logprobs": {"content": [{"top_logprobs": [{"token": "A", "logprob": -ENDLESS}]}]}}]}
    assert _read_tops(body) == ()


@pytest.mark.parametrize("raw", ["1e308", "9" * 400, "inf", "nan"])
def test_a_price_with_which_no_cost_can_be_computed_is_refused(raw: str, tmp_path: Path) -> None:
    path = tmp_path / "prices.toml"
    path.write_text(f'[models."compatible:m"]\ninput = {raw}\noutput = 1.0\n')
    with pytest.raises(ScenarioError, match="price file"):
        price_list(str(path))


def test_a_cost_that_no_log_holds_is_unknown() -> None:
    assert Response(text="Trees are good.", cost=math.inf).cost is Response(cost=math.nan).cost is None
