"""Folders of speakers: passages that overlap, a bio, and a check that says what is thin and what cannot be read."""

import pytest
from hypothesis import given, strategies as st

from corpora.pdfs import encrypted, pdf
from doxa.errors import CorpusError
from doxa.systems.union.speakers import check_speakers, chunks, load_speaker, shipped_speakers

WORDS = st.lists(st.text(alphabet="abcdefgh", min_size=1, max_size=9), min_size=1, max_size=60)


def speaker(folder, **parts):
    """A speaker's folder with these texts: part/name → text."""
    for name, text in parts.items():
        place = folder / name.replace("__", "/").replace("_dot_", ".")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def test_passages_of_thousand_characters_overlap_by_two_hundred():
    text = " ".join(["word"] * 500)  # 500 words of 4 letters and 499 spaces: 2,499 characters
    found = list(chunks(text))
    # 200 words and 199 spaces are 999 characters; the next begins 200 characters back, at the first word there
    assert [len(one) for one in found] == [999, 999, 899]
    assert (text[:999], text[-899:]) == (found[0], found[-1])


@given(WORDS)
def test_a_passage_is_never_too_long_and_no_word_is_lost(words):
    text = " ".join(f"{word}{place}" for place, word in enumerate(words))  # so that each word is there once
    found = list(chunks(text, 20, 6))
    assert all(0 < len(one) <= 20 for one in found)
    place = 0
    for one in found:  # each begins before the last one ended, or right after it
        start = text.index(one, max(0, place - 7))
        assert start <= place + 1
        place = start + len(one)
    assert place == len(text)


def test_a_speaker_is_read_part_by_part_with_bio_and_sources(tmp_path):
    folder = speaker(
        tmp_path / "ada",
        speeches__one_dot_md="# Title\n\nI will begin with the roads.",
        bio__bio_dot_md="# Ada\nSource: the makers\n\nAda builds roads.\n\nShe has done so for long.",
        writings__essay_dot_md="Roads join people.\nSource: The Mason, 1999\n",
        writings__paper_dot_pdf=pdf(["Asphalt lasts for twenty years."]),
    )
    found = load_speaker(folder)
    assert found.bio == "Ada builds roads."
    assert [(one.id, one.source) for one in found.passages] == [
        ("bio/bio.md#1", "the makers"),
        ("writings/essay.md#1", "The Mason, 1999"),
        ("writings/paper.pdf#1", "writings/paper.pdf"),
        ("speeches/one.md#1", "speeches/one.md"),
    ]
    assert found.passages[1].text == "Roads join people."
    assert "Title" not in found.passages[3].text


def test_what_cannot_be_read_is_refused_and_told(tmp_path):
    folder = speaker(
        tmp_path / "ada",
        bio__bio_dot_md="Ada builds roads.",
        writings__closed_dot_pdf=encrypted(pdf(["Secret."]), "word"),
        writings__latin_dot_txt=b"caf\xe9",
        writings__slides_dot_pptx=b"x",
        notes_dot_md="Not in a part.",
        interviews__empty_dot_md="# Nothing but a heading",
    )
    with pytest.raises(CorpusError, match=r"latin\.txt|closed\.pdf"):
        load_speaker(folder)
    (note,) = check_speakers(tmp_path)
    troubles = {one.file: one.trouble for one in note.files if one.trouble}
    assert set(troubles) == {
        "writings/closed.pdf",
        "writings/latin.txt",
        "writings/slides.pptx",
        "notes.md",
        "interviews/empty.md",
    }
    assert ("encrypted" in troubles["writings/closed.pdf"], "UTF-8" in troubles["writings/latin.txt"]) == (True, True)
    assert note.passages == 1
    assert note.thin[1:] == ("nothing in writings/", "nothing in interviews/", "nothing in speeches/")


def test_a_folder_without_speakers_and_a_name_without_a_folder_are_refused(tmp_path):
    for read, place, message in (
        (check_speakers, tmp_path, "holds no speakers"),
        (load_speaker, "nobody", "'nobody' is neither a shipped speaker nor a folder"),
        (load_speaker, tmp_path, "holds no text of a speaker"),
    ):
        with pytest.raises(CorpusError, match=message):
            read(place)


def test_every_shipped_speaker_can_be_read():
    assert len(shipped_speakers()) == 6
    for found in map(load_speaker, shipped_speakers()):
        assert found.bio
        assert {one.id.partition("/")[0] for one in found.passages} == {"bio", "writings", "interviews", "speeches"}
