"""Sweeps and comparisons from Python: the same numbers as the command's, as values that a notebook shows."""

import json

import pytest

import doxa
from doxa.app.cli import app
from doxa.errors import DoxaError, LogError, ScenarioError, UsageError

SHORT = {"script.rounds": 1}


@pytest.fixture(scope="module")
def swept(tmp_path_factory) -> doxa.SweepResult:
    return doxa.sweep(
        "counter-arguments",
        {"belief.u": (0.2, 0.8)},
        replicates=2,
        changes=SHORT,
        out=tmp_path_factory.mktemp("swept") / "<b>uptake",
    )


def test_a_sweep_has_its_runs_its_means_and_its_figure(swept):
    assert [(run.settings["belief.u"], run.replicate, run.status) for run in swept.runs.runs] == [
        (0.2, 0, "finished"),
        (0.2, 1, "finished"),
        (0.8, 0, "finished"),
        (0.8, 1, "finished"),
    ]
    assert [row[:2] for row in swept.means.rows] == [("0.2", "stance.violet"), ("0.8", "stance.violet")]
    assert (len(swept.run_table.rows), swept.figure is None) == (4, False)
    assert ["&lt;b&gt;uptake" in swept._repr_html_(), "<b>" in swept._repr_html_()] == [True, False]


def test_a_sweep_is_read_back_and_made_once(swept):
    assert doxa.read_sweep(swept.folder) == swept
    written = {path: path.stat().st_mtime_ns for path in swept.folder.rglob("calls.jsonl")}
    assert len(written) == 4
    grid = {"belief.u": [0.2, 0.8]}
    assert doxa.sweep("counter-arguments", grid, replicates=2, changes=SHORT, out=swept.folder) == swept
    assert {path: path.stat().st_mtime_ns for path in written} == written, "finished runs are not driven again"


def test_settings_are_compared_as_the_command_compares_them(swept, capsys):
    app(["compare", str(swept.folder), "--by", "belief.u", "--json"], result_action="return_value")
    (by_command,) = json.loads(capsys.readouterr().out)["effects"]
    for compared in (swept.compare("belief.u"), doxa.compare(swept, by=["belief.u"])):
        (effect,) = compared.effects
        for bound in ("difference", "low", "high"):
            assert getattr(effect, bound) == by_command[bound]
        assert "compare-by" in compared.tables
        assert compared.figure.name == "compare-by-figure"
        assert "Paired differences from belief.u = 0.2" in compared._repr_html_()


def test_sets_of_runs_are_compared(swept):
    compared = doxa.compare(swept.folder / "u=0.2_k0", swept.folder / "u=0.8_k0")
    assert {"compare-finals", "compare-differences"} <= set(compared.tables)
    assert compared.effects == ()
    assert "u=0.8_k0" in compared._repr_html_()


@pytest.mark.parametrize(
    ("grid", "error"),
    [
        ({"belief.u": []}, "is not a list of values"),
        ({"belief.u": "0.2"}, "is not a list"),
        ({"belief.u": [1, 1]}, "twice"),
    ],
)
def test_a_grid_without_distinct_values_is_refused_before_anything_runs(grid, error, tmp_path):
    with pytest.raises(ScenarioError, match=error):
        doxa.sweep("counter-arguments", grid, out=tmp_path / "none")
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("sets", "how", "error", "why"),
    [
        (2, {"by": "belief.u"}, UsageError, "not of 2"),
        (1, {"measures": ["stance.violet"]}, UsageError, "measures needs by"),
        (1, {}, UsageError, "nothing to compare"),
        (2, {}, LogError, "same directory"),
        (1, {"by": "belief.q"}, DoxaError, "belief\\.q"),
    ],
)
def test_comparisons_of_what_does_not_go_together_are_refused(swept, sets, how, error, why):
    with pytest.raises(error, match=why):
        doxa.compare(*[swept, swept.folder][:sets], **how)


def test_a_sweep_needs_a_replicate(tmp_path):
    with pytest.raises(UsageError, match="replicates is 0"):
        doxa.sweep("counter-arguments", {}, replicates=0, out=tmp_path / "none")
