"""The pictures of the documentation show the pages and the judge of this tree; ``make pictures`` takes them."""

from docs.pages import PICTURED, picture_sources


def test_the_pictures_are_of_this_tree():
    assert PICTURED.read_text(encoding="utf-8") == picture_sources(), "`make pictures` takes them anew"
