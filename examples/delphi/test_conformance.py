"""doxa's own conformance test, run over this system once its package is installed."""

from doxa_delphi import DELPHI

from doxa.conformance import check_system


def test_conforms() -> None:
    assert check_system(DELPHI) == 1
