"""Motions by meaning: known pairs, by normal form and by the list, and that a motion's wording does not matter."""

import pytest

from doxa.corpora.motions import EXAMINED, is_same_motion, normal_form, read_pairs
from doxa.corpora.stances import STANCES, new_stances, read_stances
from doxa.models.embedded.phrasing import canonical

SAME = [
    ("This house would abolish the monarchy", "Abolish the monarchy"),
    ("We should ban partial birth abortions", "Partial birth abortions should be banned"),
    ("We should legalize prostitution", "Prostitution has to be legalised"),
    ("School uniforms must be banned", "Students should have to wear school uniforms"),
    ("We should make physical education compulsory", "Physical education should be mandatory in schools"),
    ("This house believes that atheism is the only way", "We should adopt atheism"),
    ("We should institute a mandatory retirement age", "We should end mandatory retirement"),
    ("Women should be allowed to take part in combat", "We should prohibit women in combat"),
    ("All nations have a right to nuclear weapons", "Abolish nuclear weapons"),
    ("Stop the Olympic Games", "Hosting the Olympic Games is beneficial"),
    ("We should abolish the monarchy", "Britain should become a republic"),
]
OTHER = [
    ("We should ban boxing", "All nations should ban bullfighting"),
    ("We should ban gambling", "We should restrict violent video games"),
    ("Plastic Bags should be banned", "Plastic water bottles should be banned"),
    ("Deny Organs to Non-Donors", "People should be allowed to sell their own organs"),
    ("We should introduce year round schooling", "Home Schooling Should Be Banned"),
]


@pytest.mark.parametrize(("first", "second"), SAME)
def test_the_same_question_in_other_words_is_one_motion(first: str, second: str) -> None:
    assert is_same_motion(first, second)
    assert is_same_motion(second, first)


@pytest.mark.parametrize(("first", "second"), OTHER)
def test_like_words_about_something_else_are_another_motion(first: str, second: str) -> None:
    assert not is_same_motion(first, second)


def test_the_form_of_a_motion_does_not_matter() -> None:
    motions = {row.proposition for name in STANCES for row in read_stances(name)}
    assert [motion for motion in motions if normal_form(motion) != normal_form(canonical(motion))] == []


def test_every_listed_pair_has_been_read() -> None:
    pairs = read_pairs()
    assert len(pairs) == 1223
    assert set(pairs.values()) == {"wording", "opposite", "scope", "statement", "other"}
    examined = read_pairs(EXAMINED)
    assert len(examined) == 1112
    assert set(examined.values()) == {"wording", "opposite", "scope", "statement", "other"}


def test_twenty_of_ibms_thirty_test_motions_stand_in_a_train_part() -> None:
    new = new_stances("ibm", "test")
    assert (len(new), len({row.topic for row in new})) == (364, 10)
    assert len({row.topic for row in read_stances("ibm", "test")}) == 30
