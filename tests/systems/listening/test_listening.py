"""Listeners hear what was said, once for all of them, and stand where they would have stood in the room."""

import json
import shutil
from pathlib import Path

import pytest

import doxa
from app.calling import called, failed
from doxa.analysis.explain import explain
from doxa.analysis.hooks import exhibits_of
from doxa.analysis.verify import verify
from doxa.analysis.what_if import WhatIf, what_if
from doxa.errors import CorpusError, LogError, ScenarioError
from doxa.experiments.sitting import resume
from doxa.log.rundir import RunLog, recorded_stances
from doxa.systems.feed.hooks import list_posts
from doxa.systems.listening.hearing import listening_scenario
from doxa.systems.listening.hooks import parts_of, rank_claims
from doxa.systems.listening.lines import spoken_lines
from doxa.systems.listening.listeners import grid_tables, parse_listeners, parse_settings
from library import Library
from log.cutting import drop_unfounded
from systems.listening.heard_talk import ARGUMENTS, FOLDER, MOTION, SIDES, ends, hear, write_talk
from systems.listening.stance_by_hand import final_stances

SAT = ("Kim:u=.6,a=.3,prior=-.4", "Lee:u=.15,theta=.4", "Mo:prior=.5,a=.2")
MAP = "u=.1,.3,.9,prior=-.5,0,.5,theta=.5,.6"


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_talk(tmp_path_factory.mktemp("talk"))


@pytest.fixture(scope="module")
def heard(talk: Path, library: Library) -> RunLog:
    """Return a run in which three listeners and a grid of eighteen hear three rounds."""
    path = library.keep("listening", lambda out: hear(talk, out, SAT, MAP, **ARGUMENTS))
    return doxa.open_run(path)


def final(asked: WhatIf, agent: str) -> float:
    return asked.curves[agent][-1].stance


def test_a_listener_ends_where_it_would_have_stood_had_it_sat_in_the_room(talk, heard, tmp_path):
    guests = tmp_path / "guests.csv"
    guests.write_text("speaker,text\n" + "".join(f"{name},Thank you.\n" for name in ("Kim", "Lee", "Mo") * 3))
    scenario = tmp_path / "room.toml"
    scenario.write_text(f"""
proposition = "{MOTION}"
seed = 0
script.rounds = 3
seeds = {{ corpus = "{ARGUMENTS["seeds.corpus"]}", per_side = 3, sides = "prior", drawn = "once" }}
prior = {{ mode = "target", stance = 0.0 }}
models.speaker = "recorded:{talk}"
[agents]
tomas = {{ side = "pro" }}
marit = {{ side = "con" }}
kim = {{ model = "recorded:{guests}", belief = {{ u = 0.6, a = 0.3 }}, prior = {{ stance = -0.4 }} }}
lee = {{ model = "recorded:{guests}", belief = {{ u = 0.15 }}, memory = {{ theta = 0.4 }} }}
mo = {{ model = "recorded:{guests}", belief = {{ a = 0.2 }}, prior = {{ stance = 0.5 }} }}
""")
    sat = ends(doxa.run(str(scenario), out=tmp_path / "room"))
    listened = ends(heard)
    assert listened["kim"] != pytest.approx(-0.4, abs=0.05)
    for agent in ("kim", "lee", "mo"):
        assert listened[agent] == pytest.approx(sat[agent], abs=1e-12)


def test_forty_lines_of_numpy_give_the_same_stances(heard, tmp_path, capsys):
    called("frames", str(heard.path), "--to", "csv", "--out", str(tmp_path), capsys=capsys)
    by_hand = final_stances(heard.path, tmp_path)
    assert len(by_hand) == 21
    replaced = [event for event in heard.events if event.kind == "moved" and event.body.archived]
    assert replaced  # so that admission is compared too
    for agent, stance in by_hand.items():
        assert ends(heard)[agent] == pytest.approx(stance, abs=1e-12)


def test_requests_do_not_grow_with_listeners(talk, tmp_path):
    one, many = hear(talk, tmp_path / "one"), hear(talk, tmp_path / "many", grid="u=0.01..0.99/50")
    assert len(many.spec.participants) == 52
    assert [call.request for call in many.calls()] == [call.request for call in one.calls()]


