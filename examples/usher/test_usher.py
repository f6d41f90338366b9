"""doxa's own conformance test, run over this ranker on posts that differ in everything."""

from doxa_usher import usher

from doxa.plugin import check


def test_conforms() -> None:
    check(usher)
