"""Where a transcript begins in a prompt: its start moves in steps, so that prompts share their beginning."""

import pytest

from doxa.engine.compose import shown_from


@pytest.mark.parametrize(("count", "start"), [(0, 0), (1, 0), (2, 1), (5, 4)])
def test_of_one_recent_message_the_start_moves_with_every_message(count: int, start: int) -> None:
    assert shown_from(count, recent=1) == start


@pytest.mark.parametrize(("count", "start"), [(6, 0), (11, 0), (12, 6), (17, 6), (18, 12)])
def test_the_start_moves_by_as_much_as_is_recent(count: int, start: int) -> None:
    assert shown_from(count, recent=6) == start
