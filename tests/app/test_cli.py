"""The command line: every command, its output, its exit code, and errors that say what to do."""

import json
import re
import shutil
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from app.calling import called, failed
from doxa.app.cli import app, command_names, main
from doxa.errors import ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.log.rundir import open_run
from doxa.models.conditions import Conditions
from doxa.records.spec import Amendment
from doxa.terminal.console import console
from doxa.terminal.outcome import announce
from library import Library

OTHER = "contains a run of another scenario"
UNKNOWN = "no model provider is named 'nosuch'"


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of two short runs."""
    out = tmp_path_factory.mktemp("sweeps") / "uptake"
    words = ["sweep", "counter-arguments", "--grid", "belief.u=0.2,1.0", "--set", "script.rounds=1", "--quiet"]
    app([*words, "--out", str(out)], result_action="return_value")
    return out


@pytest.fixture
def finished(library: Library) -> Path:
    return library("debate")


def test_a_run_shows_a_line_a_round_the_curves_and_what_to_do_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run"
    shown = called("run", "compulsory-voting", "--out", str(path), "--set", "script.rounds=3", capsys=capsys)
    assert [f"round {n}" in shown for n in (1, 2, 3, 4)] == [True, True, True, False]
    assert "Simulated offline" in shown
    assert "Violet went from +0.75" in shown
    assert f"doxa report {path}" in shown


def test_running_again_shows_the_result_and_asks_nothing(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    calls = (finished / "calls.jsonl").read_bytes()
    told = called(
        "run", "compulsory-voting", "--out", str(finished), "--set", "script.rounds=3", "--json", capsys=capsys
    )
    assert json.loads(told)["status"] == "finished"
    assert (finished / "calls.jsonl").read_bytes() == calls


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("run", "compulsory-voting", "--set", "script.rounds=2", "--out", "DIR"), OTHER),
        (("fork", "DIR", "--at", "r02/violet", "--set", "belief.u=0.9", "--out", "DIR"), OTHER),
        (("run", "compulsory-voting", "--model", "nosuch:x", "--out", "new"), UNKNOWN),
        (("run", "compulsory-voting", "--model", "nosuch:x", "--max-usd", "1"), UNKNOWN),
        (("sweep", "counter-arguments", "--grid", "models.speaker=offline,nosuch:x", "--out", "new"), UNKNOWN),
        (("fork", "DIR", "--at", "r02/violet", "--set", "models.speaker=nosuch:x", "--out", "new"), UNKNOWN),
        (("ensemble", "union", "--set", "models.speaker=nosuch:x"), UNKNOWN),
        (("ensemble", "union", "--panel", "nosuch:x", "--max-tokens", "10000000"), UNKNOWN),
        (("reproduce", "belief-engine", "fig2-left", "--models", "nosuch:x"), UNKNOWN),
        (("replay", "persuasiontrace", "--judge", "nosuch:x"), UNKNOWN),
    ],
)
def test_what_cannot_run_is_refused_before_anything_is_said_or_written(
    words: tuple[str, ...],
    told: str,
    finished: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["doxa", *(str(finished) if word == "DIR" else word for word in words)])
    with pytest.raises(SystemExit, match="2"):
        main()
    out, error = capsys.readouterr()
    assert told in error
    assert out == ""
    assert not list(tmp_path.iterdir())


def test_explain_as_json_adds_up(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(called("explain", str(finished), "--agent", "violet", "--json", capsys=capsys))
    active = [row for row in told["ledger"] if row["active"]]
    assert sum(row["shapley"] for row in active) == pytest.approx(told["now"], abs=1e-9)
    assert told["moves"][-1]["after"]["log_odds"] == pytest.approx(sum(row["contribution"] for row in active), abs=1e-9)


def test_explain_a_round_shows_its_moves_and_the_ledger_after_it(
    finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = called("explain", str(finished), "--agent", "violet", "--round", "2", capsys=capsys)
    assert "round 2: heard r02/violet" in shown
    assert "round 2: heard r02/cobalt" in shown
    assert "What counts after round 2" in shown


@pytest.mark.parametrize("command", [["explain", "--agent", "violet"], ["whatif", "--set", "belief.u=0"]])
def test_what_explains_a_simulation_says_so(
    command: list[str], finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = called(*command, str(finished), capsys=capsys)
    assert shown.rstrip().endswith("Offline: words simulated, claims judged simply (docs/offline.md).")


def test_whatif_as_json_keeps_the_recorded_curve(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(called("whatif", str(finished), "--set", "belief.u=0", "--json", capsys=capsys))
    curve = told["curves"]["violet"]
    assert {point["stance"] for point in curve} == {curve[0]["recorded"]}, "what counts for nothing moves nobody"
    assert curve[-1]["recorded"] != curve[0]["recorded"]


def test_whatif_with_out_writes_its_result_and_prints_it_too(
    finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "if.json"
    shown = called("whatif", str(finished), "--set", "belief.u=0", "--out", str(file), capsys=capsys)
    assert "violet" in json.loads(file.read_text(encoding="utf-8"))["curves"]
    assert [word for word in (str(file), "Violet", "end if", "difference") if word not in shown] == []


def test_whatif_and_sweep_tell_agents_by_name(
    finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "_width", 160)
    shown = called("whatif", str(finished), "--set", "belief.u=0", capsys=capsys)
    assert [line.split()[0] for line in shown.splitlines()[1:3]] == ["Violet", "Cobalt"]
    words = ["sweep", "counter-arguments", "--set", "script.rounds=1", "--out", str(tmp_path)]
    progress, heads, *_ = called(*words, capsys=capsys).splitlines()
    assert "finished  Violet +" in progress
    assert "Violet: final stance" in heads


def test_a_sweep_says_in_its_table_and_to_programs_what_was_simulated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["sweep", "counter-arguments", "--set", "script.rounds=1", "--out", str(tmp_path)]
    assert "Simulated offline" in called(*words, capsys=capsys)
    (cell,) = json.loads(called(*words, "--json", capsys=capsys))
    assert {"speaker", "extractor"} <= set(cell["simulated"])


def test_a_fork_leaves_its_parent_alone(finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (finished / "events.jsonl").read_bytes()
    out = str(tmp_path / "fork")
    words = ["fork", str(finished), "--at", "r02/violet", "--set", "belief.u=0.9", "--out", out, "--json"]
    assert json.loads(called(*words, capsys=capsys))["status"] == "finished"
    assert (finished / "events.jsonl").read_bytes() == before


def test_verify_tells_by_its_exit_code(finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for content, code in ((None, 0), (b"0.75", 1), (b"", 2)):
        path = shutil.copytree(finished, tmp_path / f"copy{code}")
        if content is not None:
            whole = (path / "events.jsonl").read_bytes()
            spoiled = whole.replace(b"0.75", b"0.76", 1) if content else b"".join(whole.splitlines(True)[:-1])
            (path / "events.jsonl").write_bytes(spoiled)
        with pytest.raises(SystemExit, match=str(code)):
            app(["verify", str(path), "--json"])
        assert json.loads(capsys.readouterr().out)["status"] == ("verified", "damaged", "unfinished")[code]


@pytest.mark.parametrize(
    "words", [("report",), ("explain", "--agent", "violet"), ("whatif", "--set", "belief.u=0"), ("resume",)]
)
def test_the_folder_of_a_sweep_is_no_run_and_the_error_names_one(
    words: tuple[str, ...], swept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    code, said = failed(monkeypatch, capsys, words[0], str(swept), *words[1:])
    assert code == 1
    assert "it holds 2 runs, as a sweep's does" in said
    assert f"Give one of its runs, such as {swept / 'u=0.2_k0'}" in said


def test_verify_checks_every_run_of_a_folder_and_exits_with_the_worst(
    swept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(swept, tmp_path / "copy")
    for content, code in (("", 0), ("unfinished", 2), ("damaged", 1)):
        log = tmp_path / "copy" / "u=1.0_k0" / "events.jsonl"
        whole = log.read_bytes()
        log.write_bytes({"": whole, "unfinished": whole[: whole.rindex(b"{")], "damaged": b"{}\n" + whole}[content])
        with pytest.raises(SystemExit, match=str(code)):
            app(["verify", str(tmp_path / "copy")])
        shown = capsys.readouterr().out
        assert f"verified  {tmp_path / 'copy' / 'u=0.2_k0'}" in shown
        assert shown.splitlines()[-1] == ("2 runs: 2 verified" if not content else f"2 runs: 1 verified, 1 {content}")
    with pytest.raises(SystemExit):
        app(["verify", str(tmp_path / "copy"), "--json"])
    told = json.loads(capsys.readouterr().out)
    assert (told["status"], [one["status"] for one in told["runs"]]) == ("damaged", ["verified", "damaged"])


def test_report_writes_one_file(finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    called("report", str(finished), "--out", str(tmp_path / "report.html"), capsys=capsys)
    assert "compulsory voting" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_sweep_runs_every_cell_and_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sweep", "counter-arguments", "--grid", "belief.u=0.2,1.0", "--replicates", "2", "--set"]
    words += ["script.rounds=2", "--out", str(tmp_path / "sweep"), "--json"]
    cells = json.loads(called(*words, capsys=capsys))
    assert [cell["status"] for cell in cells] == ["finished"] * 4
    assert {cell["set"]["belief.u"] for cell in cells} == {0.2, 1.0}
    assert json.loads(called(*words, capsys=capsys)) == cells


def test_a_cell_that_fails_is_shown_as_failed_and_the_others_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["sweep", "compulsory-voting", "--grid", "agents.violet.prior.stance=0.5,-0.5", "--set", "script.rounds=1"]
    with pytest.raises(SystemExit, match="1"):
        called(*words, "--out", str(tmp_path / "sweep"), "--json", capsys=capsys)
    cells = json.loads(capsys.readouterr().out)
    assert [cell["status"] for cell in cells] == ["finished", "failed"]
    assert "no common factor" in cells[1]["reason"]


@pytest.mark.parametrize(("speaker", "told"), [("compatible:own", True), ("openai:gpt-4o", False), ("offline", False)])
def test_a_run_says_before_it_begins_that_nobody_knows_its_price(
    speaker: str, told: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("DOXA_PRICES", raising=False)
    scenario = load_scenario("compulsory-voting", {"models.speaker": speaker})
    announce(plan(scenario), tmp_path, scenario.conditions)
    said = "The price of compatible:own is unknown, and so is the cost of this run; limit it with --max-tokens."
    assert (said in capsys.readouterr().out) is told


def test_an_announcement_names_who_speaks_and_from_which_step_others_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = plan(load_scenario("compulsory-voting"))
    announce(spec, tmp_path, Conditions())
    said = " ".join(capsys.readouterr().out.split())
    assert "speaker, extractor, scorer, embedder offline" in said
    assert "Simulated offline: no language model is called." in said
    amended = Amendment(at="r02/violet", set={"models.speaker": "openai:gpt-4o"})
    announce(spec.model_copy(update={"amendments": (amended,)}), tmp_path, Conditions())
    said = " ".join(capsys.readouterr().out.split())
    assert "speaker offline; openai:gpt-4o from r02/violet on" in said
    assert "extractor, scorer, embedder offline" in said
    assert "no language model is called" not in said


def test_resuming_refuses_a_changed_scenario_before_it_announces_anything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine, out = tmp_path / "mine.toml", str(tmp_path / "run")
    text = called("scenarios", "compulsory-voting", capsys=capsys)
    mine.write_text(text)
    called("run", str(mine), "--out", out, "--set", "script.rounds=1", "--quiet", capsys=capsys)
    mine.write_text(text.replace("We should introduce compulsory voting", "We should adopt atheism"))
    with pytest.raises(ScenarioError, match="changed after the run began"):
        called("resume", out, capsys=capsys)
    assert capsys.readouterr().out == ""


def test_models_never_prints_a_key(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-to-be-seen")
    shown = called("models", capsys=capsys) + called("models", "--json", capsys=capsys)
    assert "openai" in shown
    assert "sk-not" not in shown


def test_scenarios_are_listed_and_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "counter-arguments" in called("scenarios", capsys=capsys)
    assert "[agents.violet]" in called("scenarios", "compulsory-voting", capsys=capsys)


def test_new_scenario_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    called("new", "scenario", "mine", "--out", str(tmp_path), capsys=capsys)
    path = tmp_path / "mine.toml"
    called("run", str(path), "--out", str(tmp_path / "run"), "--set", "script.rounds=1", "--quiet", capsys=capsys)
    assert open_run(tmp_path / "run").finished


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["run", "compulsory-votin"], "Did you mean 'compulsory-voting'?"),
        (["run", "compulsory-voting", "--set", "belief.uu=1"], "Did you mean 'u'?"),
        (["run", "compulsory-voting", "--set", "agents.violett.belief.u=1"], "Did you mean 'violet'?"),
        (["run", "compulsory-voting", "--set", "kernel=log_ods"], "Did you mean 'log_odds'?"),
        (["run", "compulsory-voting", "--set", "protocol=dialog"], "Did you mean 'dialogue'?"),
        (["run", "compulsory-voting", "--set", "models.speaker=opnai:x"], "Did you mean 'openai'?"),
        (["run", "compulsory-voting", "--set", "proposition=We should adopt libertarian ideas"], "Nearest motions"),
        (["run", "compulsory-voting", "--set", "seeds.per_side=500"], "arguments for"),
        (["run", "compulsory-voting", "--set", "hearing.strength=scoerer"], "'scorer' or 'extractor'"),
        (["run", "compulsory-voting", "--set", "models=3"], "models"),
        (["prompt", "compulsory-voting", "--agent", "violet", "--round", "20"], "the scenario has 15 rounds"),
        (["new", "kernel", "log-odds"], "there is a kernel 'log_odds' already"),
        (["new", "kernel", "Social"], "Choose another name; taken are"),
        (["new", "scenario", "land"], "doxa scenarios land > mine.toml"),
        (["run", "compulsory-voting", "--out", ""], "Must name a file or a folder"),
        (["compare", "", "somewhere"], "Must name a file or a folder"),
        (["replay", "some-people", "--path", " "], "Must name a file or a folder"),
        (["explain", "/nowhere", "--agent", "x"], "is not a run directory"),
        (["verify", "/nowhere"], "is not a run directory"),
    ],
)
def test_errors_say_what_to_do(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "400")
    code, said = failed(monkeypatch, capsys, *words)
    assert code == (1 if "/nowhere" in words else 2)
    assert told in said


def test_an_agent_that_is_not_there_is_told_with_those_that_are(
    finished: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = failed(monkeypatch, capsys, "explain", str(finished), "--agent", "viola")
    assert code == 1
    assert "violet, cobalt" in said


@pytest.mark.parametrize("name", command_names())
def test_help_fills_the_lines_of_a_narrow_terminal(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    shown = called(*name.split(), "--help", capsys=capsys).split("╭")[0]
    for paragraph in shown.strip().split("\n\n")[1:]:
        lines = [line.rstrip() for line in paragraph.splitlines()]
        if not lines[0].startswith("Try:"):
            filled = [len(f"{line} {after.split()[0]}") > 60 for line, after in pairwise(lines)]
            assert all(filled), f"broken before its end: {lines}"


def test_every_command_has_help_with_its_options_explained(capsys: pytest.CaptureFixture[str]) -> None:
    for name in command_names():
        shown = called(*name.split(), "--help", capsys=capsys)
        assert "Usage: doxa" in shown
        assert len(shown.splitlines()) > 5


@pytest.mark.long
def test_reproduce_writes_what_is_asked_for_and_one_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["reproduce", "belief-engine", "fig2-left", "expression", "--trials", "1", "--set", "script.rounds=1"]
    shown = called(*words, "--out", str(tmp_path), capsys=capsys)
    assert "Final stance by uptake and anchoring" in shown
    assert "instrument check" in shown
    names = {file.name for file in (tmp_path / "exhibits").iterdir()}
    assert {"fig2-left.csv", "fig2-left.md", "fig2-left.svg", "fig2-left.png", "expression.csv"} <= names
    page = (tmp_path / "exhibits" / "exhibits.html").read_text(encoding="utf-8")
    assert page.count("<section") == 4
    assert "simulated offline" in page
    assert not re.search(r'src="http|<link[^>]*href="http', page), "the page fetches nothing"


def test_an_exhibit_that_is_not_there_is_told_with_the_nearest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = failed(monkeypatch, capsys, "reproduce", "belief-engine", "fig2left")
    assert code == 2
    assert "Did you mean 'fig2-left'?" in said


def test_compare_shows_differences_and_what_carried_each_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sets = [tmp_path / "shy", tmp_path / "bold"]
    for folder, uptake in zip(sets, ("0.1", "0.9"), strict=True):
        words = ["sweep", "counter-arguments", "--grid", f"belief.u={uptake}", "--replicates", "2", "--quiet"]
        called(*words, "--set", "script.rounds=3", "--out", str(folder), capsys=capsys)
    shown = called("compare", *map(str, sets), "--out", str(tmp_path / "compared"), capsys=capsys)
    assert "Differences" in shown
    assert "What carried each set" in shown
    assert (tmp_path / "compared" / "compare-curves.svg").exists()


def test_comparing_runs_without_stances_says_so_and_shows_no_empty_table(
    swept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    talk = tmp_path / "talk"
    called("run", "land", "--set", "script.rounds=1", "--out", str(talk), "--quiet", capsys=capsys)
    again = ("run", "land", "--set", "script.rounds=1", "--set", "seed=99", "--out", str(tmp_path / "again"), "--quiet")
    called(*again, capsys=capsys)
    code, said = failed(
        monkeypatch, capsys, "compare", str(talk), str(tmp_path / "again"), "--out", str(tmp_path / "x")
    )
    assert code == 1
    assert "nobody in talk, again shows a stance" in said
    assert "doxa metrics DIR" in said
    assert not (tmp_path / "x").exists()
    shown = called("compare", str(swept), str(talk), "--anyway", capsys=capsys)
    assert "Nobody in talk shows a stance." in shown
    assert "What carried each set" in shown


def test_comparing_nothing_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert failed(monkeypatch, capsys, "compare", str(tmp_path))[0] == 1
    (tmp_path / "empty").mkdir()
    pair = (str(tmp_path), str(tmp_path / "empty"))
    assert "holds no finished run" in failed(monkeypatch, capsys, "compare", *pair)[1]


def test_names_and_paths_are_never_read_as_markup(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p[red]q"
    words = ["run", "compulsory-voting", "--set", "script.rounds=1", "--set", 'agents.violet.name="[/bold]V"']
    shown = called(*words, "--out", str(path), capsys=capsys)
    assert "p[red]q" in shown
    assert "[/bold]V" in shown


def test_a_file_that_cannot_be_written_is_told(
    finished: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    below_a_file = finished / "spec.json" / "report.html"
    code, said = failed(monkeypatch, capsys, "report", str(finished), "--out", str(below_a_file))
    assert code == 1
    assert "cannot be written: Not a directory" in said
