"""Annotations as JSON: a debate annotated elsewhere is tallied, drawn and mapped; bad input is refused by its place."""

import json
from pathlib import Path
from typing import Any

import pytest

from doxa.errors import CorpusError, LogError
from doxa.judging.annotations import (
    AnnotatedDebate,
    annotated_debates,
    annotated_run,
    read_annotation,
    write_annotation,
)
from doxa.judging.ballots.annotation import RebuttalNote
from doxa.judging.commands.annotations import export, tally_file
from doxa.judging.commands.judge import judge
from doxa.judging.commands.landscape import landscape
from doxa.judging.graph import attack_graph, grounded

TURNS = [
    {"id": "t1", "speaker": "Ann Lee", "side": "pro", "text": "Fares keep people off buses."},
    {"id": "t2", "speaker": "Bo Noor", "side": "con", "text": "A bus that does not come is not free."},
    {"id": "t3", "speaker": "Ann Lee", "side": "pro", "text": "Buses came more often in Tallinn."},
]
CLAIMS = [
    {"id": "c1", "speech": "t1", "text": "Fares keep people off buses.", "base": "principled", "specific": False},
    {"id": "c2", "speech": "t2", "text": "Free buses come less often.", "base": "assertion", "specific": False},
]
REBUTTALS = [
    {"id": "r1", "speech": "t2", "target": "c1", "text": "Absence does.", "method": "indirect", "strawman": True,
     "addresses_logic": True, "undermines": True},
    {"id": "r2", "speech": "t3", "target": "c2", "text": "Not in Tallinn.", "method": "direct",
     "new_information": True},
]  # fmt: skip


def values(**parts: Any) -> dict[str, Any]:
    """Return the values of a file, with some parts replaced."""
    debate = {"format": "doxa-annotation/1", "motion": "Make buses free", "turns": TURNS}
    return {**debate, "claims": CLAIMS, "rebuttals": REBUTTALS, **parts}


def written(folder: Path, **parts: Any) -> Path:
    """Write a file, and return its path."""
    path = folder / "debate.json"
    path.write_text(json.dumps(values(**parts)), encoding="utf-8")
    return path


def test_a_debate_annotated_elsewhere_is_tallied_by_the_published_points(tmp_path: Path) -> None:
    annotated = read_annotation(written(tmp_path))
    points = annotated.judge().tally
    assert points is not None
    # c1 principled 2, demolished by r1: 1; c2 assertion 1. r1 logic and undermines: 2; r2 direct and new: 1.5
    assert (points.claims, points.rebuttals) == ({"c1": 1.0, "c2": 1.0}, {"r1": 2.0, "r2": 1.5})
    assert (points.verdict.winner, points.verdict.pro, points.verdict.con) == ("con", 2.5, 3.0)
    # r1 undermines: it attacks alone; r2 contests: both attack
    assert attack_graph(annotated.annotation).pairs == {("r1", "c1"), ("r2", "c2"), ("c2", "r2")}
    assert [(note.method, note.strawman, note.direct) for note in annotated.annotation.rebuttals] == [
        ("indirect", True, False),
        ("direct", None, True),
    ]


def test_a_file_is_written_as_it_was_read(tmp_path: Path) -> None:
    annotated = read_annotation(written(tmp_path, annotator="Kim"))
    again = read_again(tmp_path, annotated)
    assert (again, write_annotation(again)) == (annotated, write_annotation(annotated))


def read_again(folder: Path, annotated: AnnotatedDebate) -> AnnotatedDebate:
    """Return an annotated debate as it is read from the file that it is written to."""
    (folder / "again.json").write_text(write_annotation(annotated), encoding="utf-8")
    return read_annotation(folder / "again.json")


def test_a_moderator_is_carried_in_and_out_and_nothing_is_noted_of_what_they_say(tmp_path: Path) -> None:
    mod = {"id": "m1", "speaker": "Jo Dee", "side": "none", "text": "Welcome."}
    later = {**mod, "id": "m2", "text": "Thank you."}
    turns = values()["turns"]
    annotated = read_annotation(written(tmp_path, turns=[mod, turns[0], later, *turns[1:]]))
    assert [(aside.text, aside.after) for aside in annotated.debate.asides] == [("Welcome.", ""), ("Thank you.", "t1")]
    assert read_again(tmp_path, annotated) == annotated
    claims = [{**claim, "speech": "m1"} for claim in values()["claims"]]
    with pytest.raises(CorpusError, match="which no debater speaks"):
        read_annotation(written(tmp_path, turns=[mod, *turns], claims=claims))


def judge_by(layers: str, transcript: Path) -> Path:
    """Judge a transcript by some layers, and return the run."""
    out = transcript.with_name("out")
    judge(transcript, layers=layers, out=out, quiet=True)
    return next(out.glob("transport-*"))


