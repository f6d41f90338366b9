"""doxa's own conformance test, run over this measure on a short debate."""

from doxa_abacus import abacus

from doxa.plugin import check


def test_conforms() -> None:
    check(abacus)
