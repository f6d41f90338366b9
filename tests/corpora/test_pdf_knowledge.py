"""Knowledge from PDF: sentences with their page, the printed page undone, and clear words for what cannot be read."""

import pytest
from hypothesis import given, settings, strategies as st

from corpora.pdfs import encrypted, pdf
from doxa.corpora.knowledge import LONGEST, load_knowledge
from doxa.corpora.pdf import _running_text, _spans
from doxa.errors import CorpusError


def known(tmp_path, *pages, name="report.pdf"):
    (tmp_path / name).write_bytes(pdf(*pages))
    return load_knowledge(str(tmp_path))


def test_a_passage_names_the_file_and_its_page(tmp_path):
    found = known(
        tmp_path, ["Paths are open.", "Gates stay shut."], [f"Many {'words ' * 70}."], [f"Then {'words ' * 70}."]
    )
    assert [(one.id, one.source) for one in found] == [
        ("report.pdf#1", "report.pdf, pages 1–2"),
        ("report.pdf#2", "report.pdf, page 3"),
    ]
    assert found[0].text.startswith("Paths are open. Gates stay shut. Many words words")


def test_a_word_parted_at_the_end_of_a_line_is_joined_again(tmp_path):
    lines = ["A long-term plan for the environ-", "ment needs long-", "term money from the UK-", "Irish border."]
    found = known(tmp_path, lines)
    assert found[0].text == "A long-term plan for the environment needs long-term money from the UK- Irish border."


def test_a_word_parted_at_the_end_of_a_page_is_joined_again(tmp_path):
    assert known(tmp_path, ["Hedges give shel-"], ["ter to birds."])[0].text == "Hedges give shelter to birds."


def test_running_heads_and_page_numbers_are_left_out(tmp_path):
    pages = [["Land report 2024", f"Fact {word} holds.", str(n)] for n, word in enumerate(("one", "two", "three"), 7)]
    assert known(tmp_path, *pages)[0].text == "Fact one holds. Fact two holds. Fact three holds."


def test_what_stands_on_two_pages_only_is_kept(tmp_path):
    assert known(tmp_path, ["Land report", "One."], ["Land report", "Two."])[0].text.count("Land report") == 2


def test_long_texts_are_parted_between_sentences_and_tables_between_words(tmp_path):
    assert [len(one.text.split()) for one in known(tmp_path, [f"A{' word' * 49}."] * 3)] == [100, 50]
    assert [len(one.text.split()) for one in known(tmp_path, ["7 " * 300])] == [LONGEST, LONGEST, 60]


def test_pages_without_text_keep_the_numbers_of_the_others(tmp_path):
    assert known(tmp_path, [], ["Paths are open."])[0].source == "report.pdf, page 2"


def test_files_of_all_kinds_stand_together(tmp_path):
    (tmp_path / "a.md").write_text("Sheep graze.\nSource: A book\n")
    assert [one.source for one in known(tmp_path, ["Paths are open."])] == ["A book", "report.pdf, page 1"]


@pytest.mark.parametrize(("pages", "told"), [([[], []], "2 of the 2"), ([[], ["A cover."], []], "2 of the 3")])
def test_pictures_are_refused_with_what_to_do(tmp_path, pages, told):
    with pytest.raises(CorpusError, match=rf"report\.pdf: {told} pages of this PDF have no text") as caught:
        known(tmp_path, *pages)
    assert "ocrmypdf" in caught.value.hint


def test_a_locked_file_is_refused_with_what_to_do(tmp_path):
    (tmp_path / "a.pdf").write_bytes(encrypted(pdf(["Paths are open."]), "secret"))
    with pytest.raises(CorpusError, match=r"a\.pdf: this PDF is encrypted") as caught:
        load_knowledge(str(tmp_path))
    assert "qpdf --decrypt" in caught.value.hint


def test_a_file_that_opens_without_a_password_is_read(tmp_path):
    (tmp_path / "a.pdf").write_bytes(encrypted(pdf(["Paths are open."]), ""))
    assert load_knowledge(str(tmp_path))[0].text == "Paths are open."


@pytest.mark.parametrize("damage", [lambda whole: b"", lambda whole: b"no PDF", lambda whole: whole[:90]])
def test_a_damaged_file_is_named(tmp_path, damage):
    (tmp_path / "a.pdf").write_bytes(damage(pdf(["Paths are open."])))
    with pytest.raises(CorpusError, match=r"a\.pdf: (not a PDF that can be read|0 of the 0 pages)"):
        load_knowledge(str(tmp_path))


def test_a_file_that_was_changed_is_read_again(tmp_path):
    assert known(tmp_path, ["Paths are open."])[0].text == "Paths are open."
    assert known(tmp_path, ["Paths are shut now."])[0].text == "Paths are shut now."


WORDS = st.sampled_from(["Paths", "paths", "open.", "Gates", "(shut)!", "7", "“Dogs", "on?”", "UK-wide"])
LINES = st.lists(WORDS, min_size=1, max_size=9).map(" ".join)


@settings(max_examples=40, deadline=None, derandomize=True, database=None)
@given(st.lists(st.lists(LINES, max_size=6), max_size=4), st.integers(min_value=1, max_value=12))
def test_no_word_is_lost_or_said_twice_and_no_passage_is_too_long(pages, longest):
    text, begins = _running_text(pages)
    parts = [text[start:end] for start, end in _spans(text, longest)]
    assert " ".join(parts).split() == " ".join(line for lines in pages for line in lines).split()
    assert all(1 <= len(one.split()) <= longest for one in parts)
    assert begins == sorted(begins)
    assert len(begins) == len(pages)
