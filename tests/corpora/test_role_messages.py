"""The messages with roles and the statements with positions: what is in them, and that their parts share no motion."""

from collections import Counter

from doxa.corpora.message_sets import POSITIONS, ROLE_MESSAGES
from doxa.corpora.motions import normal_form
from doxa.models.embedded.extraction.doing import ROLES
from doxa.models.embedded.phrasing import canonical


def test_every_sentence_has_a_role_and_every_role_is_shown() -> None:
    roles = Counter(part.role for message in ROLE_MESSAGES.read() for part in message.sentences)
    assert set(roles) == set(ROLES)
    assert min(roles.values()) > 300
    assert len(ROLE_MESSAGES.read()) == 2058
    assert {message.writer for message in ROLE_MESSAGES.read()} == set(range(1, 11))


def test_positions_of_both_sides_and_none_in_degrees() -> None:
    stances = Counter(row.stance for row in POSITIONS.read())
    assert set(stances) == set(range(-3, 4))
    assert sum(stances.values()) == 3000
    assert abs(sum(stances[grade] - stances[-grade] for grade in (1, 2, 3))) < 60


def test_no_motion_stands_in_both_parts_in_whatever_words() -> None:
    for shipped, name in ((ROLE_MESSAGES, "motion"), (POSITIONS, "proposition")):
        forms = {
            part: {normal_form(canonical(getattr(row, name))) for row in shipped.read(part)}
            for part in ("train", "test")
        }
        assert forms["train"].isdisjoint(forms["test"])
        assert len(forms["test"]) > 0.1 * len(forms["train"])
