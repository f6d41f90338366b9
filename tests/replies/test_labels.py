"""The labels are whole, two readers gave nearly the same, and what a cut leaves stands in its reply."""

from collections import Counter

from doxa.scoring.agreement import alpha
from replies.labelled import read_replies

LABELS = {"words": {"right", "cut", "unfit"}, "json": {"right", "copied", "contradicts", "not_in_message", "broken"}}
APART = {76, 77, 82, 83, 90, 91}
"""An action of a feed without a schema, which one reader called words and one JSON; and a pair of loose probes."""


def test_every_reply_has_a_label_of_its_kind() -> None:
    replies = read_replies()
    assert [reply.number for reply in replies] == [*range(1, 100)]
    assert all(reply.label in LABELS[reply.kind] for reply in replies)
    assert Counter(reply.label == "right" for reply in replies) == {False: 84, True: 15}


def test_readers_who_did_not_see_each_other_agree() -> None:
    replies = read_replies()
    assert {reply.number for reply in replies if reply.first != reply.second} == APART
    codes = {name: code for code, name in enumerate(sorted({one for r in replies for one in (r.first, r.second)}))}
    agreement = alpha([(codes[reply.first], codes[reply.second]) for reply in replies], "nominal")
    assert agreement is not None
    assert agreement > 0.9


def test_what_a_cut_leaves_is_of_the_reply() -> None:
    for reply in read_replies():
        assert bool(reply.remains) == (reply.label == "cut")
        assert reply.remains in reply.recorded["reply"]
