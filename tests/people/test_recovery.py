"""Scripted persons of a known openness are found again through the whole path: run, log, frames, replay."""

import json
from pathlib import Path
from random import Random

import pytest

import doxa
from app.calling import called
from doxa.analysis.what_if import what_if
from doxa.corpora import load_corpus
from doxa.log.rundir import open_run
from doxa.models.person.turns import PersonsAnswer, PersonTurn
from people.sitting import person_at

MOTION = "We should introduce compulsory voting"

SCENARIO = f"""
proposition = "{MOTION}"
script.rounds = 4
seeds.per_side = 0
hearing.labels = "judged"
[agents.violet]
model = "person"
[agents.cobalt]
model = "person"
[[questions]]
id = "position"
ask = "Where do you stand on the motion?"
scale = {{ -1 = "entirely against it", 1 = "entirely for it" }}
agrees = "high"
of = ["violet"]
"""

AS_THE_RUN_HEARD = ["--direction", "speaker", "--scale", "anchored", "--context", "message", "--theta", "0.6"]


def sit_for(run: Path, texts: list[str]):
    """Return the answers of two persons: one argues one side, the other closes where its rule takes it."""

    def answer(turn: PersonTurn) -> PersonsAnswer:
        if turn.step.startswith("ask/before"):
            return PersonsAnswer(text='{"answer": 0}')
        if turn.step.startswith("ask/after"):
            log = open_run(run)
            own = [
                claim.id
                for event in log.events
                if event.kind == "heard" and event.body.speaker == "violet"
                for claim in event.body.claims
            ]
            return PersonsAnswer(text=json.dumps({"answer": what_if(log, {}, own).curves["violet"][-1].stance}))
        number = int(turn.step[1:3])
        said = " ".join(texts[2 * number : 2 * number + 2]) if turn.agent == "cobalt" else "I see. Tell me more."
        return PersonsAnswer(text=said)

    return answer


@pytest.mark.parametrize("openness", [0.4, 0.8])
def test_openness_is_recovered_within_its_interval(tmp_path: Path, openness: float, capsys) -> None:
    (tmp_path / "talk.toml").write_text(SCENARIO)
    arguments, random = load_corpus("argkp").motion(MOTION), Random(3)
    for replicate in range(12):
        side = 1 if replicate % 2 else -1
        texts = [one.text for one in arguments if one.polarity == side]
        random.shuffle(texts)
        run = tmp_path / "runs" / str(replicate)
        changes = {"agents.violet.belief.u": openness, "agents.cobalt.side": "pro" if side > 0 else "con"}
        with person_at(run, sit_for(run, texts)):
            doxa.run(tmp_path / "talk.toml", changes=changes, replicate=replicate, out=run)
    called("frames", str(tmp_path / "runs"), "--to", "replay", "--out", str(tmp_path / "frames"), capsys=capsys)
    people = str(tmp_path / "frames" / "people.jsonl")
    checked = called("replay", "check", people, capsys=capsys)
    assert "No row is dropped, and none has an exception" in checked
    out = ["--out", str(tmp_path / "fit.json"), "--folder", str(tmp_path / "judging"), "--quiet"]
    called("replay", "fit", people, *AS_THE_RUN_HEARD, *out, capsys=capsys)
    methods = {one["name"]: one for one in json.loads((tmp_path / "fit.json").read_text())["methods"]}
    found = methods["identified, by the judge"]["populations"][0]
    margin = 1.96 * found["covariance"][0][0] ** 0.5
    assert abs(found["u"] - openness) <= margin
    assert margin < openness / 4
