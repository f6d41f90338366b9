"""doxa's own conformance test, run over this system once its package is installed."""

from doxa_delphi import DELPHI

from doxa.plugin import check


def test_conforms() -> None:
    check(DELPHI)