def test_a_run_that_was_killed_resumes_to_the_same_bytes_and_verifies(heard, tmp_path):
    killed = Path(shutil.copytree(heard.path, tmp_path / "killed"))
    calls = (killed / "calls.jsonl").read_bytes()
    (killed / "calls.jsonl").write_bytes(calls[: len(calls) // 2])
    drop_unfounded(killed)
    assert not doxa.open_run(killed).finished
    resumed = resume(killed)
    assert resumed.lines == heard.lines
    assert verify(resumed.path).status == "verified"


def test_what_moved_a_mind_adds_up_to_its_movement(heard):
    parts, ranked = parts_of(heard), rank_claims(parts_of(heard))
    for mind, stances in recorded_stances(heard).items():
        assert sum(parts[mind].values()) == pytest.approx(stances[-1] - stances[0], abs=1e-9)
    sizes = [sum(map(abs, moved.values())) for moved in ranked.values()]
    assert sizes == sorted(sizes, reverse=True)
    first = next(iter(ranked))
    without = ends(heard)["kim"] - final(what_if(heard, without=[first]), "kim")
    assert without * parts["kim"][first] > 0


def test_the_map_has_every_listener_of_the_grid_where_its_settings_are(heard):
    page = {exhibit.name: exhibit for exhibit in exhibits_of(heard, "page")}
    panels, causes = page["map_of_ends"].panels, page["map_of_causes"].panels
    assert [panel.title for panel in panels] == ["theta 0.5", "theta 0.6"]
    assert panels[0].columns == ("u 0.1", "u 0.3", "u 0.9")
    assert panels[0].rows == ("prior -0.5", "prior 0.0", "prior 0.5")
    agent = next(one for one in heard.spec.participants if one.name == "u=.3 prior=.5 theta=.5")
    assert panels[0].squares[2][1].value == ends(heard)[agent.id]
    ranks = page["what_moved_whom"].column("rank")
    cause = causes[0].squares[2][1]
    (claim,) = page["what_moved_whom"].column("words")[ranks.index(cause.value)]
    own = parts_of(heard)[agent.id]
    assert abs(own[claim]) == max(abs(part) for source, part in own.items() if not source.startswith("seed/"))
    assert claim.startswith(cause.turn)


def test_explain_and_what_if_read_a_listener_like_any_agent(heard):
    assert explain(heard, "kim", round=2).moves[0].note == "round 2"
    assert final(what_if(heard, {"agents.kim.belief.u": 0.0}), "kim") == pytest.approx(-0.4, abs=0.2)


def test_a_listener_named_like_a_speaker_is_that_speaker_with_a_mind(talk, tmp_path):
    log = hear(talk, tmp_path / "run", ["marit:u=.5", "Kim"])
    assert [agent.id for agent in log.spec.participants if agent.kernel] == ["marit", "kim"]
    origins = {record.origin for event in log.events if event.kind == "moved" for record in event.body.admitted}
    assert origins == {"self", "peer"}


def test_no_listener_takes_the_id_of_another(talk):
    scenario = listening_scenario(talk, MOTION, {"Grid 1": {}, "Зоя": {}, "Ян": {}}, {"u": [0.1, 0.2]})
    assert list(scenario.agents) == ["tomas", "marit", "agent-grid-1", "agent", "agent-2", "grid-1", "grid-2"]


def test_a_scenario_file_has_listeners_without_lines(talk, tmp_path):
    scenario = tmp_path / "hall.toml"
    scenario.write_text(f"""
proposition = "{MOTION}"
protocol = "conversation"
models.speaker = "recorded:{talk}"
seeds.per_side = 0
script.mindless = ["tomas"]
[agents]
tomas = {{ side = "pro" }}
marit = {{ side = "con" }}
kim = {{ belief.u = 0.6 }}
""")
    log = doxa.run(str(scenario), out=tmp_path / "run")
    assert {outcome.actor for outcome in log.outcomes if outcome.text} == {"tomas", "marit"}
    assert set(ends(log)) == {"marit", "kim"}
    assert ends(log)["kim"] == ends(hear(talk, tmp_path / "again", ["Kim:u=.6"]))["kim"]
    with pytest.raises(ScenarioError, match="would say new words"):
        doxa.run(str(scenario), out=tmp_path / "other", changes={"models.speaker": "offline"})


def test_people_of_no_side_are_heard_unless_they_are_not_to_be(tmp_path):
    talk = tmp_path / "talk.csv"
    talk.write_text(
        "speaker,side,text\n"
        "Host,,The ward is a danger to every mother in the county and should be closed.\n"
        "Ann,pro,A ward without a surgeon puts mothers at risk every night of the year.\n"
        "Bo,con,The road over the pass is too long for a woman in labour.\n"
    )
    logs = [hear(talk, tmp_path / how, **{"script.moderators": how}, sides={}) for how in ("heard", "not")]
    assert [[outcome.actor for outcome in log.outcomes if outcome.text] for log in logs] == [["host", "ann", "bo"]] * 2
    by = [{event.body.speaker for event in log.events if event.kind == "heard"} for log in logs]
    assert by == [{"host", "ann", "bo"}, {"ann", "bo"}]


def test_a_run_is_listened_to_by_its_own_motion(library, tmp_path):
    debate = library("debate")
    log = hear(debate, tmp_path / "run", sides={})
    assert log.spec.proposition == doxa.open_run(debate).spec.proposition
    said = [line.text for line in spoken_lines(debate).said]
    assert [outcome.text for outcome in log.outcomes if outcome.text] == said


def test_a_thread_of_a_feed_is_a_post_with_all_replies_below(library):
    feed = library.keep("replied feed", lambda out: doxa.run("feed", out=out, changes={"script.rounds": 4}))
    posts = list(list_posts(doxa.open_run(feed)))
    asked = next(post for post in posts if any(reply.reply_to == post.id for reply in posts))
    replies = [post.text for post in posts if post.reply_to == asked.id]
    thread = [line.text for line in spoken_lines(feed, thread=asked.id).said]
    assert thread[0] == asked.text
    assert set(replies) <= set(thread)
    assert len(thread) < len(spoken_lines(feed).said)
    for path, message in ((feed, "has no post 'nosuch'"), (FOLDER / "maternity-ward.md", "is no run")):
        with pytest.raises(LogError, match=message):
            spoken_lines(path, thread="nosuch")


def test_a_grid_is_the_product_of_its_values_and_ranges():
    axes = parse_settings("u=0.1..0.9/5,prior=-0.5,0.5,kernel=log_odds")
    assert axes == {"u": [0.1, 0.3, 0.5, 0.7, 0.9], "prior": [-0.5, 0.5], "kernel": ["log_odds"]}
    tables = grid_tables(axes)
    assert list(tables)[:2] == ["grid-01", "grid-02"]
    assert tables["grid-02"] == {
        "name": "u=0.1 prior=0.5 kernel=log_odds",
        "belief": {"u": 0.1},
        "prior": {"stance": 0.5},
        "kernel": "log_odds",
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".2,.4", "is not path=v1"),
        ("u=.2,.2", "has a value twice"),
        ("u=", "is not path=v1"),
        ("u=0..1/100,a=0..1/100", "10,000 listeners"),
    ],
)
def test_a_grid_that_is_none_says_so(text, message):
    with pytest.raises(ScenarioError, match=message) as raised:
        grid_tables(parse_settings(text))
    assert raised.value.hint


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ((":u=.2",), "no name"),
        (("Kim", "KIM:u=1"), "stands twice"),
        (("Kim:u",), "is not path=v1"),
        (("Kim:u=.1,.2",), "several values"),
    ],
)
def test_a_listener_that_is_none_says_so(texts, message):
    with pytest.raises(ScenarioError, match=message):
        parse_listeners(texts)


