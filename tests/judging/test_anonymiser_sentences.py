"""The anonymiser on sentences of ours: nothing that names a speaker, a side or an office is left, all else stays."""

import json
from pathlib import Path

import pytest

from judging.anonymiser.sentences import FILES, find_changes, find_leaks, read_sentences

PATHS = [pytest.param(path, id=path.stem) for path in FILES]


@pytest.mark.parametrize("path", PATHS)
def test_nothing_leaks_and_no_content_is_changed(path: Path) -> None:
    sentences = read_sentences(path)
    assert len(sentences) >= 40
    assert find_leaks(sentences) + find_changes(sentences) == []


def test_a_leak_and_a_change_are_found(tmp_path: Path) -> None:
    items = [
        {"text": "The buses of Tallinn are full.", "must_go": ["Tallinn"]},
        {"text": "The Opposition says no.", "must_stay": ["The Opposition"]},
        {"text": "Dr Oyelaran is right.", "expected": "Team A Speaker 1 is wrong."},
    ]
    path = tmp_path / "own.jsonl"
    path.write_text("\n".join(map(json.dumps, items)), encoding="utf-8")
    sentences = read_sentences(path)
    assert [fault.place for fault in find_leaks(sentences)] == ["own.jsonl:1"]
    assert {fault.place for fault in find_changes(sentences)} == {"own.jsonl:2", "own.jsonl:3"}


def test_an_item_with_an_unknown_key_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    path.write_text('{"text": "x", "mustgo": ["x"]}', encoding="utf-8")
    with pytest.raises(ValueError, match="'mustgo' is no key"):
        read_sentences(path)
