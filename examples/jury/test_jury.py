"""doxa's own conformance test, run over this system once its package is installed; and what a ring is."""

from doxa_jury import JURY
from doxa_jury.deliberation import neighbours
from doxa_jury.table import JuryTable

from doxa.plugin import check


def test_conforms() -> None:
    check(JURY)


def test_a_juror_is_heard_by_those_beside_it_around_the_table() -> None:
    jury = JuryTable(jurors=("ana", "ben", "cem", "dora", "eli", "fay"), foreperson="dora")
    assert neighbours(jury, "ana") == ("ben", "fay")
    assert neighbours(jury.model_copy(update={"reach": 5}), "cem") == ("ana", "ben", "dora", "eli", "fay")
