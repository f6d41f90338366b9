"""What becomes of the recorded replies, by label: exact counts."""

from collections.abc import Callable

from replies.contexts import read_contexts
from replies.labelled import read_replies
from replies.table import make_table


def test_what_becomes_of_each_label() -> None:
    table = {(row.kind, row.label): (row.before, dict(row.after)) for row in make_table(read_replies())}
    assert table == {
        ("words", "right"): (6, {"kept": 6}),
        ("words", "cut"): (2, {"cut as labelled": 1, "unfit": 1}),
        ("words", "unfit"): (21, {"unfit": 19, "kept": 2}),
        ("json", "right"): (9, {"kept": 9}),
        ("json", "copied"): (29, {"copied": 16, "no_words": 4, "no claim heard": 1, "kept": 8}),
        ("json", "contradicts"): (22, {"contradictory": 6, "kept": 16}),
        ("json", "not_in_message"): (6, {"no claim heard": 4, "words of the message heard": 2}),
        ("json", "broken"): (0, {"not_json": 4}),
    }


def test_most_of_what_counted_wrongly_counts_no_longer(record_property: Callable[[str, object], None]) -> None:
    rows = make_table(read_replies())
    wrong = [row for row in rows if row.label != "right"]
    caught, replies = sum(row.as_wanted for row in wrong), sum(row.replies for row in wrong)
    record_property(
        "score", f"{caught}/{replies} wrong replies caught, {sum(row.before for row in wrong)} taken before"
    )
    assert all(row.as_wanted == row.replies for row in rows if row.label == "right")
    assert caught >= 57


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