@pytest.mark.parametrize(
    ("message", "options"),
    [
        ("needs self_report", {"listeners": ["Kim:kernel=self_report"]}),
        ("nobody has a side", {"script.moderators": "not", "sides": {}}),
        ("no motion", {"listeners": ["Kim:prior=.5"]}),
        ("there is no such key", {"listeners": ["Kim:thta=.5"]}),
    ],
)
def test_what_cannot_be_heard_is_refused_before_anything_is_written(tmp_path, message, options):
    talk = tmp_path / "talk.csv"
    talk.write_text("speaker,text\nTomas,The ward is not safe at night.\nMarit,The road is too long.\n")
    with pytest.raises((ScenarioError, CorpusError), match=message):
        hear(talk, tmp_path / "run", **options)
    assert not (tmp_path / "run").exists()


def test_the_command_asks_for_a_motion_and_teaches_what_a_prior_needs(talk, tmp_path, monkeypatch, capsys):
    code, error = failed(monkeypatch, capsys, "listen", str(talk))
    assert code == 2
    assert "--motion" in error
    words = ("listen", str(talk), "--motion", MOTION, "--listener", "Kim:prior=-.4", "--out", str(tmp_path / "run"))
    code, error = failed(monkeypatch, capsys, *words)
    assert "seeds.corpus=FILE.csv" in error


def test_the_command_shows_the_map_and_what_moved_whom(talk, tmp_path, capsys):
    sides = [word for path, side in SIDES.items() for word in ("--set", f"{path}={side}")]
    words = ("listen", str(talk), "--motion", MOTION, "--grid", "u=.1,.2,.3,.4,.6,.8,.9", *sides)
    shown = called(*words, "--out", str(tmp_path / "run"), capsys=capsys)
    assert "Where each listener ends" in shown
    assert "u 0.1" in shown
    assert "What moved whom" in shown
    again = json.loads(called(*words, "--out", str(tmp_path / "run"), "--json", capsys=capsys))
    assert again["what_moved_whom"][0]["moved"] > 0