def test_what_doxa_judged_is_carried_out_and_tallied_alike(
    transcript: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = judge_by("annotation", transcript)
    export(run, out=tmp_path / "carried" / "debate.json")
    judged, carried = annotated_run(run), read_annotation(tmp_path / "carried" / "debate.json")
    assert carried.judge().tally == judged.judge().tally
    assert carried.debate == judged.debate
    assert carried.annotator == "offline"
    capsys.readouterr()
    export(run)
    assert capsys.readouterr().out == (tmp_path / "carried" / "debate.json").read_text(encoding="utf-8")


def test_tables_and_the_graph_are_written_beside_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tally_file(written(tmp_path), verbose=True)
    shown = capsys.readouterr().out
    assert [words in shown for words in ("by the annotation layer", "straw man", "simulation")] == [True, True, False]
    page = (tmp_path / "debate-tallied" / "arguments.html").read_text(encoding="utf-8")
    assert "Not in Tallinn." in page
    assert (tmp_path / "debate-tallied" / "survival.csv").is_file()


def test_a_folder_of_annotations_is_mapped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    many = [{**claim, "id": f"{claim['id']}.{place}"} for place in range(5) for claim in CLAIMS]
    written(tmp_path, claims=many, rebuttals=[])
    (tmp_path / "other.json").write_text("{}", encoding="utf-8")
    assert [
        (debate.run, len(debate.judgement.brought.annotation.claims)) for debate in annotated_debates(tmp_path)
    ] == [("debate.json", 10)]
    landscape(tmp_path, out=tmp_path / "map")
    assert "10 claims of 1 debates" in " ".join(capsys.readouterr().out.split())
    assert (tmp_path / "map" / "landscape.html").is_file()


def fate_of_first_claim(folder: Path, *rebuttals: dict[str, Any]) -> tuple[bool, bool]:
    """Return whether the first claim survives by the tally, and whether it stands in the argument graph."""
    annotated = read_annotation(written(folder, rebuttals=list(rebuttals)))
    tally_of_points = annotated.judge().tally
    assert tally_of_points is not None
    return "c1" not in tally_of_points.demolished, "c1" in grounded(attack_graph(annotated.annotation))


def test_a_claim_survives_and_does_not_stand_or_stands_and_did_not_survive(tmp_path: Path) -> None:
    attack = {"id": "r1", "speech": "t2", "target": "c1", "undermines": True}
    answer = {"id": "r2", "speech": "t3", "target": "r1", "undermines": True}
    logical = {**attack, "addresses_logic": True}
    fates = [fate_of_first_claim(tmp_path, *notes) for notes in ((), (attack,), (logical,), (logical, answer))]
    assert fates == [(True, True), (True, False), (False, False), (False, True)]


def changed(notes: list[dict[str, Any]], **fields: Any) -> list[dict[str, Any]]:
    """Return notes, the first with other fields."""
    return [{**notes[0], **fields}, *notes[1:]]


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"format": "other/1"}, "its format is 'other/1'"),
        ({"claims": changed(CLAIMS, base="hearsay")}, "claims.0.base: input should be 'evidence-backed'"),
        ({"claims": changed(CLAIMS, spech="t1")}, "claims.0.spech: there is no such key"),
        ({"claims": changed(CLAIMS, speech="t9")}, "the claim 'c1' is of the turn 't9', which no debater speaks"),
        ({"claims": changed(CLAIMS, specific="yes")}, "claims.0.specific"),
        ({"claims": []}, "claims: "),
        ({"rebuttals": changed(REBUTTALS, target="c9")}, "answers 'c9', which is not noted"),
        ({"rebuttals": changed(REBUTTALS, target="r1")}, "answers itself"),
        ({"rebuttals": changed(REBUTTALS, target="r2")}, "answers 'r2', which is said later"),
        ({"rebuttals": changed(REBUTTALS, id="c1")}, "uses the id 'c1' twice"),
        ({"rebuttals": changed(REBUTTALS, strawman="maybe")}, "rebuttals.0.strawman"),
        ({"turns": [*TURNS, TURNS[0]]}, "turns.3 has the id 't1' of an earlier one"),
        ({"turns": changed(TURNS, side="left")}, "turns.0.side"),
        ({"turns": changed(TURNS, within="t9")}, "within 't9', which is no speech"),
        ({"turns": TURNS[:1], "claims": CLAIMS[:1], "rebuttals": []}, "there is no speech of Opposition"),
    ],
)
def test_a_file_that_does_not_fit_together_says_where(tmp_path: Path, parts: dict[str, Any], message: str) -> None:
    with pytest.raises(CorpusError) as refused:
        read_annotation(written(tmp_path, **parts))
    assert str(tmp_path) in refused.value.message
    assert message in refused.value.message


@pytest.mark.parametrize("content", [b"", b"[1, 2]", b"\xff\xfe", b"[" * 30_000, b"{}", b'{"format": 1}'])
def test_a_file_that_is_no_annotation_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "debate.json"
    path.write_bytes(content)
    with pytest.raises(CorpusError, match=r"not JSON|no annotation"):
        read_annotation(path)
    with pytest.raises(CorpusError, match="cannot be read"):
        read_annotation(tmp_path / "nowhere.json")


def test_a_run_without_an_annotation_cannot_be_exported(transcript: Path) -> None:
    with pytest.raises(LogError, match="has no whole annotation"):
        export(judge_by("holistic", transcript))


def test_a_rebuttal_of_which_nobody_said_more_is_written_as_before() -> None:
    note = RebuttalNote(id="r1", speech="t2", speaker="b", side="con", target="c1")
    assert not {"method", "strawman"} & set(note.model_dump())
    told = note.model_copy(update={"method": "indirect", "strawman": False})
    assert RebuttalNote.model_validate(told.model_dump()) == told
