"""Knowledge bases: files become passages with their sources; the shipped ones hold what they promise."""

import pytest

from doxa.corpora.knowledge import LONGEST, load_knowledge, shipped_knowledge
from doxa.errors import CorpusError


def test_paragraphs_below_a_heading_become_a_passage_with_its_source(tmp_path):
    (tmp_path / "b.md").write_text(
        "# Paths\n\nPaths are\nopen.\n\nGates stay shut.\nSource: A code\n\n## Dogs\nOn leads.\n"
    )
    (tmp_path / "a.txt").write_text("Sheep graze.")
    (tmp_path / "c.csv").write_text("not read")
    assert [(one.id, one.text, one.source) for one in load_knowledge(str(tmp_path))] == [
        ("a.txt#1", "Sheep graze.", ""),
        ("b.md#1", "Paths are open. Gates stay shut.", "A code"),
        ("b.md#2", "On leads.", ""),
    ]


def test_long_texts_are_parted_between_paragraphs(tmp_path):
    (tmp_path / "a.md").write_text("\n\n".join(["word " * 70] * 3))
    assert [len(one.text.split()) for one in load_knowledge(str(tmp_path))] == [70, 70, 70]
    (tmp_path / "a.md").write_text("\n\n".join(["word " * 50] * 3))
    assert [len(one.text.split()) for one in load_knowledge(str(tmp_path))] == [100, 50]
    assert LONGEST == 120


def test_a_folder_without_text_is_refused(tmp_path):
    with pytest.raises(CorpusError, match="contains no passages"):
        load_knowledge(str(tmp_path))


def test_a_file_that_is_not_text_is_named(tmp_path):
    (tmp_path / "a.md").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CorpusError, match=r"a\.md: not UTF-8"):
        load_knowledge(str(tmp_path))


def test_an_unknown_name_lists_what_is_shipped():
    with pytest.raises(CorpusError) as caught:
        load_knowledge("land/fisher")
    assert "land/farmer" in caught.value.hint


@pytest.mark.parametrize("name", shipped_knowledge())
def test_a_shipped_base_has_a_dozen_passages_each_with_a_source(name):
    found = load_knowledge(name)
    assert len(found) >= 12
    assert all(one.source for one in found)
    assert len({one.text for one in found}) == len(found)
