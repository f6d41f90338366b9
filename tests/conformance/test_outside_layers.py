"""Layers of judgement of other packages: chosen by name, counted, in every table, and in the log's provenance."""

import tomllib
from pathlib import Path

import pytest

import doxa
from conformance.packages import Packages
from doxa import plugin
from doxa.analysis.missing import missing_plugins
from doxa.app.cli import app
from doxa.app.commands.new import EXAMPLES
from doxa.errors import MissingPluginError, PluginError, ScenarioError, UnknownNameError

UMPIRE = EXAMPLES["judge-layer"]
MODULE = (UMPIRE / "doxa_umpire.py").read_text(encoding="utf-8")
GROUPS = tomllib.loads((UMPIRE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
DEBATE = UMPIRE / "debate.csv"
BOTH = ("rubric", "umpire")


def judge(packages: Packages, out: Path, *changes: tuple[str, str], layers: tuple[str, ...] = BOTH) -> doxa.Judgements:
    """Judge the debate after installing the package with part of its source replaced."""
    module = MODULE
    for old, new in changes:
        assert old in module
        module = module.replace(old, new)
    packages.install("doxa-umpire", module, GROUPS)
    return doxa.judge(DEBATE, doxa.Judges(layers=layers), motion="Plant street trees", out=out)


def judgement_of(judged: doxa.Judgements):
    return judged.judgements["debate.csv"]


def test_its_verdict_is_what_it_counts_and_stands_beside_the_others(packages: Packages, tmp_path: Path) -> None:
    judged = judge(packages, tmp_path)
    verdict = judgement_of(judged).verdicts["umpire"]
    assert (verdict.winner, verdict.pro, verdict.con) == ("pro", 2, 0)
    assert "umpire" in judgement_of(judged).final.agree + judgement_of(judged).final.differ
    rows = {row[0]: row for row in judged.tables["verdicts"].rows}
    assert rows["umpire"][1:4] == ("Proposition", 2, 0)
    assert [row[0] for row in judged.tables["verdicts"].rows].index("umpire") > 3, "after the built-in layers"
    assert judged.tables["layers"].rows == (("umpire", "figures", '{"con": 0, "pro": 2}'),)


def test_alone_it_decides(packages: Packages, tmp_path: Path) -> None:
    final = judgement_of(judge(packages, tmp_path, layers=("umpire",))).final
    assert (final.winner, final.decided_by) == ("pro", "umpire")


def test_equal_numbers_name_no_side(packages: Packages, tmp_path: Path) -> None:
    even = ('sides.count("con")', 'sides.count("pro")')
    verdict = judgement_of(judge(packages, tmp_path, even)).verdicts["umpire"]
    assert (verdict.winner, verdict.pro, verdict.con) == (None, 2, 2)


def test_the_log_names_the_package_and_its_code_and_verifies(packages: Packages, tmp_path: Path) -> None:
    (case,) = judge(packages, tmp_path).cases
    log = doxa.open_run(case.path)
    (sitting,) = log.sittings()
    assert sitting.plugins["layer of judgement umpire"] == "doxa-umpire 0.1.0"
    assert sitting.plugins["task umpire_figures"] == "doxa-umpire 0.1.0"
    assert sitting.codes["layer of judgement umpire"]
    assert doxa.verify(case.path).status == "verified"
    packages.uninstall("doxa-umpire")
    missing = {(one.kind, one.name, one.package) for one in missing_plugins(log)}
    assert ("layer of judgement", "umpire", "doxa-umpire 0.1.0") in missing
    assert doxa.verify(case.path).status == "unchecked"
    with pytest.raises(MissingPluginError, match="layer of judgement 'umpire'"):
        doxa.explain(log, "annotator")


def test_the_command_takes_its_name_and_lists_it(packages: Packages, tmp_path: Path, capsys) -> None:
    packages.install("doxa-umpire", MODULE, GROUPS)
    words = ["judge", str(DEBATE), "--motion", "Trees", "--out", str(tmp_path), "--quiet"]
    with pytest.raises(SystemExit, match="0"):
        app([*words, "--layers", "umpire,rubric"])
    assert "Which side gives more figures" in " ".join(capsys.readouterr().out.split())
    with pytest.raises(ScenarioError, match="ranking, umpire"):
        app([*words, "--layers", "umpyre"])


def test_a_folder_and_frames_have_its_findings(packages: Packages, tmp_path: Path) -> None:
    packages.install("doxa-umpire", MODULE, GROUPS)
    run = doxa.run("union", out=tmp_path / "runs" / "one", changes={"script.words": 60})
    judged = doxa.judge(tmp_path / "runs", doxa.Judges(layers=BOTH))
    doxa.judge(run, doxa.Judges(layers=BOTH))
    rows = [row for row in doxa.frames(run).measures.rows() if row["item"] in ("umpire", "figures")]
    assert {(row["instrument"], row["who"]) for row in rows} >= {("verdict", "annotator")}
    assert sum(row["instrument"] == "umpire" and row["text"].startswith('{"con"') for row in rows) == 1
    del judged


def test_an_answer_that_cannot_be_counted_is_lost_with_its_reason(packages: Packages, tmp_path: Path) -> None:
    judgement = judgement_of(judge(packages, tmp_path, ('replies["figures"]["pro"]', 'replies["nothing"]["pro"]')))
    assert "umpire" not in judgement.verdicts
    assert judgement.brought.incomplete == ("umpire",)
    assert judgement.brought.lost["layers/umpire"] == "failed: KeyError: 'nothing'"


def test_a_name_of_doxas_own_or_of_two_packages_is_refused(packages: Packages, tmp_path: Path) -> None:
    packages.install("doxa-others", MODULE, {"doxa.judge_layers": {"rubric": "doxa_others:UMPIRE"}})
    with pytest.raises(PluginError, match=r"bring the layer of judgement 'rubric': doxa \S+ and doxa-others"):
        judge(packages, tmp_path)
    packages.install("doxa-others", MODULE, {"doxa.judge_layers": {"umpire": "doxa_others:UMPIRE"}})
    with pytest.raises(PluginError, match="two installed packages bring the layer of judgement 'umpire'"):
        judge(packages, tmp_path)
    with pytest.raises(UnknownNameError, match="there is no layer 'umpyre'"):
        judge(packages, tmp_path, layers=("umpyre",))


def test_the_check_names_what_is_wrong(packages: Packages) -> None:
    packages.install("doxa-umpire", MODULE, GROUPS)
    import doxa_umpire

    layer = doxa_umpire.UMPIRE
    plugin.check(layer)
    changed = {
        "not described": {"about": " "},
        "asks nothing": {"questions": lambda debate: {}},
        "motion": {"questions": lambda debate: {"figures": {"speeches": []}}},
        "no task is named": {"task": "umpire_guesses"},
    }
    for words, change in changed.items():
        with pytest.raises((AssertionError, ValueError, UnknownNameError), match=words):
            plugin.check(plugin.JudgeLayer(**vars(layer) | change))
