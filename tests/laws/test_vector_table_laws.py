"""Laws of the table of vectors: its cosines are those of the rows, exact in any order, made once for all listeners."""

import numpy as np
import pytest
from hypothesis import given, strategies as st

from doxa.evidence.admission import Admission, admit
from doxa.evidence.memory import Memory
from doxa.evidence.vectors import PEAK, VectorTable, cosines, integers, new_tables, quantise
from doxa.records.claims import Claim

WIDTH = 5
rows = st.lists(st.integers(-PEAK, PEAK), min_size=WIDTH, max_size=WIDTH).filter(any).map(np.array)


@given(st.lists(rows, min_size=1, max_size=12), rows, st.randoms())
def test_a_table_gives_the_cosines_of_the_chosen_rows(held, row, random):
    table = VectorTable()
    numbers = [table.number(str(list(one)), one.astype(float)) for one in held]
    for size in (1, len(numbers)):
        chosen = np.array(random.sample(numbers, size))
        wanted = cosines(row.astype(float), np.array([held[numbers.index(number)] for number in chosen], float))
        assert table.cosines("row", row.astype(float), chosen).tolist() == wanted.tolist()


@pytest.mark.parametrize("width", [384, 1040, 3072])
def test_sums_of_products_are_exact(width):
    """The largest sum that can occur is PEAK² a dimension: in float32 it is a whole number only below 2^24."""
    largest = np.full(width, float(PEAK))
    opposite = np.where(np.arange(width) % 2, -largest, largest)
    table = VectorTable()
    numbers = np.array([table.number("one", largest), table.number("other", opposite)])
    assert table.cosines("row", largest, numbers).tolist() == [1.0, (width % 2) / width]


def test_what_many_listeners_hear_is_multiplied_once():
    alone = sum(range(40))  # the n-th claim with the n before it
    assert [count_multiplied(listeners) for listeners in (1, 2, 7)] == [alone, alone + 39, alone + 39], (
        "and with itself"
    )


def test_a_listener_who_remembers_little_multiplies_only_its_own_rows():
    tables = new_tables()
    hear_all(Memory(tables=tables), range(100))
    before = tables[1].multiplied
    hear_all(Memory(tables=tables), range(100, 110))
    assert tables[1].multiplied - before == sum(range(10))


def count_multiplied(listeners: int) -> int:
    tables = new_tables()
    memories = [Memory(tables=tables) for _ in range(listeners)]
    for number in range(40):
        memories = [hear_all(memory, [number]) for memory in memories]
    return tables[1].multiplied


def hear_all(memory: Memory, numbers) -> Memory:
    """Admit claims that are all new."""
    for number in numbers:
        row = integers(quantise(np.random.Generator(np.random.PCG64(number)).standard_normal(384)))
        claim = Claim(id=f"c{number}", proposition="m", text="x", polarity=1, source="m", vector=str(number))
        memory, _ = admit(
            memory, claim, origin="peer", strength=0.5, row=row, stance=0.0, settings=Admission(theta=0.99)
        )
    return memory
