"""The studio in a real browser, over a real server: what the page shows is what doxa computes."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import doxa
from doxa.app.cli import app
from doxa.experiments.arguing import OwnArgument, try_argument
from doxa.experiments.forking import fork, forked_spec
from doxa.log.rundir import open_run
from doxa.studio.processes import MAIN
from doxa.studio.several import compare_runs
from servers.openai_server import OpenAIServer
from studio.conftest import CELLS, copy_run, environment_of
from studio.served import StudioPage

WORDS = "Fines for staying at home fall on the poor, who already have the least time. A forced vote is a careless vote."


def shown_ends(studio: StudioPage) -> dict[str, float]:
    """Return agent → the last stance of the what-if that the drawer shows."""
    rows = "[...document.querySelectorAll('.ends-table tr[data-agent]')]"
    pairs = f"{rows}.map(row => [row.dataset.agent, Number(row.querySelector('[data-stance]').dataset.stance)])"
    return dict(studio.page.evaluate(pairs))


def ends(found: doxa.WhatIf) -> dict[str, float | None]:
    return {agent: points[-1].stance for agent, points in found.curves.items()}


def wait_for_ends(studio: StudioPage, expected: dict[str, float | None]) -> None:
    condition = " && ".join(
        f"Number(document.querySelector('[data-agent={agent}] [data-stance]')?.dataset.stance) === {stance!r}"
        for agent, stance in expected.items()
    )
    studio.page.wait_for(condition)
    assert shown_ends(studio) == expected


def copied(studio: StudioPage, place: str, number: int) -> str:
    return str(studio.page.evaluate(f"document.querySelectorAll('{place} .copy code')[{number}].textContent"))


def printed(capsys: pytest.CaptureFixture[str], command: str, *more: str) -> Any:
    """Return what a command that the page shows prints as JSON."""
    _, *words = shlex.split(command)
    app([*words, *more], result_action="return_value")
    return json.loads(capsys.readouterr().out)


def evaluated(python: str) -> Any:
    """Return the value of a line of Python that the page shows."""
    statement, expression = python.split("; ", 1)
    names: dict[str, object] = {}
    exec(statement, names)
    return eval(expression, names)


def slide(studio: StudioPage, lever: str, *values: float) -> None:
    for value in values:
        studio.write(f'[data-lever="{lever}"] [type=range]', str(value))


def test_sliders_choices_and_struck_claims_show_exactly_what_doxa_computes(
    studio: StudioPage, capsys: pytest.CaptureFixture[str]
) -> None:
    studio.open_run("demo", "#what-if")
    studio.wait("[data-strike=cobalt]")
    log = open_run(studio.studio.folder / "demo")
    slide(studio, "agents.violet.belief.u", 0.3, 0.5, 0.7)
    changes: dict[str, Any] = {"agents.violet.belief.u": 0.7}
    wait_for_ends(studio, ends(doxa.what_if(log, changes)))
    studio.choose('[data-lever="agents.violet.memory.own_words"] select', "compete")
    changes["agents.violet.memory.own_words"] = "compete"
    wait_for_ends(studio, ends(doxa.what_if(log, changes)))
    studio.tick("[data-strike=cobalt] summary input")
    struck = [claim.id for event in log.events if event.kind == "heard" for claim in event.body.claims]
    without = [claim for claim in struck if "/cobalt#" in claim]
    expected = doxa.what_if(log, changes, without)
    wait_for_ends(studio, ends(expected))
    by_command = printed(capsys, copied(studio, ".drawer", 0), "--json")
    assert {agent: points[-1]["stance"] for agent, points in by_command["curves"].items()} == ends(expected)
    assert ends(evaluated(copied(studio, ".drawer", 1))) == ends(expected)


def test_one_claim_everybody_s_setting_and_another_rule_are_computed_too(studio: StudioPage) -> None:
    studio.open_run("demo", "#what-if")
    studio.wait("[data-strike=violet]")
    log = open_run(studio.studio.folder / "demo")
    studio.tick("[data-levers=Everybody] summary")
    studio.wait('[data-lever="memory.theta"]')
    slide(studio, "memory.theta", 0.9)
    wait_for_ends(studio, ends(doxa.what_if(log, {"memory.theta": 0.9})))
    studio.tick("[data-strike=violet] summary")
    studio.wait("[data-strike=violet] li input")
    claim = studio.page.evaluate("document.querySelector('[data-strike=violet] li label').title")
    studio.tick("[data-strike=violet] li input")
    wait_for_ends(studio, ends(doxa.what_if(log, {"memory.theta": 0.9}, [claim])))
    studio.press("back to as it was recorded", ".drawer")
    studio.choose("[data-levers=Violet] .rule select", "degroot")
    wait_for_ends(studio, ends(doxa.what_if(log, {"agents.violet.kernel": "degroot"})))
    slide(studio, "agents.violet.belief.own_weight", 2.0)
    changes = {"agents.violet.kernel": "degroot", "agents.violet.belief.own_weight": 2.0}
    wait_for_ends(studio, ends(doxa.what_if(log, changes)))


def test_an_argument_of_one_s_own_does_what_the_command_says(
    studio: StudioPage, capsys: pytest.CaptureFixture[str]
) -> None:
    studio.open_run("demo", "#your-turn")
    studio.write(".your-turn textarea", WORDS)
    studio.choose(".your-turn select", "cobalt")
    studio.choose(".your-turn label:nth-of-type(2) select", "r02/cobalt")
    studio.press("See what it does", ".your-turn")
    studio.wait("[data-effect=violet]")
    shown = (
        "[...document.querySelectorAll('[data-effect]')].map(row => [row.dataset.effect, Number(row.dataset.after)])"
    )
    argument = OwnArgument(text=WORDS, speaker="cobalt", at="r02/cobalt")
    expected = {one.agent: one.after for one in try_argument(open_run(studio.studio.folder / "demo"), argument).effects}
    assert dict(studio.page.evaluate(shown)) == expected
    by_command = printed(capsys, copied(studio, ".your-turn", 0), "--json")
    assert {one["agent"]: one["after"] for one in by_command["effects"]} == expected
    assert {one.agent: one.after for one in evaluated(copied(studio, ".your-turn", 1)).effects} == expected


def open_fork(studio: StudioPage, run: str) -> str:
    """Open the panel of forks from a what-if, at the turn that is selected, and return its command."""
    studio.open_run(run, "#turn=r02%2Fviolet")
    studio.press("What if")
    studio.wait('[data-lever="agents.violet.belief.u"]')
    slide(studio, "agents.violet.belief.u", 0.9)
    studio.wait(".ends-table")
    studio.press("Fork from here", ".drawer")
    studio.wait('[data-section="agents.violet"]')
    studio.press("What would it take?", ".fork")
    studio.wait(".fork .copy")
    return copied(studio, ".fork", 0)


def test_a_fork_from_a_what_if_has_its_turn_its_settings_and_what_it_would_take(studio: StudioPage) -> None:
    command = open_fork(studio, "demo")
    assert studio.page.evaluate("document.querySelector('.fork select').value") == "r02/violet"
    assert studio.text(".changes").startswith("agents.violet.belief.u=0.9")
    assert "asks nobody" in studio.text(".fork [role=status]")
    spec = forked_spec(open_run(studio.studio.folder / "demo"), "r02/violet", {"agents.violet.belief.u": 0.9})
    assert shlex.split(command)[-2].endswith(f"demo-fork-{spec.hash[:8]}")
    studio.page.evaluate("document.querySelector('[data-section=\"agents.violet.memory\"]').open = true")
    studio.write('[data-field="agents.violet.memory.theta"] input', "0.75", "change")
    studio.page.wait_for("document.querySelectorAll('.changes li').length === 2")


@pytest.mark.long
def test_a_fork_of_the_page_is_the_fork_of_the_command_and_stands_in_the_tree(
    studio: StudioPage, tmp_path: Path
) -> None:
    copy_run(studio.studio.folder / "demo", studio.studio.folder / "parent")
    command = open_fork(studio, "parent")
    studio.press("Begin the fork", ".fork")
    parent = studio.handle("parent")
    studio.page.wait_for(f"!location.pathname.endsWith({parent!r}) && document.querySelector('.pill.done')", 60)
    studio.wait(".tree [aria-current=page]")
    assert "violet's openness 0.9" in studio.text(".tree")
    made = open_run(Path(shlex.split(command)[-2]))
    changes = {"agents.violet.belief.u": 0.9}
    expected = fork(studio.studio.folder / "demo", at="r02/violet", changes=changes, out=tmp_path / "fork")
    assert made.spec_hash == expected.spec_hash
    assert made.last_hash == expected.last_hash


@pytest.mark.parametrize("u", [5.0, 0.21])
def test_two_runs_show_where_they_part_and_what_that_did(studio: StudioPage, u: float) -> None:
    folder = studio.studio.folder
    forked = fork(folder / "demo", at="r02/violet", changes={"agents.violet.belief.u": u}, out=folder / f"other-{u}")
    studio.go(f"/compare/{studio.handle('demo')}/{studio.handle(f'other-{u}')}", ".parted")
    found = compare_runs(open_run(folder / "demo"), forked)
    is_early = found.parting is None or found.minds.batch < found.parting.batch
    shown, place = (found.minds, "[data-minds]") if is_early else (found.parting, "[data-words]")
    data = "dataset.minds" if is_early else "dataset.words"
    assert int(studio.page.evaluate(f"document.querySelector('{place}').{data}")) == shown.batch
    gap = studio.page.evaluate(f"document.querySelector('{place} [data-agent=violet] [data-gap]').dataset.gap")
    one, other = shown.log_odds["violet"]
    assert float(gap) == pytest.approx(other - one)
    assert "agents.violet.belief.u, from r02/violet on" in studio.text("#compare table")


def test_two_cells_of_a_sweep_are_compared_as_means_with_bands(studio: StudioPage) -> None:
    studio.go("/group?name=sweep", ".multiple")
    assert studio.text("[role=status]").startswith("4 of 4 finished")
    studio.press("compare")
    studio.press("compare with this")
    studio.wait("[data-end=violet]")
    logs = {u: [open_run(studio.studio.folder / "sweep" / f"{u}-{number}") for number in range(2)] for u in CELLS}
    means = [sum(log.ended.stances["violet"] or 0 for log in logs[u] if log.ended) / 2 for u in CELLS]
    shown = studio.page.evaluate("document.querySelector('[data-end=violet] [data-difference]').dataset.difference")
    assert float(shown) == pytest.approx(means[1] - means[0])


def test_small_multiples_fill_while_runs_of_a_folder_come_and_are_written_as_tables(studio: StudioPage) -> None:
    folder = studio.studio.folder
    first = copy_run(folder / "sweep" / "0.2-0", folder / "filling" / "a")
    events = (first / "events.jsonl").read_bytes()
    (first / "events.jsonl").write_bytes(b"".join(events.splitlines(keepends=True)[:-1]))
    studio.go("/group?name=filling", ".multiple")
    assert studio.text("[role=status]").startswith("0 of 1 finished")
    (first / "events.jsonl").write_bytes(events)
    copy_run(folder / "sweep" / "0.8-0", folder / "filling" / "b")
    studio.page.wait_for("document.querySelector('[role=status]').textContent.startsWith('2 of 2 finished')")
    assert studio.page.evaluate("document.querySelectorAll('.setting').length") == 2
    studio.press("Write tables")
    studio.wait(".files", 60)
    assert (Path(studio.text(".files")) / "stances.csv").exists()


def test_the_shelf_is_narrowed_by_what_a_user_looks_for(studio: StudioPage) -> None:
    odd = copy_run(studio.studio.folder / "demo", studio.studio.folder / "odd")
    text = (odd / "spec.json").read_text()
    (odd / "spec.json").write_text(text.replace('"protocol":"dialogue"', '"protocol":"salon"'))
    (copy_run(studio.studio.folder / "demo", studio.studio.folder / "broken") / "spec.json").write_text("{")
    studio.go("/", ".row.run")
    studio.write(".sieve input", "salon")
    studio.page.wait_for("document.querySelectorAll('.row.run').length === 1")
    studio.page.wait_for("document.querySelector('.row.run small.bad')?.textContent.includes(\"'salon'\")")
    studio.write(".sieve input", "")
    studio.choose(".sieve select", "damaged")
    studio.page.wait_for("document.querySelector('.row.run small.bad')?.textContent.includes('copy')")
    assert studio.page.evaluate("document.querySelectorAll('.row.run').length") == 1
    studio.press("all", ".sieve")
    studio.page.wait_for("document.querySelectorAll('.row.run').length > 3")
    studio.write(".sieve input", "nothing has these words")
    studio.wait(".none")


def test_verification_is_shown_and_kept_on_the_shelf(studio: StudioPage) -> None:
    studio.open_run("demo")
    studio.press("Verify")
    studio.wait(".findings")
    assert studio.text(".findings").startswith("verified")
    studio.go("/", ".states .good")
    studio.choose(".sieve label:nth-of-type(4) select", "verified")
    studio.page.wait_for("document.querySelectorAll('.row.run').length === 1")


BOX = 'textarea[rows="24"]'
"""The scenario as text."""


def test_a_new_run_is_written_by_form_and_text_and_its_mistakes_have_a_line(studio: StudioPage) -> None:
    studio.go("/new", "#new .from option:nth-of-type(2)")
    studio.choose("#new .from select", "an empty one")
    studio.wait('[data-field="script.rounds"] input')
    studio.write('[data-field="script.rounds"] input', "0", "change")
    studio.wait("#new .trouble .line")
    assert "script.rounds" in studio.text("#new .trouble")
    studio.press(studio.text("#new .trouble .line"), "#new")
    selected = f"(box => box.value.slice(box.selectionStart, box.selectionEnd))(document.querySelector('{BOX}'))"
    assert studio.page.evaluate(selected) == "rounds = 0"
    studio.write('[data-field="script.rounds"] input', "1", "change")
    studio.page.wait_for("!document.querySelector('#new .trouble')")
    studio.write('[data-section="agents"] .adding input', "cleo")
    studio.press("Add to agents")
    studio.wait('[data-section="agents.cleo"]')
    written = studio.page.evaluate(f"document.querySelector('{BOX}').value")
    assert "[agents.cleo]" in written
    studio.write(BOX, written.replace("rounds = 1", "rounds = 2"))
    studio.page.wait_for("document.querySelector('[data-field=\"script.rounds\"] input').value === '2'")
    studio.press("What would it take?")
    studio.page.wait_for("document.querySelector('#new [role=status]')?.textContent.includes('No call')")
    studio.tick("[data-field='script.rounds'] .link")
    studio.page.wait_for("!document.querySelector('[data-field=\"script.rounds\"].written')")


@pytest.mark.long
def test_a_run_that_the_page_begins_is_a_command_of_its_own(studio: StudioPage) -> None:
    studio.go("/new", "#new .from option:nth-of-type(2)")
    studio.choose("#new .from select", "an empty one")
    studio.wait('[data-field="script.rounds"] input')
    studio.write('[data-field="script.rounds"] input', "1", "change")
    studio.wait('[data-field="script.rounds"].written')
    studio.press("Begin the run")
    studio.wait("#new .copy")
    words = shlex.split(copied(studio, "#new", 0))
    studio.page.wait_for("location.pathname.startsWith('/run/') && document.querySelector('.pill.done')", 60)
    assert words[:2] == ["doxa", "run"]
    assert "rounds = 1" in Path(words[2]).read_text()
    assert open_run(Path(words[words.index("--out") + 1])).finished


@pytest.mark.long
def test_a_pasted_conversation_is_read_and_heard_by_a_command_of_its_own(studio: StudioPage) -> None:
    studio.go("/new", "#new .listen")
    studio.tick(".listen summary")
    studio.write(".listen textarea", "Ann (for): Trees give shade.\n\nBo (against): Roots break pipes.\n")
    studio.wait(".listen table")
    assert "Ann" in studio.text(".listen table")
    studio.write(".listen input[placeholder^=We]", "We should plant trees")
    studio.write(".listen textarea[rows='2']", "Kim:u=.6\nLee:u=.2")
    studio.press("Listen to it")
    studio.page.wait_for("location.pathname.startsWith('/run/') && document.querySelector('.pill.done')", 60)
    assert "What moved whom" in studio.text("main")


@pytest.mark.long
def test_a_hosted_model_needs_a_bound_and_says_what_it_would_take(studio: StudioPage) -> None:
    studio.go("/new", "#new .from option:nth-of-type(2)")
    studio.choose("#new .from select", "an empty one")
    studio.wait('[data-field="models.speaker.model"] input')
    studio.write('[data-field="script.rounds"] input', "1", "change")
    studio.wait('[data-field="script.rounds"].written')
    studio.write('[data-field="models.speaker.model"] input', "openai:gpt-4o-mini", "change")
    studio.wait("#new .usd")
    assert studio.page.evaluate("document.querySelector('#new .begin').disabled")
    studio.press("What would it take?")
    studio.page.wait_for("/calls.*\\$/.test(document.querySelector('#new [role=status]')?.textContent)")
    studio.write("#new .usd", "0.5")
    studio.page.wait_for("!document.querySelector('#new .begin').disabled")
    studio.press("Begin the run")
    studio.page.wait_for("location.pathname.startsWith('/run/') && document.querySelector('.pill.done')", 60)
    handle = studio.page.evaluate("location.pathname.split('/')[2]")
    path = next(row["path"] for row in studio.ask("/api/shelf")["runs"] if row["handle"] == handle)
    log = open_run(studio.studio.folder / path)
    assert log.spec.roles["speaker"].model == "openai:gpt-4o-mini"
    assert any(call.cost for call in log.calls())


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_every_screen_without_scrolling_sideways(studio: StudioPage, scheme: str) -> None:
    studio.sized(390, 844, scheme)
    demo, other = studio.handle("demo"), studio.handle("sweep/0.2-0")
    for address, there in (
        ("/", ".row.run"),
        (f"/run/{demo}#what-if", ".lever"),
        (f"/run/{demo}#your-turn", ".your-turn textarea"),
        (f"/compare/{demo}/{other}", "#compare .parted, #compare section"),
        ("/group?name=sweep", ".multiple"),
        ("/sets?first=sweep&first_cell=0&second=sweep&second_cell=1", "[data-end]"),
        ("/new", "#new .from option:nth-of-type(2)"),
    ):
        studio.go(address, there)
        width = studio.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert width <= 0, address


def tab_to(studio: StudioPage, place: str, most: int = 60) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(most):
        if studio.page.evaluate(f"document.activeElement?.matches({place!r}) ?? false"):
            return
        studio.page.press("Tab")
    raise AssertionError(f"Tab never reaches {place}")


def test_the_keyboard_alone_opens_a_run_asks_a_what_if_and_forks(studio: StudioPage) -> None:
    studio.go("/", ".row.run")
    studio.write(".sieve input", "demo")
    studio.page.wait_for("document.querySelectorAll('.row.run').length === 1")
    tab_to(studio, ".row.run a.open")
    studio.page.press("Enter")
    studio.wait(".curves")
    tab_to(studio, "nav.bar .act:last-child")
    studio.page.press("Enter")
    studio.wait(".lever")
    tab_to(studio, "[data-levers=Violet] .lever [type=range]")
    studio.page.press("ArrowRight", 3)
    studio.wait(".ends-table")
    tab_to(studio, ".drawer .copy button", 200)
    tab_to(studio, ".drawer .act", 20)
    studio.page.press("Enter")
    studio.wait(".fork .begin")


def test_words_of_a_hostile_run_are_text(studio: StudioPage) -> None:
    run = copy_run(studio.studio.folder / "demo", studio.studio.folder / "hostile")
    spec = json.loads((run / "spec.json").read_text())
    spec["proposition"]["text"] = "</script><script>document.title='owned'</script>\u2028<img src=x onerror=alert(1)>"
    spec["participants"][0]["name"] = "<b>Vi</b>\u202egnp"
    text = json.dumps(spec, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    (run / "spec.json").write_text(text, encoding="utf-8")
    studio.go("/", ".row.run")
    studio.open_run("hostile", "#what-if")
    studio.wait(".lever")
    assert studio.page.evaluate("document.title") == "doxa studio"
    assert studio.page.evaluate("document.querySelectorAll('h1 script, h1 img, .card b b').length") == 0
    assert "<script>" in studio.text("h1")
    assert "\\u202e" in studio.text(".card")


def test_a_run_of_a_terminal_is_watched_and_a_cut_connection_loses_nothing(studio: StudioPage) -> None:
    out = studio.studio.folder / "live"
    words = ["run", "compulsory-voting", "--set", "script.rounds=4", "--quiet", "--out", str(out)]
    studio.go("/", ".row.run")
    run = subprocess.Popen([sys.executable, "-c", MAIN, *words], stdout=subprocess.DEVNULL)
    studio.page.wait_for(
        "[...document.querySelectorAll('.row.run small')].some(s => /^live ·/.test(s.textContent))", 60
    )
    studio.open_run("live")
    studio.offline(is_cut=True)
    run.wait()
    studio.offline(is_cut=False)
    studio.wait(".pill.done", 60)
    count = studio.page.evaluate("document.querySelectorAll('.transcript .turn').length")
    assert count == 8 or re.search(r"\b8 turns", studio.text(".meta"))


@pytest.mark.long
def test_a_slow_run_is_heard_while_it_speaks_stopped_and_resumed(studio: StudioPage, hosted: OpenAIServer) -> None:
    out = studio.studio.folder / "slow"
    words = ["run", "compulsory-voting", "--set", "script.rounds=8", "--set", "models.speaker=openai:gpt-4o-mini"]
    hosted.latency = 0.4
    try:
        with subprocess.Popen(
            [sys.executable, "-c", MAIN, *words, "--quiet", "--out", str(out)],
            env=os.environ | environment_of(hosted),
            stdout=subprocess.DEVNULL,
        ) as run:
            studio.go("/", ".row.run")
            studio.page.wait_for(
                "[...document.querySelectorAll('.row.run')].some(row => /slow ·.*running/s.test(row.innerText))", 60
            )
            studio.open_run("slow")
            studio.wait(".said", 60)
            studio.wait(".pill.live")
            studio.press("Stop")
            run.wait(60)
            assert run.returncode == 3
            studio.wait("nav.bar .resume", 60)
            assert not studio.page.evaluate("Boolean(document.querySelector('nav.bar .stop'))")
    finally:
        hosted.latency = 0.0
    studio.press("Resume")
    studio.wait(".pill.done", 60)
    assert doxa.verify(out).status == "verified"
