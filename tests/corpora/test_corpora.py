"""Argument corpora: the shipped one, users' own files and their mistakes, and seeded draws."""

import csv
import json
from collections import Counter
from random import Random

import pytest
from hypothesis import given, strategies as st

from doxa.corpora import Argument, Corpus, draw, load_corpus, normalised
from doxa.corpora.argument_sets import KEY_POINTS
from doxa.errors import CorpusError
from doxa.judging.readers.debates import read_debate

MOTION = "We should subsidize journalism"


def test_argkp_holds_every_argument_of_the_source():
    corpus = load_corpus("argkp")
    arguments = [one for motion in corpus.motions.values() for one in motion]
    assert len(corpus.motions) == 31
    assert Counter(one.part for one in arguments) == {"train": 5583, "dev": 932, "test": 723}
    assert {one.polarity for one in arguments} == {1, -1}
    assert len({one.id for one in arguments}) == len(arguments)
    assert len(KEY_POINTS.read()) == 276


def test_motions_are_found_by_their_words():
    corpus = load_corpus("argkp")
    assert corpus.motion("  we should SUBSIDIZE journalism. ") == corpus.motions[MOTION]
    with pytest.raises(CorpusError, match=f"Nearest motions: {MOTION}"):
        corpus.motion("We should fund journalism")


def test_a_corpus_is_named_by_its_content(tmp_path):
    row = {"proposition": "P", "text": "t", "polarity": 1, "id": "a"}
    one, other = tmp_path / "one.jsonl", tmp_path / "other.csv"
    one.write_text(json.dumps(row))
    other.write_text("id,polarity,text,proposition\na,pro,t,P\n")
    assert load_corpus(one).hash == load_corpus(other).hash
    other.write_text("id,polarity,text,proposition\na,con,t,P\n")
    assert load_corpus(one).hash != load_corpus(other).hash


def test_own_files_take_every_word_for_a_side(tmp_path):
    path = tmp_path / "own.csv"
    words = ["1", "-1", "+1", "pro", "con", "For", " AGAINST "]
    path.write_text("\ufeffproposition,text,polarity,strength\n" + "".join(f"P,t{w},{w},0.5\n" for w in words), "utf-8")
    arguments = load_corpus(path).motion("p")
    assert [one.polarity for one in arguments] == [1, -1, 1, 1, -1, 1, -1]
    assert arguments[0] == Argument(id="line2", text="t1", polarity=1, motion="P", strength=0.5)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_own_files_have_any_separator_and_case_of_columns(tmp_path, separator):
    path = tmp_path / "own.csv"
    rows = ("Proposition,TEXT, Polarity ,Strength", '"P, or Q; no","One; two, three",pro,0.5')
    path.write_text(rows[0].replace(",", separator) + "\n" + separator.join(csv_cells(rows[1])) + "\n")
    (argument,) = load_corpus(path).motion("P, or Q; no")
    assert (argument.text, argument.polarity, argument.strength) == ("One; two, three", 1, 0.5)


def csv_cells(row: str) -> list[str]:
    return [f'"{cell}"' for cell in next(csv.reader([row]))]


def test_half_a_character_is_cleaned_as_everywhere(tmp_path):
    path = tmp_path / "own.jsonl"
    path.write_text('{"proposition": "P", "text": "cut \\ud83d off", "polarity": 1}\n')
    assert load_corpus(path).motion("P")[0].text == "cut \ufffd off"


def test_a_quoted_field_may_span_lines(tmp_path):
    path = tmp_path / "own.csv"
    path.write_text('proposition,text,polarity\nP,"one,\ntwo",1\nP,x,up\n')
    with pytest.raises(CorpusError, match=r"own\.csv, line 4, column polarity: 'up'"):
        load_corpus(path)


