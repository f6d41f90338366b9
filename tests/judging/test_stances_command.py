"""doxa stances as a user calls it: messages of a dialogue, judged beside what the speakers maintain."""

import csv
import json
import shutil

import pytest

from doxa.errors import CorpusError, LogError
from doxa.judging.commands.judge import judge
from doxa.judging.commands.stances import stances
from doxa.judging.debates import RunMessage, debate_of_run, judgement_of, messages_of
from doxa.judging.stances import agreement_table, plan_stances
from doxa.models.cache import VARIABLE
from doxa.models.conditions import Conditions
from doxa.models.known import identity_of, keep
from doxa.models.weighing.calibration import HearingCalibration
from doxa.records.spec import LetterWeighing
from scenes.stage import believer, debate, play
from systems.feed.feed_stage import agent, feed, played, post

SIDED = ("pro", "con", "neutral")


@pytest.fixture(scope="module")
def dialogue(tmp_path_factory):
    return play(debate(rounds=2), tmp_path_factory.mktemp("stances") / "run")


def test_every_message_is_read_beside_the_stance_that_its_speaker_had(dialogue, capsys):
    stances(dialogue.log.path, json=True, quiet=True)
    shown = json.loads(capsys.readouterr().out)
    assert [one["message"] for one in shown["stances"]] == [one.key for one in messages_of(dialogue.log)]
    first = shown["stances"][0]
    seeded = {event.body.listener: event.body.trace for event in dialogue.log.events if event.kind == "seeded"}
    assert first["maintained"] == seeded["violet"].after.stance
    (reading,) = (dialogue.log.path / "readings").iterdir()
    rows = list(csv.DictReader((reading / "exhibits" / "stances.csv").read_text().splitlines()))
    assert len(rows) == len(shown["stances"])


def test_a_dry_run_asks_nobody(dialogue, tmp_path, capsys):
    other = play(debate(rounds=1), tmp_path / "run")
    stances(other.log.path, judge="openai:gpt-4o-mini", dry_run=True)
    assert "2 calls" in capsys.readouterr().out
    assert not (other.log.path / "readings").exists()
    with pytest.raises(LogError, match="does not exist"):
        stances(tmp_path / "nowhere")


def test_a_calibrated_judge_reads_from_probabilities(dialogue, tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    model = "compatible:own"
    assert plan_stances(dialogue.log.path, model, "", tmp_path).job.spec.roles["judge"].weighing is None
    weighing = LetterWeighing(model=model, offset=0.4, scale=2.0)
    keep(HearingCalibration(weighing=weighing, texts=80, right=0.6, offline=0.7), identity_of(model, Conditions()))
    assert plan_stances(dialogue.log.path, model, "", tmp_path).job.spec.roles["judge"].weighing == weighing


@pytest.fixture
def thread(tmp_path):
    """A feed on which two participants have sides and a third has none."""
    people = [agent("ana", 0.5), agent("ben", -0.5), agent("cleo")]
    sided = [person.model_copy(update={"side": side}) for person, side in zip(people, SIDED, strict=True)]
    table = {("ana", 1): [post("Trees cool streets")], ("ben", 1): [post("Roots break pavements")],
             ("cleo", 1): [post("They can be cut")], ("ben", 2): [post("A storm felled ten")]}  # fmt: skip
    return played(feed(*sided, rounds=2), tmp_path / "feed", table).log


def test_a_feed_between_sides_is_judged_and_who_has_no_side_is_not(thread):
    debate = debate_of_run(thread)
    assert [(turn.name, turn.side) for turn in debate.turns] == [("Ana", "pro"), ("Ben", "con"), ("Ben", "con")]
    judge(thread.path, quiet=True)
    assert judgement_of(thread.path).final.winner in ("pro", "con")


def test_stances_of_a_feed_are_read_beside_the_maintained_ones(thread, capsys):
    stances(thread.path, json=True, quiet=True)
    shown = json.loads(capsys.readouterr().out)["stances"]
    assert [(one["speaker"], one["maintained"]) for one in shown][:2] == [("Ana", 0.5), ("Ben", -0.5)]
    assert len(shown) == 4


def test_a_thread_without_sides_gets_them_from_its_stances_and_is_judged(tmp_path, capsys):
    thread = tmp_path / "thread.json"
    texts = {
        "Ann": "I am for planting trees, and I would be glad of one in front of every house.",
        "Bo": "I am against planting trees, and I would not want one in front of my own house.",
        "Cy": "I was in town on Monday.",
    }
    thread.write_text(json.dumps([{"author": name, "body": text} for name, text in texts.items()]))
    with pytest.raises(CorpusError, match="nobody says who speaks for which side") as refused:
        judge(thread, motion="We should plant trees", out=tmp_path / "verdict", quiet=True)
    assert "doxa stances FILE" in refused.value.hint
    stances(thread, motion="We should plant trees", out=tmp_path / "read")
    assert "Who leans to which side" in capsys.readouterr().out
    (drafted,) = (tmp_path / "read").rglob("sides.csv")
    assert drafted.read_text() == "speaker,side\nAnn,pro\nBo,con\nCy,none\n"
    shutil.copy(drafted, tmp_path / "sides.csv")
    judge(thread, motion="We should plant trees", out=tmp_path / "verdict", quiet=True)


def message(name, maintained, key):
    return RunMessage(key=key, actor=name, name=name, text="said", maintained=maintained)


def test_agreement_by_hand():
    messages = [message("Ann", 0.5, "1"), message("Ann", -0.5, "2"), message("Bo", None, "3"), message("Bo", 0.1, "4")]
    rows = {row[0]: row for row in agreement_table(messages, {"1": 0.7, "2": -0.1, "3": 0.2}, "offline").rows}
    # gaps .2 and .4; leans .2 and .4; both on one side
    assert rows["Ann"][1:7] == (2, 0, 2, 0.3, 0.3, 1.0)
    assert rows["Bo"][1:7] == (2, 1, 0, None, None, None)


def test_a_run_without_sides_is_no_debate(tmp_path):
    neutral = play(debate(believer("violet"), believer("amber"), rounds=1), tmp_path / "run")
    assert debate_of_run(neutral.log) is None
