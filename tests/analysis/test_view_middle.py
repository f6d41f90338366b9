"""What stands in the middle of a report: what there is to show, whatever the protocol is called."""

from typing import Any

import pytest

from app.sample_view import debate_view
from app.strange_view import strange_parts
from doxa.analysis.building import middle_of

NO_STANCE: dict[str, Any] = {"curves": {}, "memory": {}}
NO_MOVE: dict[str, Any] = {"moves": ()}


@pytest.mark.parametrize(
    ("changes", "middle"),
    [
        ({}, "whole"),
        ({"turns": ()}, "stances"),
        ({"turns": (), "status": "unfinished"}, "whole"),
        ({"curves": {}}, "whole"),
        (NO_STANCE | NO_MOVE, "transcript"),
        (NO_STANCE, "whole"),
        (NO_STANCE | {"parts": strange_parts()}, "transcript"),
        (NO_STANCE | {"turns": ()}, "whole"),
        (NO_MOVE | {"memory": {}, "turns": (), "parts": strange_parts()}, "none"),
        (NO_MOVE | {"memory": {}, "turns": ()}, "stances"),
    ],
    ids=[
        "debate",
        "no turns",
        "none yet",
        "memory",
        "words alone",
        "moves alone",
        "parts show moves",
        "moves, no words",
        "parts alone",
        "stances alone",
    ],
)
def test_the_middle_shows_what_there_is(changes: dict[str, Any], middle: str) -> None:
    assert middle_of(debate_view().model_copy(update=changes)) == middle
