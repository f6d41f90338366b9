"""Words are simulated where plain code performed their speaker: prepared and recited lines make nobody simulated."""

from pathlib import Path

from doxa.analysis.building import view_of
from doxa.analysis.glance import Glance
from doxa.analysis.who_does import speakers_of
from doxa.experiments.sitting import run
from doxa.exports.finding import find_runs
from doxa.exports.opened import opened
from doxa.exports.tables.runs import list_runs
from doxa.judging.transcripts import as_markdown, transcript_lines
from doxa.log.rundir import RunLog
from doxa.systems.union.exhibits.held import read_debate
from doxa.terminal.outcome import simulating
from servers.openai_server import OpenAIServer

MODEL = "compatible:test"
SHORT = {"script.rounds": 1}
SPOKEN = {"models.speaker": MODEL}
OWN = (
    ("They hide the view of the town.", "pro"),
    ("Drivers look at them and not at the road.", "pro"),
    ("They pay for bus shelters.", "con"),
    ("Small shops need to be seen.", "con"),
)
FIXED = {"agents.cobalt.plays": "counter-arguments"}
MIXED = {"agents.violet.model": MODEL}


def places_of(log: RunLog) -> dict[str, str]:
    """Return place → what it says about whose words these are."""
    view, (place,) = view_of(log), find_runs(log.path).runs
    return {
        "report": f"{view.badge}: {view.simulated}",
        "studio": f"{Glance(log=log).head().view.badge}: {Glance(log=log).head().view.simulated}",
        "end": simulating(log),
        "transcript": as_markdown(log, transcript_lines(log)),
        "frames": str(next(iter(list_runs(opened(place))))["simulated"]),
        "notebook": log._repr_html_(),
    }


def test_lines_that_a_fixed_opponent_recites_are_not_simulated(server: OpenAIServer, tmp_path: Path) -> None:
    log = run("compulsory-voting", changes=SHORT | SPOKEN | FIXED, out=tmp_path / "run")
    places = places_of(log)
    assert not any(
        "imulated:" in said or "put together" in said or "words simulated" in said for said in places.values()
    )
    assert places["frames"] == "False"
    assert "simulated offline" not in places["notebook"]


def test_a_union_of_models_that_recite_their_speeches_is_not_simulated(server: OpenAIServer, tmp_path: Path) -> None:
    log = run("union", changes=SPOKEN | {"script.words": 60}, out=tmp_path / "run")
    assert {call.role for call in log.calls() if call.model == "offline"} >= {"reciter"}
    assert speakers_of(log, log.calls()).simulated == ()
    assert not any("put together" in said or "words simulated" in said for said in places_of(log).values())


def test_of_a_mixed_cast_the_simulated_speakers_are_named(server: OpenAIServer, tmp_path: Path) -> None:
    log = run("compulsory-voting", changes=SHORT | MIXED, out=tmp_path / "run")
    places = places_of(log)
    assert places["report"].startswith("Partly simulated: Plain code put together, offline, what Cobalt said:")
    assert places["studio"] == places["report"]
    assert "Offline: words of Cobalt simulated" in places["end"]
    assert "what Cobalt said" in places["transcript"]
    assert "plain code wrote what is said by Cobalt" in places["notebook"]
    assert places["frames"] == "True"


def test_the_document_of_a_union_names_the_simulated_speakers_too(server: OpenAIServer, tmp_path: Path) -> None:
    log = run("union", changes={"script.words": 60, "agents.wren.model": MODEL}, out=tmp_path / "run")
    debate = read_debate(log)
    assert (debate.simulated, "Wren" in debate.simulation) == (True, False)
    assert debate.simulation.startswith("Plain code put together, offline, what Imani")


def test_words_of_an_offline_cast_are_simulated_everywhere(tmp_path: Path) -> None:
    places = places_of(run("compulsory-voting", changes=SHORT, out=tmp_path / "run"))
    assert places["report"].startswith("Simulated: The words of this run were put together offline")
    assert places["end"].startswith("Offline: words simulated, claims judged simply")
    assert "plain code wrote what agents say" in places["notebook"]


def test_the_report_names_the_corpus_of_the_words(tmp_path: Path) -> None:
    shipped = places_of(run("compulsory-voting", changes=SHORT, out=tmp_path / "run"))
    assert "by plain code, from arguments that people wrote (argkp)." in shipped["report"]
    rows = "".join(f"Ban billboards.,{reason},{side}\n" for reason, side in OWN)
    (tmp_path / "mine.csv").write_text(f"proposition,text,polarity\n{rows}")
    changes = SHORT | {
        "proposition": "Ban billboards.",
        "seeds.corpus": str(tmp_path / "mine.csv"),
        "seeds.per_side": 2,
    }
    own = places_of(run("compulsory-voting", changes=changes, out=tmp_path / "own"))
    assert "by plain code, from the arguments of mine.csv." in own["report"]
    assert "people wrote" not in own["report"].partition("The offline judge")[0]
