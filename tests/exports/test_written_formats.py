"""The files beside the tables, the formats of other programs, and the command."""

import json
import shutil
from pathlib import Path

import frictionless
import pyarrow
import pytest

import doxa
from doxa.app.commands.frames import frames as frames_command
from doxa.conversations.convokit import ConvokitCorpus
from doxa.exports import frame
from doxa.exports.checklist import ADD
from doxa.exports.files import describe_package
from doxa.exports.frames import TABLES, Frames
from doxa.humans.data.conversations import read_conversations
from doxa.humans.data.own import read_own
from doxa.humans.data.runs import read_runs
from doxa.judging.readers.debates import debate_of_conversation
from library import Library


@pytest.fixture
def dialogue(library: Library, tmp_path: Path) -> Path:
    return library.copy("dialogue", tmp_path / "of" / "run")


@pytest.fixture
def reporting(library: Library, tmp_path: Path) -> Path:
    """A run in which one agent reports its stance."""
    return library.copy("troubles", tmp_path / "reporting" / "run")


def test_the_codebook_has_every_column_and_every_word(dialogue: Path, tmp_path: Path) -> None:
    frames_command(dialogue, out=tmp_path / "out")
    book = (tmp_path / "out" / "codebook.md").read_text()
    for table in TABLES.values():
        assert f"## {table.name}\n" in book
        for column in table.columns:
            assert f"| `{column.name}` | {column.kind} |" in book
            assert all(f"- `{word}`: " in book for word in column.words)


def test_a_reader_of_data_packages_finds_no_fault(dialogue: Path, reporting: Path, tmp_path: Path) -> None:
    shutil.copytree(reporting, dialogue.parent / "reporting")
    frames_command(dialogue.parent, out=tmp_path / "out")
    report = frictionless.Package(str(tmp_path / "out" / "datapackage.json")).validate()
    assert report.valid, report.to_summary()


def test_a_data_package_refers_only_to_what_was_written(dialogue: Path, tmp_path: Path) -> None:
    frames_command(dialogue, out=tmp_path / "out", table=("stances", "agents"))
    package = json.loads((tmp_path / "out" / "datapackage.json").read_text())
    assert [resource["path"] for resource in package["resources"]] == ["stances.csv", "agents.csv"]
    keys = [key for resource in package["resources"] for key in resource["schema"].get("foreignKeys", ())]
    assert {key["reference"]["resource"] for key in keys} == {"agents"}


def test_every_table_has_its_key_in_the_data_package() -> None:
    package = describe_package(list(TABLES.values()), to="parquet", runs=2)
    keys = {resource["name"]: tuple(resource["schema"]["primaryKey"]) for resource in package["resources"]}
    assert keys == {name: table.key for name, table in TABLES.items()}


def test_the_checklist_has_all_items_and_marks_what_a_person_adds(dialogue: Path, tmp_path: Path) -> None:
    frames_command(dialogue, out=tmp_path / "out", checklist=True)
    text = (tmp_path / "out" / "checklist.md").read_text()
    sections = text.split("\n## ")[1:]
    core = ["A.1", "A.2", "B.1", "B.2", "B.3", "B.4", "B.5", "C.1", "C.2", "D.1", "E.1", "E.2", "F.1", "G.1"]
    assert [section.split(" ")[0] for section in sections] == [*core, *(f"O.{number}" for number in range(1, 9))]
    assert all(ADD in section for section in sections)
    assert "No language model was asked." in text


def test_words_of_a_transcript_are_no_language_model_s(tmp_path: Path) -> None:
    doxa.run("maternity-ward", out=tmp_path / "run", changes={"script.rounds": 1})
    assert set(doxa.frames(tmp_path / "run").agents.columns["kind"]) == {"recorded"}
    frames_command(tmp_path / "run", out=tmp_path / "out", checklist=True)
    text = (tmp_path / "out" / "checklist.md").read_text()
    assert "No language model was asked." in text
    assert "Lines of a transcript were played back in these roles: speaker." in text