@pytest.mark.parametrize("mark", ["\u2028", "\x85", "\x0b", "\x1e"])
def test_a_mark_that_some_programs_take_for_a_line_end_stays_in_its_cell(tmp_path, mark):
    path = tmp_path / "own.csv"
    path.write_text(f"proposition,text,polarity\nP,one{mark}two,1\nP,three,-1\n", encoding="utf-8")
    assert [one.text for one in load_corpus(path).motion("P")] == [f"one{mark}two", "three"]
    spoken = tmp_path / "debate.csv"
    spoken.write_text(f"speaker,side,text\nAnn,pro,one{mark}two\nBen,con,three\n", encoding="utf-8")
    assert [one.text for one in read_debate(spoken, "P").turns] == [f"one{mark}two", "three"]


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("a.csv", b"text,polarity\nx,1\n", r"a\.csv, line 1: the header lacks proposition; its columns are: text, pol"),
        ("a.csv", b"", r"line 1: the header lacks proposition, text, polarity; its columns are: none"),
        ("a.csv", b"proposition,text,polarity\n", "contains no argument"),
        ("a.csv", b"proposition,text,polarity\nP,,1\n", "line 2, column text: is empty"),
        ("a.csv", b"proposition,text,polarity\nP,x,0\n", "line 2, column polarity: '0' is none of 1"),
        ("a.csv", b"proposition,text,polarity\nP,x,1,9\n", "line 2: has more fields than the header"),
        ("a.csv", b"proposition,text,polarity\nP,x\n", "line 2, column polarity"),
        ("a.csv", b"proposition,text,polarity,strength\nP,x,1,1.5\n", r"line 2, column strength: '1.5' is not a num"),
        ("a.csv", b"proposition,text,polarity,strength\nP,x,1,nan\n", "line 2, column strength"),
        (
            "a.csv",
            b"proposition,text,polarity,id\nP,x,1,a\nP,y,1,a\n",
            "line 3, column id: 'a' is already the id of line 2",
        ),
        ("a.csv", b'proposition,text,polarity\nP,"x,1\n', "line 2: is not CSV"),
        ("a.csv", b"proposition,text,polarity\nP,caf\xe9,1\n", "line 2: not UTF-8"),
        ("a.jsonl", b'{"proposition": "P"\n', "line 1: is not JSON"),
        ("a.jsonl", b"[1]\n", "line 1: is not a JSON object"),
        ("a.jsonl", b'\n{"proposition": "P", "text": "x"}\n', "line 2, column polarity: is missing"),
        ("a.jsonl", b'{"proposition": "P", "text": 3, "polarity": 1}\n', "line 1, column text"),
        ("a.jsonl", b'{"proposition": "P", "text": "x", "polarity": 1, "strength": true}\n', "column strength"),
        ("a.csv", b"proposition,text,polarity,strenght\nP,x,1,1\n", "line 1, column strenght: .* mean 'strength'"),
        (
            "a.jsonl",
            b'{"proposition": "P", "text": "x", "polarity": 1, "Strenght": 1}\n',
            "line 1, column strenght: .* mean 'strength'",
        ),
        ("a.txt", b"x", "as its ending says"),
    ],
)
def test_mistakes_are_named_by_file_line_and_column(tmp_path, name, content, complaint):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(CorpusError, match=complaint):
        load_corpus(path)


def test_columns_of_ones_own_may_stand_beside_those_of_a_corpus(tmp_path):
    path = tmp_path / "own.csv"
    path.write_text("proposition,text,polarity,author,year\nP,x,1,Ann,2020\n")
    assert [one.text for one in load_corpus(path).motions["P"]] == ["x"]


def test_an_unknown_name_lists_the_shipped_corpora():
    with pytest.raises(CorpusError, match="Shipped corpora: argkp"):
        load_corpus("nowhere")


def test_draws_are_seeded_and_avoid_what_is_excluded():
    corpus = load_corpus("argkp")
    first = draw(corpus, MOTION, 1, 10, Random(3))
    assert first == draw(corpus, MOTION, 1, 10, Random(3))
    assert len(set(first)) == 10
    assert {one.polarity for one in first} == {1}
    taken = {one.id for one in first}
    assert taken.isdisjoint(one.id for one in draw(corpus, MOTION, 1, 108, Random(4), without=taken))
    with pytest.raises(CorpusError, match=r"109 arguments for .* has 108 left"):
        draw(corpus, MOTION, 1, 109, Random(4), without=taken)


def test_a_corpus_can_be_made_in_code():
    one = Argument(id="a", text="Because.", polarity=-1, motion="P")
    assert Corpus(name="mine", motions={"P": (one,)}).motion("p!") == (one,)


@given(st.text())
def test_normalising_twice_changes_nothing(text):
    assert normalised(normalised(text)) == normalised(text)
