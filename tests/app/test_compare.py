"""``doxa compare``: the settings of one sweep, and sets of runs that can and cannot be compared."""

import csv
import json
import shutil
from pathlib import Path

import pytest

from app.calling import called, failed
from doxa.analysis import plots
from library import Library

SHORT = ("--set", "script.rounds=1", "--quiet")


@pytest.fixture
def swept(library: Library) -> Path:
    """Return a sweep of two factors with two replicates."""
    return library("sweep")


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    def call(*words: str) -> str:
        code, complaint = failed(monkeypatch, capsys, "compare", *words)
        assert code in (1, 2)
        return complaint

    return call


def test_a_key_is_compared_over_replicates(swept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = called("compare", str(swept), "--by", "belief.u", capsys=capsys)
    assert "Paired differences from openness (u) = 0.2" in out
    assert "Averaged over anchoring (a)." in out
    assert "MC error" in out


def test_several_keys_compare_every_combination(swept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = json.loads(called("compare", str(swept), "--by", "belief.u,belief.a", "--json", capsys=capsys))
    assert facts["against"] == {"belief.u": "0.2", "belief.a": "0.5"}
    assert len(facts["effects"]) == 3
    stances = {}
    for cell in json.loads((swept / "sweep.json").read_text()):
        stances[cell["set"]["belief.u"], cell["set"]["belief.a"], cell["replicate"]] = cell["stances"]["violet"]
    (effect,) = [one for one in facts["effects"] if one["level"] == {"belief.u": "0.8", "belief.a": "0.5"}]
    assert effect["difference"] == pytest.approx(sum([stances[0.8, 0.5, k] - stances[0.2, 0.5, k] for k in (0, 1)]) / 2)
    assert effect["bootstrap"]["monte_carlo_error"] is not None


def test_a_setting_that_the_grid_did_not_name_is_read_from_the_runs(swept: Path, refused) -> None:
    """``memory.theta`` is known, and has one value."""
    assert "it is 0.8 in all 8 runs" in refused(str(swept), "--by", "memory.theta")


def test_unknown_keys_and_measures_are_told_with_the_nearest(swept: Path, refused) -> None:
    assert "Did you mean 'belief.u'? Its runs vary belief.u, belief.a." in refused(str(swept), "--by", "beleif.u")
    assert "Did you mean 'stance.violet'?" in refused(str(swept), "--by", "belief.u", "--measure", "stance.violett")


@pytest.mark.parametrize("words", [("--by", ","), ("--by", "")])
def test_an_option_without_sense_is_refused(swept: Path, words: tuple[str, ...], refused) -> None:
    assert "for example" in refused(str(swept), *words).lower()


def test_by_takes_one_sweep(swept: Path, refused) -> None:
    assert "not of 2 directories" in refused(str(swept), str(swept / "u=0.2_a=0.5_k0"), "--by", "belief.u")


def test_a_folder_of_one_sweep_says_how_to_compare_it(swept: Path, refused) -> None:
    assert f"doxa compare {swept} --by KEY" in refused(str(swept))


def test_a_sweep_that_did_not_finish_says_which_blocks_are_left_out(
    swept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(swept, copy)
    cells = json.loads((copy / "sweep.json").read_text())
    for cell in cells[:1]:
        cell["status"] = "unfinished"
    (copy / "sweep.json").write_text(json.dumps(cells))
    shutil.rmtree(copy / "u=0.2_a=0.5_k0")
    out = called("compare", str(copy), "--by", "belief.u", capsys=capsys)
    assert "1 of 8 runs did not finish and do not count: u=0.2_a=0.5_k0 (not begun)" in out
    assert "Blocks left out" in out
    assert "replicate 0" in out
    assert "one block: an interval needs two or more replicates" in " ".join(out.split())


def test_a_sweep_that_was_killed_is_read_from_its_runs(
    swept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(swept, copy)
    (copy / "sweep.json").unlink()
    whole = json.loads(called("compare", str(swept), "--by", "belief.u", "--json", capsys=capsys))
    again = json.loads(called("compare", str(copy), "--by", "belief.u", "--json", capsys=capsys))
    assert again["effects"] == whole["effects"]


def test_a_damaged_list_of_runs_is_told(swept: Path, tmp_path: Path, refused) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(swept, copy)
    (copy / "sweep.json").write_text('[{"path": 3}]')
    assert "is not as a sweep writes it" in refused(str(copy), "--by", "belief.u")


def test_exhibits_are_written_also_where_figures_are_not_drawn(
    swept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    out = called("compare", str(swept), "--by", "belief.u", "--out", str(tmp_path / "x"), capsys=capsys)
    assert "pip install 'doxa[plots]'" in out
    assert (tmp_path / "x" / "compare-by-figure-data.csv").exists()
    with (tmp_path / "x" / "compare-by.csv").open(newline="") as file:
        (row,) = csv.DictReader(file)
    assert (row["measure"], row["belief.u"], row["blocks"]) == ("stance.violet", "0.8", "2")


def test_sets_are_told_apart_by_their_settings(swept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pair = (str(swept / "u=0.2_a=0.5_k0"), str(swept / "u=0.8_a=1.0_k0"))
    facts = json.loads(called("compare", *pair, "--json", capsys=capsys))
    differing = {row["setting"]: (row["u=0.2_a=0.5_k0"], row["u=0.8_a=1.0_k0"]) for row in facts["compare-settings"]}
    assert differing == {"belief.u": ("0.2", "0.8"), "belief.a": ("0.5", "1.0")}
    assert facts["compare-differences"][0]["difference"] is not None
    out = called("compare", *pair, capsys=capsys)
    assert "Settings that differ" in out
    assert "No interval: a set with one run has none." in out


def test_a_run_is_not_compared_with_itself(swept: Path, tmp_path: Path, refused) -> None:
    run = swept / "u=0.2_a=0.5_k0"
    assert "are the same directory" in refused(str(run), f"{run}/../{run.name}")
    (tmp_path / "link").symlink_to(run)
    assert "are the same directory" in refused(str(run), str(tmp_path / "link"))
    assert "1 of the runs of run belong to u=0.2_a=0.5_k0 too" in refused(str(swept), str(run))


def test_a_run_is_not_compared_with_its_copy(swept: Path, tmp_path: Path, refused) -> None:
    shutil.copytree(swept / "u=0.2_a=0.5_k0", tmp_path / "copy")
    said = refused(str(swept / "u=0.2_a=0.5_k0"), str(tmp_path / "copy"))
    assert "u=0.2_a=0.5_k0 and copy are the same run (same seal)" in said


@pytest.mark.parametrize(
    ("change", "word"),
    [("script.rounds=2", "numbers of rounds"), ('proposition="We should abandon marriage"', "motions")],
)
def test_sets_with_other_motions_or_rounds_are_refused_unless_anyway(
    change: str, word: str, swept: Path, tmp_path: Path, refused, capsys: pytest.CaptureFixture[str]
) -> None:
    other = str(tmp_path / "other")
    called("run", "counter-arguments", *SHORT, "--set", change, "--out", other, capsys=capsys)
    first = str(swept / "u=0.2_a=0.5_k0")
    text = refused(first, other)
    assert word in text
    assert "--anyway" in text
    assert "Compared anyway" in called("compare", first, other, "--anyway", capsys=capsys)