def test_a_corpus_is_read_by_both_readers(reporting: Path, tmp_path: Path) -> None:
    frames_command(reporting, to="convokit", out=tmp_path / "corpus")
    (name,) = ConvokitCorpus(tmp_path / "corpus").names
    debate = debate_of_conversation(ConvokitCorpus(tmp_path / "corpus").read(name), "Trees", name)
    assert {turn.side for turn in debate.turns} >= {"pro", "con"}
    people, runs = read_conversations(tmp_path / "corpus"), read_runs(reporting)
    (person,), (agent,) = people.rounds, runs.rounds
    assert (person.initial, person.final) == pytest.approx((agent.initial, agent.final))
    assert [message.text for message in person.messages] == [message.text for message in agent.messages]


def test_a_corpus_answers_only_what_it_has(dialogue: Path, tmp_path: Path) -> None:
    frames_command(dialogue, to="convokit", out=tmp_path / "corpus")
    lines = [json.loads(line) for line in (tmp_path / "corpus" / "utterances.jsonl").read_text().splitlines()]
    ids = [line["id"] for line in lines]
    speakers = json.loads((tmp_path / "corpus" / "speakers.json").read_text())
    assert lines[0]["reply-to"] is None
    assert all(line["reply-to"] in ids[:place] for place, line in enumerate(lines) if place)
    assert {line["speaker"] for line in lines} <= set(speakers)


def test_a_replay_reads_people_as_it_reads_the_runs(reporting: Path, dialogue: Path, tmp_path: Path) -> None:
    folder = dialogue.parent
    shutil.copytree(reporting, folder / "reporting")
    frames_command(folder, to="replay", out=tmp_path / "out")
    written, read = read_own(tmp_path / "out" / "people.jsonl"), read_runs(folder)
    assert written.remarks == ()
    for ours, theirs in zip(written.rounds, read.rounds, strict=True):
        for part in ("id", "person", "proposition", "group", "messages", "argued"):
            assert getattr(ours, part) == getattr(theirs, part), part
        assert (ours.initial, ours.final) == pytest.approx((theirs.initial, theirs.final))
        # the format has one stance a message: the last that was reported before the next message
        latest = {stated.after: stated.stance for stated in theirs.stated}
        assert {stated.after: stated.stance for stated in ours.stated} == pytest.approx(latest)
        assert dict(ours.traits) == dict(theirs.traits)


def test_runs_without_measured_stances_are_refused_and_say_why(dialogue: Path, tmp_path: Path) -> None:
    with pytest.raises(doxa.DoxaError, match="no agent has a measured stance"):
        frames_command(dialogue, to="replay", out=tmp_path / "out")
    assert not (tmp_path / "out" / "people.jsonl").exists()


def test_without_pyarrow_the_error_says_what_to_install(
    dialogue: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(frame, "import_module", missing)
    with pytest.raises(doxa.DoxaError) as raised:
        frames_command(dialogue, to="parquet", out=tmp_path / "out")
    assert raised.value.hint.startswith("pip install 'doxa[frames]'")
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize("options", [{"guard": True, "to": "parquet"}, {"table": ("runs",), "to": "replay"}])
def test_options_that_do_not_go_together_are_refused(dialogue: Path, options: dict[str, object]) -> None:
    with pytest.raises(doxa.DoxaError, match=r"--guard is for|--table is for"):
        frames_command(dialogue, **options)  # type: ignore[arg-type]


def test_an_unknown_table_is_refused_with_the_nearest(dialogue: Path) -> None:
    with pytest.raises(doxa.DoxaError) as raised:
        frames_command(dialogue, table=("stance",))
    assert "Did you mean 'stances'?" in raised.value.hint


def test_tables_are_arrow_streams(dialogue: Path) -> None:
    frames = Frames(dialogue)
    for name in frames.names:
        table = pyarrow.table(frames[name])
        assert table.column_names == list(frames[name].names)
        assert table.to_pylist() == list(frames[name].rows())


def test_a_stream_has_one_run_at_a_time(dialogue: Path, reporting: Path) -> None:
    shutil.copytree(reporting, dialogue.parent / "reporting")
    frames = Frames(dialogue.parent)
    streamed = [run["stances"] for run in frames.stream("stances")]
    assert [len(set(frame["run"])) for frame in streamed] == [1, 1]
    assert sum(map(len, streamed)) == len(frames.stances)
