"""Stances on the way that lie on the other side than both ends, counted by hand and on the shipped people."""

from doxa.humans.data.contents import on_the_way_table
from doxa.humans.data.people import PersonRound, StatedStance
from doxa.humans.data.registry import read_people


def round_of(id: str, initial: float, stated: list[float], final: float, argued: int = -1) -> PersonRound:
    on_the_way = tuple(StatedStance(after=place, stance=stance) for place, stance in enumerate(stated, 1))
    return PersonRound(
        id=id, person=id, proposition="P", group=id, initial=initial, final=final, messages=(), stated=on_the_way,
        argued=argued,
    )  # fmt: skip


def test_each_round_counts_once_by_the_side_that_was_argued() -> None:
    rounds = [
        round_of("all turned", 0.8, [-0.6, -0.5], 0.6),
        round_of("some turned", 0.8, [0.7, -0.5, 0.1], 0.6),
        round_of("none turned", -0.8, [-0.5], -0.4),
        round_of("the ends differ", 0.8, [-0.5], -0.6),
        round_of("undecided in the end", 0.8, [-0.5], 0.1),
        round_of("nothing clear on the way", 0.8, [0.2], 0.6),
        round_of("argued for", -0.8, [0.5], -0.9, argued=1),
    ]
    (table,) = on_the_way_table(rounds)
    assert table.rows == (("for", 1, 1, 0, 1, 1), ("against", 3, 1, 1, 5, 3))
    assert on_the_way_table(rounds[3:6]) == []


def test_many_shipped_people_who_were_argued_against_seem_to_be_on_the_other_side_on_the_way() -> None:
    (table,) = on_the_way_table(read_people("persuasiontrace").rounds)
    assert table.rows == (("for", 21, 1, 0, 52, 1), ("against", 69, 29, 12, 167, 80))
