"""doxa's own conformance test, run over this layer of judgement, and a debate that the layer judges offline."""

from pathlib import Path
from tempfile import TemporaryDirectory

from doxa_umpire import UMPIRE

from doxa import Judges, judge
from doxa.plugin import check


def test_conforms() -> None:
    check(UMPIRE)


def test_the_side_with_more_figures_wins() -> None:
    debate = Path(__file__).with_name("debate.csv")
    with TemporaryDirectory() as folder:
        judged = judge(debate, Judges(layers=("umpire",)), motion="Plant street trees", out=folder)
    assert judged.judgements["debate.csv"].verdicts["umpire"].winner == "pro"
