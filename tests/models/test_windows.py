"""How a message is cut into windows."""

from hypothesis import given, strategies as st

from doxa.models.embedded.passages import WORDS, contexts_of, windows_of
from doxa.models.hearing.sentences import sentences

LONG = " ".join(f"Sentence number {number} says a thing about trams and buses in our town." for number in range(20))


def test_windows_are_long_and_overlap():
    windows = windows_of(LONG)
    assert len(windows) > 2
    assert all(len(window.split()) >= WORDS for window in windows[:-1])
    assert windows[1].split(". ")[0] in windows[0]


def test_a_short_message_is_one_window_without_its_marks_and_an_empty_one_has_none():
    assert windows_of("**Buses** are cheap. They go everywhere.") == ("Buses are cheap. They go everywhere.",)
    assert windows_of(" \n ") == ()


def test_a_context_is_a_sentence_with_the_two_before_it():
    assert contexts_of("One is. Two are. Three are. Four are.")[-1] == "Two are. Three are. Four are."


SAID = ["Buses are cheap.", "I doubt it!", "Why not?", "Trams cost 3.5 million a mile."]


@given(st.lists(st.sampled_from(SAID), max_size=60))
def test_every_sentence_stands_in_a_window(said):
    message = " ".join(said)
    windows = windows_of(message)
    assert all(any(sentence.text in window for window in windows) for sentence in sentences(message))
