"""Transcripts of any origin are read as lines, with the line of the file in which each begins."""

from pathlib import Path

import pytest

from doxa.conversations import files
from doxa.conversations.names import plain_name
from doxa.conversations.reading import read_conversation
from doxa.errors import CorpusError

AGENTS = frozenset({"ana", "zoe brandt"})


def read(tmp_path: Path, name: str, content: str | bytes) -> list[tuple[str, str, int]]:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return [(line.speaker, line.text, line.at) for line in read_conversation(path, AGENTS).said]


@pytest.mark.parametrize(
    "content",
    [
        'speaker,text\nAna,"Yes, and no."\nZoë,Why?\n',
        '\ufeffspeaker,text\r\nAna,"Yes, and no."\r\nZoë,Why?\r\n',
        "Text;Note;Speaker\nYes, and no.;x;Ana\nWhy?;;Zoë\n",
        "who\tsaid\nAna\tYes, and no.\nZoë\tWhy?\n",
    ],
)
def test_a_table_has_any_separator_order_and_line_end(tmp_path, content):
    assert read(tmp_path, "t.csv", content) == [("Ana", "Yes, and no.", 2), ("Zoë", "Why?", 3)]


def test_quotes_line_ends_and_blank_rows_in_a_table(tmp_path):
    content = 'speaker,text\n\nAna,"She said ""no"".\n\nTwice."\n  ,  \nZoë," "\nAna,Last.\n'
    assert read(tmp_path, "t.csv", content) == [("Ana", 'She said "no".\n\nTwice.', 3), ("Ana", "Last.", 8)]


def test_json_lines_and_arrays(tmp_path):
    lines = '{"speaker": "Ana", "text": "Yes."}\n\n{"NAME": "Zoë", "message": "Why?"}\n'
    assert read(tmp_path, "t.jsonl", lines) == [("Ana", "Yes.", 1), ("Zoë", "Why?", 3)]
    array = '[{"role": "Ana", "content": "Yes."}, {"role": "Zoë", "content": ""}]'
    assert read(tmp_path, "t.json", array) == [("Ana", "Yes.", 1)]


@pytest.mark.parametrize(
    "content",
    [
        "Ana: Yes.\nZoë Brandt: Why?\n",
        "# A motion\n\n**Ana:** Yes.\n\n**Zoë Brandt**: Why?\n",
        "- **Ana**: Yes.\n- **ZOË BRANDT** (chair): Why?\n",
        "## Round 1\n\n### Ana\n\nYes.\n\n### Zoë Brandt\n\nWhy?\n",
        "**Ana** · pro · r01/ana\n\n> Yes.\n\n**Zoë Brandt** · con · r01/zoe\n\n> Why?\n\n*A note of the writer.*\n",
    ],
)
def test_labels_in_markdown(tmp_path, content):
    found = [(plain_name(speaker), text) for speaker, text, _ in read(tmp_path, "t.md", content)]
    assert found == [("ana", "Yes."), ("zoe brandt", "Why?")]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("t.md", "Ana (for): A.\nAna (AGAINST): B.\nAna (none): C.\nAna (tired): D.\nAna: Well (for): E.\n"),
        ("t.txt", "**Ana (pro):** A.\n**Ana** (con): B.\n**Ana (chair):** C.\n**Ana**: D.\n**Ana:** Well (for): E.\n"),
        ("t.md", "**Ana** · pro · r1\n\n> A.\n\n**Ana** · con · r2\n\n> B.\n\n**Ana** · neutral · r3\n\n> C.\n\n"
         "**Ana** · r4\n\n> D.\n\n**Ana**\n\n> Well (for): E.\n"),
        ("t.csv", "speaker,side,text\nAna,for,A.\nAna,opp,B.\nAna,none,C.\nAna,,D.\nAna, ,Well (for): E.\n"),
    ],
)  # fmt: skip
def test_a_side_beside_the_name_is_the_line_s_and_no_part_of_its_words(tmp_path, name, content):
    (tmp_path / name).write_text(content)
    lines = read_conversation(tmp_path / name, AGENTS).said
    assert [(line.side, line.text) for line in lines] == [
        ("pro", "A."), ("con", "B."), ("none", "C."), (None, "D."), (None, "Well (for): E."),
    ]  # fmt: skip


def test_words_before_a_colon_stay_words(tmp_path):
    content = "Ana: One thing: it rains.\nAnd a note: it pours.\n\nZoë Brandt: No.\n"
    texts = [text for _, text, _ in read(tmp_path, "t.md", content)]
    assert texts == ["One thing: it rains.\nAnd a note: it pours.", "No."]


def test_a_quotation_keeps_whatever_stands_in_it(tmp_path):
    said = "# Not a heading\n\n**Ana:** not a label\n> nor this"
    quoted = "\n".join(f"> {row}" for row in said.split("\n"))
    assert [text for _, text, _ in read(tmp_path, "t.md", f"**Ana** · r01/ana\n\n{quoted}\n")] == [said]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("t.csv", "who,when\nAna,1\n", r"t.csv, line 1: the header has no column for the words; .*: who, when"),
        ("t.csv", "text\nYes.\n", r"line 1: the header has no column for the speaker"),
        ("t.csv", "speaker,text\nAna,Yes, no.\n", r"line 2: 3 fields, and the header has 2"),
        ("t.csv", 'speaker,text\nAna,"Yes.\n', r"line 2: not CSV"),
        ("t.csv", "speaker,text\n,Yes.\n", r"line 2: nobody is named as the speaker"),
        ("t.csv", "speaker,text,side\nAna,Yes.,left\n", r"line 2: 'left' is no side"),
        ("t.csv", "", r"contains no words of anybody"),
        ("t.jsonl", '{"speaker": "Ana"}\n', r"line 1: no field with the words; its fields are: speaker"),
        ("t.jsonl", '{"speaker": "Ana", "text": 3}\n', r"line 1: the words are no text but int"),
        ("t.jsonl", '{"speaker": "Ana", "text": "a"}\nYes.\n', r"line 2: not JSON"),
        ("t.jsonl", '{"a":' * 5000, r"line 1: not JSON"),
        ("t.csv", b"speaker,text\nAna,caf\xe9\n", r"line 2: not UTF-8"),
        ("t.pdf", "Ana: Yes.", r"\.pdf is no kind of transcript"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(tmp_path, name, content, message):
    with pytest.raises(CorpusError, match=message):
        read(tmp_path, name, content)


def test_a_file_that_is_too_large_or_missing(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "LARGEST", 10)
    with pytest.raises(CorpusError, match="a transcript may have"):
        read(tmp_path, "t.csv", "speaker,text\nAna,Yes.\n")
    with pytest.raises(CorpusError, match=r"none.csv: the transcript cannot be read: No such file"):
        read_conversation(tmp_path / "none.csv")
