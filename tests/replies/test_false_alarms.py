"""The check of speech leaves alone what people and models said, and notices faults made from the same turns."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from replies.examining import (
    MOST,
    Sensitivity,
    check_reply,
    describe_alarm,
    find_alarms,
    make_replies,
    measure_sensitivity,
)
from replies.turns import SpokenTurn, read_turns

ENOUGH = 0.85
"""The least share of the faults of a kind of which the check leaves exactly what is speech."""


def take_half(held_back: bool) -> list[SpokenTurn]:
    return [turn for turn in read_turns() if turn.held_back == held_back]


@pytest.mark.parametrize("held_back", [False, True])
def test_at_most_one_turn_in_two_hundred_is_changed_or_faulted(
    held_back: bool, record_property: Callable[[str, object], None]
) -> None:
    turns = take_half(held_back)
    alarms = find_alarms(turns)
    record_property("score", f"{len(alarms)}/{len(turns)} false alarms")
    lines = (f"{turn.id}: {speech.fault}" if held_back else describe_alarm(turn, speech) for turn, speech in alarms)
    assert len(alarms) <= MOST * len(turns), "\n\n".join(lines)


def test_an_alarm_is_printed_with_what_the_turn_shares() -> None:
    turn = next(turn for turn in read_turns() if turn.earlier and len(turn.earlier[-1][1].split()) > 30)
    speaker, said = turn.earlier[-1]
    again = replace(turn, text=said)
    printed = describe_alarm(again, check_reply(said, again.asked))
    assert f"shared with turn {len(turn.earlier)}, {speaker}, 100% of the turn" in printed
    assert f"turn: {said}" in printed


@pytest.fixture(scope="module")
def sensitivity() -> list[Sensitivity]:
    return measure_sensitivity(reply for half in (False, True) for reply in make_replies(take_half(half)))


def test_made_faults_are_noticed_and_what_is_speech_stays(
    sensitivity: list[Sensitivity], record_property: Callable[[str, object], None]
) -> None:
    record_property("score", ", ".join(f"{figure.kind}: {figure.exact}/{figure.made}" for figure in sensitivity))
    assert all(figure.made >= 100 for figure in sensitivity)
    assert [figure.kind for figure in sensitivity if figure.exact < ENOUGH * figure.made] == []


def test_the_trivial_baseline_finds_only_what_is_said_again_whole(sensitivity: list[Sensitivity]) -> None:
    shares = {figure.kind: figure.equal / figure.made for figure in sensitivity}
    assert shares.pop("an earlier turn") == 1
    assert max(shares.values()) < 0.02
