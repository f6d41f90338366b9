"""Union debates at the command line: shown while they run, as a document, their speakers, the price of many."""

import json
import re
import shutil
from contextlib import redirect_stdout
from io import StringIO
from types import SimpleNamespace

import pytest

from app.browser import find_chromium, open_page
from doxa.analysis.building import view_of
from doxa.app.cli import app
from doxa.errors import OneSidedError, UsageError
from doxa.experiments.sitting import run
from doxa.judging.cases import Judges, case_of_run, cases_of_folder
from doxa.log.rundir import open_run
from doxa.models.port import Response
from doxa.models.setup import performer_for
from doxa.systems.union.exhibits.debates import as_document
from doxa.systems.union.exhibits.held import read_debate
from doxa.systems.union.hooks import tell_union
from doxa.terminal.report import write_report

DUEL = """\
proposition = "Social media platforms should be regulated by the government"
protocol = "union"
kernel = "fixed"
[script]
words = 220
drawn = 3
acceptance = 1.0
[agents.wren]
name = "Wren Castellane"
side = "pro"
knowledge = "platforms/wren"
[agents.jun]
name = "Jun Aderholt"
side = "con"
knowledge = "platforms/jun"
"""


def call(*words, capsys):
    """What a command prints."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        app([*map(str, words)])
    assert not ended.value.code
    return capsys.readouterr().out


def hold_duel(folder):
    folder.mkdir(parents=True)
    (folder / "duel.toml").write_text(DUEL)
    with pytest.raises(SystemExit), redirect_stdout(StringIO()) as shown:
        app(["run", str(folder / "duel.toml"), "--out", str(folder / "run")])
    (folder / "shown.txt").write_text(shown.getvalue())


@pytest.fixture
def duel(library):
    """A finished duel, and what was shown while it ran."""
    return library.keep("duel", hold_duel)


def test_a_debate_is_told_speech_by_speech(duel):
    shown = (duel / "shown.txt").read_text()
    speeches = [one for one in shown.splitlines() if re.match(r" *\d+  (Wren|Jun)", one)]
    assert ["Wren" in one for one in speeches] == [True, False, True, False]
    assert not any("as recorded" in one for one in speeches)
    assert "Points of information and questions" in shown
    assert "Offline: words simulated" in shown
    assert f"doxa judge {duel / 'run'}" in shown.replace("\n", "")


def test_a_debate_in_which_a_side_said_nothing_is_not_judged(duel, tmp_path):
    def make(settings, conditions):
        whole = performer_for(settings, conditions)

        async def perform(request):
            lost = request.step.task == "give_speech" and request.step.actor == "jun"
            return Response(text="") if lost else await whole.perform(request)

        return SimpleNamespace(perform=perform, close=whole.close)

    log = run(duel / "duel.toml", out=tmp_path / "run", make=make)
    with pytest.raises(OneSidedError, match="nothing was said for Opposition"):
        case_of_run(log, Judges())
    shutil.copytree(duel / "run", tmp_path / "whole")
    cases, silent = cases_of_folder(tmp_path, [log, open_run(tmp_path / "whole")], Judges())
    assert ([one.name for one in cases], silent) == (["whole"], {"run": "Opposition"})


def test_its_summary_is_for_programs(duel, capsys):
    told = json.loads(call("run", duel / "duel.toml", "--out", duel / "run", "--json", capsys=capsys))
    assert "speaker" in told["simulated"]
    assert [one["speaker"] for one in told["speeches"]] == ["wren", "jun", "wren", "jun"]
    assert told["verdict"] == [], "it is not judged"


def test_a_document_writes_out_what_would_turn_its_words_around(duel):
    found = read_debate(open_run(duel / "run"))
    turned = found.debate.model_copy(update={"motion": "all \u202ewell\u202c \x1b[2J"})
    document = as_document(found.model_copy(update={"debate": turned}), None)
    assert document.startswith("# all \\u202ewell\\u202c \\x1b[2J\n\n## Run")


def test_a_judgement_without_claims_tells_of_no_clash_and_shows_the_rules_that_judge_nothing(duel, tmp_path, capsys):
    shutil.copytree(duel / "run", tmp_path / "run")
    call("judge", tmp_path / "run", "--layers", "engagement", "--quiet", capsys=capsys)
    assert tell_union(open_run(tmp_path / "run")).endswith("no claims were noted, so that no clash is known.")
    document = call("transcript", tmp_path / "run", capsys=capsys)
    for rule in ("more words", "last speaker", "Opposition always"):
        assert f"| baseline: {rule} |" in document


def test_its_transcript_is_a_document(duel, tmp_path, capsys):
    shown = call("transcript", duel / "run", capsys=capsys)
    values = json.loads(call("transcript", duel / "run", "--json", capsys=capsys))
    assert shown.startswith("# Social media platforms should be regulated by the government")
    assert all(turn.text in shown for turn in read_debate(open_run(duel / "run")).debate.turns)
    assert {"speeches", "definitions", "p1", "p4", "verdict"} <= values.keys()
    assert "Not judged yet" in shown
    call("transcript", duel / "run", "--out", tmp_path / "document", capsys=capsys)
    assert (tmp_path / "document" / "transcript.md").read_text() == shown
    assert json.loads((tmp_path / "document" / "debate.json").read_text()) == values


def test_its_report_has_what_was_said_to_whom_and_no_empty_chart(duel, tmp_path):
    view = view_of(open_run(duel / "run"))
    speeches, told = view.parts["speeches"], {one.key: one for one in view.turns}
    assert speeches.column("speaker") == ("wren", "jun", "wren", "jun")
    assert list(speeches.column("turn")) == [one.key for one in read_debate(open_run(duel / "run")).speeches]
    assert sum(speeches.column("offered")) >= len(speeches.quotes) > 0
    assert all(told[turn].text == point.text and point.answer for turn, point in speeches.quotes.items())
    words = dict(zip(speeches.column("words"), (told[turn].text for turn in speeches.column("turn")), strict=True))
    assert all(count == len(text.split()) for count, text in words.items())
    assert {"Not in question", "Opposition contests"} <= {line.label for line in view.parts["definitions"].quotes}
    assert view.parts["verdict"].kind == "text"
    assert "scored" not in view.simulated  # nobody listens: no claim of this run was
    assert {"give_speech", "offer_point"} <= set(view.prefix)
    if not find_chromium():
        return
    write_report(view, tmp_path / "report.html")
    with open_page(tmp_path / "report.html") as page:
        page.wait_for("document.querySelectorAll('#part-speeches [data-turn]').length === 4")
        assert "Not judged yet" in page.evaluate("document.querySelector('#part-verdict').textContent")
        assert not page.evaluate("Boolean(document.querySelector('.plot'))")
        page.evaluate("document.querySelectorAll('#part-speeches td:first-child button')[1].click()")
        page.wait_for(f"location.hash === '#turn={speeches.column('turn')[1]}'")
        assert page.errors == []


def test_a_folder_of_speakers_is_told_what_it_lacks(tmp_path, capsys):
    (tmp_path / "ada" / "bio").mkdir(parents=True)
    (tmp_path / "ada" / "bio" / "bio.md").write_text("Ada builds roads.")
    (tmp_path / "ada" / "talk.docx").write_bytes(b"x")
    shown = call("speakers", "check", tmp_path, capsys=capsys)
    for words in ("ada  thin", "nothing in writings/", "talk.docx: only files that end in"):
        assert words in shown


def test_an_ensemble_that_costs_money_is_priced_and_not_begun(duel, capsys):
    paid = ("ensemble", duel / "duel.toml", "--set", "models.speaker=openai:gpt-4o", "--out", duel / "paid")
    with pytest.raises(UsageError, match="needs --max-usd"):
        app([*map(str, (*paid, "--epochs", "1", "--runs", "1"))])
    assert "1 debate of" in capsys.readouterr().out
    with pytest.raises(UsageError, match="less than the estimate"):
        app([*map(str, (*paid, "--max-cost", "0.01"))])
    assert not (duel / "paid").exists()
