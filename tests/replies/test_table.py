"""What becomes of the recorded replies, by label: exact counts."""

from collections import Counter

from replies.contexts import read_contexts
from replies.labelled import read_replies
from replies.table import make_table


def test_replies_of_words_by_label() -> None:
    rows = {row.label: (row.before, row.after) for row in make_table(read_replies())}
    assert rows == {
        "right": (6, Counter({"kept": 6})),
        "cut": (2, Counter({"cut as labelled": 1, "unfit": 1})),
        "unfit": (21, Counter({"unfit": 19, "kept": 2})),
    }


def test_a_context_is_read_from_its_request() -> None:
    contexts = read_contexts(read_replies())
    debated, answered, spoken = contexts[8], contexts[97], contexts[39]
    assert (debated.speaker, debated.others, debated.motion) == (
        "Violet",
        ("Cobalt",),
        "We should introduce compulsory voting",
    )
    assert [speaker for speaker, _ in debated.earlier] == ["Violet", "Cobalt"]
    assert "Memory:" not in debated.request
    assert debated.request.endswith("It is your turn, in round 2. Write only the words you say.")
    assert answered.earlier[1] == ("The target", "Certainly.")
    assert [speaker for speaker, _ in spoken.earlier] == ["Wren Castellane", "Jun Aderholt"]
    assert "<said>" not in spoken.request
    assert len(spoken.own) == 3
