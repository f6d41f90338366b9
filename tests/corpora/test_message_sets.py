"""The sets of messages: counts as their notices say, sides that are balanced, and parts without a motion in common."""

from collections import Counter
from collections.abc import Iterable

import pytest

from doxa.corpora.message_sets import (
    BALLOT_ARGUMENTS,
    MODEL_DEBATES,
    MODEL_MESSAGES,
    OWN_MESSAGES,
    POSITIONS,
    ROLE_MESSAGES,
    SUITES,
    WRITTEN_DEBATES,
    read_suite,
)
from doxa.corpora.motions import normal_form
from doxa.errors import UnknownNameError
from doxa.models.embedded.phrasing import canonical
from doxa.models.hearing.roles import ROLES

SUITE_ROWS = {
    "swaps": 40, "negated": 40, "irony": 30, "concessions": 40, "hedges": 40, "languages": 24, "everyday": 120,
    "noise": 24, "stances": 36, "stance_pairs": 16, "closings": 60, "units": 12,
}  # fmt: skip


def forms(motions: Iterable[str]) -> set[frozenset[str]]:
    """Return the motions in whatever words."""
    return {normal_form(canonical(motion)) for motion in motions}


def test_own_messages_argue_both_sides_of_every_motion_alike() -> None:
    messages = OWN_MESSAGES.read()
    sides = Counter((message.motion, message.side) for message in messages)
    assert (len(messages), len(sides), set(sides.values())) == (744, 2 * 186, {2})
    marks = [(mark, message) for message in messages for mark in message.marks]
    assert all(mark.sentence in message.text for mark, message in marks)
    assert Counter(mark.role for mark, _ in marks) == {"concedes": 1237, "quotes": 404, "says_nothing": 166}


def test_model_messages_are_of_24_models_and_people_on_ten_issues() -> None:
    messages = MODEL_MESSAGES.read()
    assert (len(messages), sum(message.valid for message in messages)) == (730, 570)
    assert len({message.writer for message in messages}) == 25
    assert len({message.motion for message in messages}) == 10
    assert all(message.readers > 0 and abs(message.effect) <= 100 for message in messages)


def test_debates_between_models_argue_both_sides_alike() -> None:
    turns = MODEL_DEBATES.read()
    centers, tax = "Data centers are good for the community.", "A federal carbon tax would do more good than harm."
    counts = {(centers, 1): 40, (centers, -1): 40, (tax, 1): 6, (tax, -1): 6}
    assert Counter((turn.motion, turn.side) for turn in turns) == counts
    assert {turn.kind for turn in turns} == {"opening", "rebuttal", "conclusion"}


def test_ballot_arguments_call_for_their_own_side_of_nineteen_measures() -> None:
    arguments = BALLOT_ARGUMENTS.read()
    assert Counter(argument.side for argument in arguments) == {1: 33, -1: 28}
    assert Counter(Counter(argument.motion for argument in arguments).values()) == {4: 14, 1: 5}
    for side, call, opposite in ((1, "YES", "NO"), (-1, "NO", "YES")):
        texts = [argument.text.upper().replace('"', "") for argument in arguments if argument.side == side]
        calls = [text for text in texts if f"VOTE {call} " in text]
        assert len(calls) >= 10
        assert not [text for text in calls if f"VOTE {opposite} ON" in text]


def test_every_suite_has_its_rows_and_no_id_twice() -> None:
    assert {name: len(read_suite(name)) for name in SUITES} == SUITE_ROWS
    ids = [row.id for name in SUITES for row in read_suite(name)]
    assert len(set(ids)) == len(ids)


def test_labels_of_suites_are_towards_the_proposition_and_balanced() -> None:
    sides = {name: Counter(row.direction for row in read_suite(name)) for name in SUITES}
    assert sides["swaps"] == sides["negated"] == sides["concessions"] == {1: 20, -1: 20}
    assert sides["everyday"] == {1: 55, -1: 55, 0: 10}
    assert sides["hedges"] == {0: 40}
    assert sides["noise"] == {None: 24}
    assert sides["stances"] == {1: 15, -1: 16, 0: 5}


def test_what_a_suite_marks_stands_in_its_text() -> None:
    assert all(row.more["conceded"] in row.text for row in read_suite("concessions"))
    assert all(unit in row.text for row in read_suite("units") for unit in row.more["units"])
    assert all(row.opposite for name in ("swaps", "negated") for row in read_suite(name))


def test_a_suite_that_is_not_there_is_told_with_its_likest() -> None:
    with pytest.raises(UnknownNameError, match="ironi") as error:
        read_suite("ironi")
    assert "Did you mean 'irony'?" in error.value.hint


def test_written_debates_say_as_much_on_both_sides_and_have_one_name_a_message() -> None:
    messages = WRITTEN_DEBATES.read()
    counts = Counter((message.motion, message.side) for message in messages)
    assert all(counts[motion, 1] == counts[motion, -1] for motion, _ in counts)
    assert len({message.id for message in messages}) == len(messages)


def test_a_fifth_of_the_motions_of_written_debates_is_held_out_and_no_examination_is_trained_on() -> None:
    motions = {part: {message.motion for message in WRITTEN_DEBATES.read(part)} for part in ("train", "dev", "test")}
    train, dev, test = (forms(motions[part]) for part in motions)
    assert train.isdisjoint(dev | test)
    assert dev.isdisjoint(test)
    assert len(motions["dev"] | motions["test"]) >= 0.2 * len(set.union(*motions.values()))
    assert train.isdisjoint(forms(message.motion for message in (*OWN_MESSAGES.read(), *MODEL_MESSAGES.read())))


def test_every_sentence_has_a_role_and_every_role_is_shown() -> None:
    messages = ROLE_MESSAGES.read()
    roles = Counter(part.role for message in messages for part in message.sentences)
    assert set(roles) == set(ROLES)
    assert min(roles.values()) > 300
    assert (len(messages), {message.writer for message in messages}) == (2058, set(range(1, 11)))


def test_positions_of_both_sides_and_none_in_degrees() -> None:
    stances = Counter(row.stance for row in POSITIONS.read())
    assert (set(stances), sum(stances.values())) == (set(range(-3, 4)), 3000)
    assert abs(sum(stances[grade] - stances[-grade] for grade in (1, 2, 3))) < 60


def test_no_motion_of_roles_and_positions_stands_in_both_parts_in_whatever_words() -> None:
    for train, test in (
        [forms(message.motion for message in ROLE_MESSAGES.read(part)) for part in ("train", "test")],
        [forms(row.proposition for row in POSITIONS.read(part)) for part in ("train", "test")],
    ):
        assert train.isdisjoint(test)
        assert len(test) > 0.1 * len(train)
