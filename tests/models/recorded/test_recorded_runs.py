"""Agents say the lines of a transcript word for word, in any protocol with words; the run needs the file no more."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

import doxa
from doxa.analysis.verify import verify
from doxa.analysis.what_if import what_if
from doxa.analysis.who_does import describe_others_words, list_offline_roles
from doxa.errors import ModelSetupError, ScenarioError
from doxa.experiments.forking import fork
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import resume, run
from doxa.judging.transcripts import FORMATS, transcript_lines
from doxa.log.rundir import RunLog, open_run
from doxa.models.conditions import Conditions
from doxa.models.port import Performer
from doxa.models.scripted import ScriptedPerformer
from doxa.models.setup import performer_for
from doxa.records.spec import ModelSettings

SAID = """speaker,text
VIOLET,"A duty to vote brings the poor to the polls."
Cobält,"Force is no way to wake a conscience."
violet,Parties would have to speak to everybody.
Chair,Order.
Cobalt,"A bored voter ticks a box, no more."
"""


@pytest.fixture
def said(tmp_path: Path) -> Path:
    path = tmp_path / "said.csv"
    path.write_text(SAID)
    return path


def play(said: Path, out: str = "run", **changes: object) -> RunLog:
    settings = {"script.rounds": 2, "models.speaker": f"recorded:{said}", **changes}
    return doxa.run("compulsory-voting", out=said.parent / out, changes=settings)


def words(log: RunLog) -> list[tuple[str, str]]:
    return [(line.agent, line.text) for line in transcript_lines(log)]


def test_the_words_are_the_file_s_by_name_without_case_and_accents(said):
    log = play(said)
    assert words(log) == [
        ("violet", "A duty to vote brings the poor to the polls."),
        ("cobalt", "Force is no way to wake a conscience."),
        ("violet", "Parties would have to speak to everybody."),
        ("cobalt", "A bored voter ticks a box, no more."),
    ]
    assert "speaker" not in list_offline_roles(log.calls())
    sentence = describe_others_words(log.spec)
    assert sentence.startswith("Recorded words: Violet and Cobalt say what said.csv contains, and no model speaks")
    assert sentence.endswith("; nobody plays 1 line by Chair.")


def test_the_run_stands_without_the_file(said):
    log = play(said)
    said.unlink()
    assert verify(log.path).status == "verified"
    forked = fork(log.path, at="r02/violet", changes={"agents.cobalt.belief.u": 0.9}, out=said.parent / "fork")
    assert words(forked) == words(log)
    lines = (log.path / "events.jsonl").read_bytes().splitlines(keepends=True)
    (log.path / "events.jsonl").write_bytes(b"".join(lines[:-4]))
    assert words(resume(log.path, as_recorded=True)) == words(forked)


def test_a_file_that_changed_stops_a_resumption(said):
    log = play(said)
    lines = (log.path / "events.jsonl").read_bytes().splitlines(keepends=True)
    (log.path / "events.jsonl").write_bytes(b"".join(lines[:-4]))
    said.write_text(SAID.replace("poor", "rich"))
    with pytest.raises(ScenarioError, match="was"):
        play(said)


def test_a_log_with_other_words_than_its_transcript_is_found(said):
    """The log is whole in itself: somebody else spoke in place of the transcript."""

    def make(settings: ModelSettings, conditions: Conditions) -> Performer:
        if settings.model.startswith("recorded:"):
            return ScriptedPerformer(lambda request: "Turnout was never higher.")
        return performer_for(settings, conditions)

    changes = {"script.rounds": 1, "models.speaker": f"recorded:{said}"}
    log = run("compulsory-voting", out=said.parent / "run", changes=changes, make=make)
    found = [problem.what for problem in verify(log.path).problems]
    assert found[0] == "call r01/violet#1 holds other words than the transcript in the spec has for this turn"


def test_nobody_repeats_when_the_lines_run_out(said):
    log = play(said, **{"script.rounds": 5})
    assert len(words(log)) == 4
    silent = [event.body for event in log.events if event.kind == "outcome" and event.body.task == "respond"][4:]
    assert [outcome.reason for outcome in silent] == ["no_line"] * 6
    (message,) = {call.tries[0]["message"] for call in log.calls() if call.id.startswith("r05/cobalt")}
    assert message.endswith("has 2 lines by Cobalt, the last in line 6 of the file; later turns are silent")
    assert verify(log.path).status == "verified"


def test_unknown_names_are_listed(said):
    said.write_text("speaker,text\nAna,Yes.\nBen,No.\nBen,Never.\n")
    with pytest.raises(ScenarioError) as caught:
        play(said)
    assert "has no lines by Violet, Cobalt; it has lines by Ana (1 line), Ben (2 lines)" in caught.value.message
    assert "--set agents.violet.name=Ana --set agents.cobalt.name=Ben" in caught.value.hint


def test_names_that_differ_by_accents_alone_agree_exactly(said):
    said.write_text("speaker,text\nJosé,Yes.\nJose,No.\n")
    log = play(said, **{"agents.violet.name": "José", "agents.cobalt.name": "Jose", "script.rounds": 1})
    assert words(log) == [("violet", "Yes."), ("cobalt", "No.")]


SIDED = """speaker,side,text
Ana,Opposition,"A duty to vote brings the poor to the polls, and it still is a duty."
Ben,pro,"Force is no way to wake a conscience, some say."
Ana,con,Parties would have to speak to everybody.
Ben,none,"A bored voter ticks a box, no more."
"""

NEUTRAL = {
    "agents.violet.name": "Ana", "agents.cobalt.name": "Ben",
    "agents.violet.side": "neutral", "agents.cobalt.side": "neutral", "prior.mode": "seeds",
}  # fmt: skip


def test_the_side_of_a_transcript_is_the_agent_s_where_the_scenario_gives_none(said):
    said.write_text(SIDED)
    log = play(said, **NEUTRAL)
    assert {one.id: one.side for one in log.spec.participants} == {"violet": "con", "cobalt": "pro"}
    assert log.spec.hearing.direction == "speaker"
    heard = [event.body for event in log.events if event.kind == "heard"]
    assert [(body.speaker, body.side) for body in heard] == [
        ("violet", -1),
        ("cobalt", 1),
        ("violet", -1),
        ("cobalt", 0),
    ]
    assert "the transcript says on which side" in describe_others_words(log.spec)
    said.unlink()
    assert verify(log.path).status == "verified"
    assert resume(log.path, as_recorded=True).spec == log.spec


@pytest.mark.parametrize("declared", ["neutral", "pro", "con"])
def test_a_line_s_own_side_counts_for_that_line_whoever_is_on_both_sides(said, declared):
    said.write_text(SIDED.replace("Ana,con", "Ana,for"))
    log = play(said, **{**NEUTRAL, "agents.violet.side": declared})
    assert log.spec.participant("violet").side == declared
    heard = [event.body for event in log.events if event.kind == "heard"]
    assert [body.side for body in heard if body.speaker == "violet"] == [-1, 1]
    assert "the transcript says on which side" in describe_others_words(log.spec)
    assert verify(log.path).status == "verified"


def test_a_line_that_states_no_side_has_its_speaker_s(said):
    said.write_text(SIDED.replace("Ana,con", "Ana,"))
    spec = play(said, **NEUTRAL).spec
    assert [line.side for line in spec.recorded[f"recorded:{said}"].lines["violet"]] == ["con", None]
    assert spec.participant("violet").side == "con"
    assert "the transcript, or else the scenario, says on which side" in describe_others_words(spec)


MOVED = {
    "agents.violet.side": "con", "agents.violet.prior.stance": 0.4, "agents.cobalt.side": "pro",
    "agents.cobalt.prior.stance": -0.25, "seeds.sides": "both", "hearing.side_bound": 0.2,
}  # fmt: skip
"""Two speakers whose minds are on the other side than their words."""


@pytest.mark.parametrize("model", ["models.speaker", "agents.violet.model"])
def test_recorded_words_keep_the_declared_side_of_a_speaker_whose_mind_is_elsewhere(said, model):
    changes = {"hearing.direction": "speaker", "script.rounds": 2, model: f"recorded:{said}", **MOVED}
    log = doxa.run("compulsory-voting", out=said.parent / "run", changes=changes)
    heard = [event.body for event in log.events if event.kind == "heard" and event.body.speaker == "violet"]
    assert [body.side for body in heard] == [-1, -1]
    assert log.spec.participant("violet").side == "con"
    fold = what_if(log, {"agents.violet.belief.u": 0.9})
    assert fold.curves["violet"][0].stance == pytest.approx(0.4)
    assert verify(log.path).status == "verified"


def test_a_fork_that_declares_another_side_hears_the_lines_by_it(said):
    log = play(said, **{"hearing.direction": "speaker"})
    forked = fork(log.path, at="r01/violet", changes={"agents.violet.side": "con"}, out=said.parent / "fork")
    heard = [event.body.side for event in forked.events if event.kind == "heard" and event.body.speaker == "violet"]
    assert heard == [-1, -1]


@pytest.mark.parametrize("ending", ["md", "csv", "jsonl"])
def test_a_written_transcript_states_the_sides_of_its_lines(said, ending):
    said.write_text(SIDED.replace("Ana,con", "Ana,for"))
    log = play(said, **NEUTRAL)
    lines = transcript_lines(log)
    path = said.parent / f"again.{ending}"
    path.write_bytes(FORMATS[{"md": "markdown"}.get(ending, ending)](log, lines).encode())
    again = play(path, "again", **NEUTRAL)
    assert [line.side for line in lines] == ["con", "pro", "pro", "neutral"]
    assert transcript_lines(again) == lines
    assert [e.body.side for e in again.events if e.kind == "heard"] == [-1, 1, 1, 0]


def test_a_transcript_that_gives_an_agent_the_other_side_is_refused(said):
    said.write_text(SIDED)
    with pytest.raises(
        ScenarioError, match=r"agents\.violet\.side is 'pro', .* says 'con' of every line of Ana"
    ) as caught:
        play(said, **{**NEUTRAL, "agents.violet.side": "pro"})
    assert caught.value.hint.startswith("Set agents.violet.side = 'con'")


def test_only_one_agent_may_be_recorded(said):
    log = doxa.run(
        "compulsory-voting",
        out=said.parent / "one",
        changes={"script.rounds": 2, "agents.cobalt.model": f"recorded:{said}"},
    )
    assert [text for who, text in words(log) if who == "cobalt"][1] == "A bored voter ticks a box, no more."


@pytest.mark.parametrize("role", ["judge", "extractor", "scorer"])
def test_a_transcript_only_speaks(said, role):
    with pytest.raises(ScenarioError, match=f"cannot be the {role}"):
        play(said, **{f"models.{role}": f"recorded:{said}"})


def test_a_task_that_asks_for_more_than_words_is_refused(said):
    said.write_text("speaker,text\nPersuader,Yes.\nTarget,No.\n")
    changes = {"models.speaker": f"recorded:{said}", "script.rounds": 1}
    names = {f"agents.{id}.name": id.title() for id in load_scenario("persuasion").agents}
    said.write_text("speaker,text\n" + "".join(f"{name},Yes.\n" for name in names.values()))
    with pytest.raises(ModelSetupError, match="'probe_stance' asks for more than words"):
        doxa.run("persuasion", out=said.parent / "p", changes={**changes, **names})


@pytest.mark.parametrize("ending", ["md", "csv", "jsonl"])
@pytest.mark.parametrize("name", ["compulsory-voting", "feed"])
def test_a_transcript_is_played_back_as_it_was_said(tmp_path, name, ending):
    fewer = {"script.rounds": 2}
    log = doxa.run(name, out=tmp_path / "run", changes=fewer)
    format = {"md": "markdown"}.get(ending, ending)
    lines = transcript_lines(log)
    path = tmp_path / f"said.{ending}"
    path.write_bytes(FORMATS[format](log, lines).encode())
    again = doxa.run(name, out=tmp_path / "again", changes={**fewer, "models.speaker": f"recorded:{path}"})
    assert transcript_lines(again) == lines


def test_speeches_of_a_union_debate_are_played_back(tmp_path):
    log = doxa.run("union", out=tmp_path / "run")
    path = tmp_path / "said.jsonl"
    path.write_text(FORMATS["jsonl"](log, transcript_lines(log)))
    again = doxa.run("union", out=tmp_path / "again", changes={"models.speaker": f"recorded:{path}"})
    speeches = [line.text for line in transcript_lines(log) if line.kind == "speech"]
    assert [line.text for line in transcript_lines(again)] == speeches


# fmt: off
HOSTILE = ["# heading\n**Ana:** x\n> quote", "=1+1", 'a,b;"c"\n\nd', "<script>x</script>",
           "\u202eabc", "Ana: me", "…"]
# fmt: on


@pytest.mark.parametrize("ending", ["md", "csv", "jsonl"])
def test_hostile_words_come_back_as_they_were_said(tmp_path, ending):
    first = tmp_path / "first.jsonl"
    rows = [{"speaker": name, "text": text} for text in HOSTILE for name in ("Violet", "Cobalt")]
    first.write_text("".join(json.dumps(row) + "\n" for row in rows))
    log = play(first, **{"script.rounds": len(HOSTILE)})
    path = tmp_path / f"again.{ending}"
    lines = transcript_lines(log)
    assert [line.text for line in lines[::2]] == HOSTILE
    path.write_bytes(FORMATS[{"md": "markdown"}.get(ending, ending)](log, lines).encode())
    again = play(path, "again", **{"script.rounds": len(HOSTILE)})
    assert transcript_lines(open_run(again.path)) == lines


def test_the_recorded_debate_turns_by_what_is_heard(tmp_path):
    """No spoken line has a label; from round 9 on the transcript says that she argues for closing."""
    spec = plan(load_scenario("maternity-ward"))
    spoken = {
        line.text for lines in spec.recorded["recorded:recorded/maternity-ward.md"].lines.values() for line in lines
    }
    assert not any(label.text in text for label in spec.labels for text in spoken)
    log = doxa.run("maternity-ward", out=tmp_path / "run")
    moved = [event.body for event in log.events if event.kind == "moved" and event.body.listener == "marit"]
    stances = [body.trace.after.stance for body in moved]
    assert len(stances) == 24
    assert max(stances[:12]) < 0  # twelve batches are six rounds
    assert stances[-1] > 0.2
    ends = stances[1::2]
    assert all(before < after for before, after in pairwise(ends[5:9]))  # from round 7 on she moves
    sides = [event.body.side for event in log.events if event.kind == "heard" and event.body.speaker == "marit"]
    assert sides == [-1] * 8 + [1] * 4
