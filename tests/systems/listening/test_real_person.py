"""A conversation with stances that a person stated: who said what, and what a rule makes of it, are kept apart."""

import json
import re
from math import sqrt
from pathlib import Path

import pytest

import doxa
from app.calling import called
from doxa.analysis.explain import explain
from doxa.analysis.hooks import exhibits_of
from doxa.analysis.verify import verify
from doxa.conversations.reading import read_conversation
from doxa.errors import CorpusError
from doxa.humans.data.registry import read_people
from doxa.log.rundir import RunLog, recorded_stances
from doxa.systems.listening.hearing import listening_scenario
from doxa.systems.listening.protocol import played_lines
from library import Library

FILE = Path(doxa.__file__).parent / "systems/listening/scenarios/recorded/real-person.jsonl"

STATED = {0: 0.0, 1: -0.2125, 3: 0.4225, 5: 0.5375, 8: -0.61}
"""Lines that were said before → the stance, from the published beliefs .5, .39375, .71125, .76875, .195."""


@pytest.fixture(scope="module")
def played(library: Library) -> RunLog:
    return doxa.open_run(library.keep("real-person", lambda out: doxa.run("real-person", out=out)))


def test_the_shipped_conversation_is_a_round_of_the_data_set():
    (person,) = read_people(str(FILE)).rounds
    (published,) = [one for one in read_people("persuasiontrace").rounds if one.id == "round-230"]
    assert [one.text for one in person.messages] == [one.text.strip() for one in published.messages]
    assert [one.own for one in person.messages] == [one.own for one in published.messages]
    assert person.stances == [(after, pytest.approx(stance)) for after, stance in published.stances]
    assert (person.proposition, person.argued) == (published.proposition, published.argued)


def test_stated_stances_stand_beside_those_of_the_rule_with_no_change_beside_them(played):
    (table,) = [one for one in exhibits_of(played, "page") if one.name == "stated_beside_the_rule"]
    ruled = recorded_stances(played)["person"]
    assert dict(zip(table.column("line"), table.column("stated"), strict=True)) == pytest.approx(STATED)
    assert list(table.column("rule")) == [ruled[line] for line in STATED]
    later = [(STATED[line], ruled[line]) for line in STATED if line]
    rule, still = sqrt(sum((a - b) ** 2 for a, b in later) / 4), sqrt(sum(a**2 for a, _ in later) / 4)
    assert f"Person, 4 stances: rule {rule:.3f}, no change {still:.3f}." in table.caption


def test_what_a_person_stated_moves_nobody_and_the_run_verifies_and_explains(played, tmp_path):
    said = [json.loads(line) for line in FILE.read_text().splitlines()]
    silent = tmp_path / "silent.jsonl"
    silent.write_text(
        "".join(json.dumps({k: v for k, v in one.items() if k != "stance"}) + "\n" for one in said if "text" in one)
    )
    changes = {"models.speaker": f"recorded:{silent}"}
    assert recorded_stances(doxa.run("real-person", changes=changes, out=tmp_path / "run")) == recorded_stances(played)
    assert verify(played.path).status == "verified"
    assert explain(played, "person", round=5).moves


def test_a_run_of_a_conversation_is_listened_to_with_what_was_stated(played, tmp_path):
    log = doxa.listen(played.path, {"Person": {"u": 0.9}}, out=tmp_path / "run")
    (words,) = log.spec.recorded.values()
    assert [one.stance for one in words.stated["person"]] == pytest.approx(list(STATED.values()))
    assert log.spec.participant("person").prior.stance == 0.0


def test_a_column_states_stances_with_words_or_without_them_on_its_own_scale(tmp_path):
    path = tmp_path / "talk.csv"
    path.write_text(
        "speaker,text,stance,low,high,motion\nAna,,2,1,5,Trees\nBo,Shade is good.,,,,Trees\nAna,I see.,5,1,5,Trees\n"
    )
    read = read_conversation(path)
    assert [(one.person, one.after, one.stance) for one in read.stated] == [("Ana", 0, -0.5), ("Ana", 2, 1.0)]
    assert len(read.said) == 2
    (ana,) = read_people(str(path)).rounds
    assert (ana.initial, ana.final, len(ana.messages)) == (-0.5, 1.0, 2)


@pytest.mark.parametrize(("cell", "why"), [("3", "not on the scale from -1 to 1"), ("for", "is not a number")])
def test_a_stance_that_is_none_is_refused_with_its_line(tmp_path, cell, why):
    path = tmp_path / "talk.csv"
    path.write_text(f"speaker,text,stance\nAna,Shade is good.,{cell}\n")
    with pytest.raises(CorpusError, match=f"talk.csv, line 2: stance: .*{why}"):
        read_conversation(path)


def test_replay_reads_a_conversation(capsys):
    assert re.search(r"stances stated on the way +3\b", called("replay", "check", str(FILE), capsys=capsys))


def test_a_corpus_is_played_in_the_order_of_time(tmp_path):
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    said = [("u2", "Bo", 20, "Roots break pipes."), ("u1", "Ana", 10, "Shade is good.")]
    keys = ("id", "speaker", "timestamp", "text")
    rows = (json.dumps({**dict(zip(keys, one, strict=True)), "conversation_id": "c"}) for one in said)
    (corpus / "utterances.jsonl").write_text("\n".join(rows))
    (corpus / "conversations.json").write_text(json.dumps({"c": {"meta": {"motion": "Trees"}}}))
    (corpus / "speakers.json").write_text("{}")
    log = doxa.listen(corpus, out=tmp_path / "run")
    assert [line.text for line, _ in played_lines(log.spec)] == ["Shade is good.", "Roots break pipes."]


def test_a_stated_start_stays_where_only_the_anchoring_of_a_prior_is_given(tmp_path):
    path = tmp_path / "talk.csv"
    path.write_text("speaker,text,stance,motion\nAna,,0.5,Trees\nBo,Shade is good.,,Trees\n")
    tables = listening_scenario(path, listeners={"Ana": {"reference_a": 0.4}}).agents["ana"]
    assert tables.prior == {"stance": 0.5, "reference_a": 0.4}
