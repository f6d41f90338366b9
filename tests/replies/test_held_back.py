"""The replies that are held back are whole, each with a label and its reason."""

from collections import Counter
from collections.abc import Callable

from replies.held_back import read_held_back
from replies.table import judge_held_back


def test_every_reply_has_a_label_and_a_context() -> None:
    replies = read_held_back()
    assert [reply.number for reply in replies] == [*range(1, 78)]
    assert Counter(reply.label for reply in replies) == {"unfit": 69, "right": 8}
    assert all(reply.reason and reply.text and reply.context.motion in reply.context.request for reply in replies)
    assert all("Memory:" not in reply.context.request for reply in replies if reply.task in {"respond", "discuss"})


def test_the_check_agrees_with_most_labels(record_property: Callable[[str, object], None]) -> None:
    verdicts = judge_held_back(read_held_back())
    kept, found = verdicts["right"]["kept"], verdicts["unfit"]["unfit"]
    record_property(
        "score", f"{kept}/{verdicts['right'].total()} right kept, {found}/{verdicts['unfit'].total()} found"
    )
    assert kept >= 7
    assert found >= 54
