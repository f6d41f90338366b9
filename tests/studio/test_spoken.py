"""A conversation that a page brings is read as every command reads it, and kept in the studio's folder alone."""

from pathlib import Path

import pytest

from doxa.errors import CorpusError, UsageError
from doxa.studio.spoken import BroughtConversation, keep_spoken, listening_words
from studio.asking import Application

TALK = "Motion: Plant trees\n\nAnn (for): Shade is good.\n\nBo (against): Roots break pipes.\n"


def test_the_page_is_told_what_was_read(tmp_path: Path) -> None:
    told = Application(tmp_path).ask("/api/conversation", "POST", {"name": "talk.md", "content": TALK}).json
    assert [(one["name"], one["side"], one["turns"]) for one in told["speakers"]] == [
        ("Ann", "pro", 1),
        ("Bo", "con", 1),
    ]
    assert told["motions"] == ["Plant trees"]


def test_what_is_no_conversation_is_told_with_its_line(tmp_path: Path) -> None:
    answer = Application(tmp_path).ask("/api/conversation", "POST", {"name": "talk.csv", "content": "a,b\n1,2\n"})
    assert answer.status == 400
    assert "line 1: the header has no column for the speaker" in answer.json["error"]


@pytest.mark.parametrize("name", ["../../out.md", "/tmp/out.md", "a/b.md"])
def test_it_stays_in_the_studio_s_folder(tmp_path: Path, name: str) -> None:
    path, _ = keep_spoken(BroughtConversation(name=name, content=TALK), tmp_path)
    assert path.resolve().is_relative_to(tmp_path)


@pytest.mark.parametrize(("name", "content"), [("sides.csv", "speaker,side\nAnn,pro\n"), ("talk.md", " \n")])
def test_a_list_of_sides_and_nothing_are_refused(tmp_path: Path, name: str, content: str) -> None:
    with pytest.raises(UsageError, match="is no conversation"):
        keep_spoken(BroughtConversation(name=name, content=content), tmp_path)


def test_an_unknown_ending_is_refused_and_texts_are_never_options(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="is no kind of transcript"):
        keep_spoken(BroughtConversation(name="talk.exe", content=TALK), tmp_path)
    words = listening_words(
        BroughtConversation(name="a.md", content=TALK, motion="--out x", listeners=("-k",)), tmp_path, tmp_path
    )
    assert not {"--out x", "-k"} & set(words)
