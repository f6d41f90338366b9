"""After a run a person sees own answers beside the rule's account of minds of several openness, and not before."""

from pathlib import Path

import doxa
from doxa.analysis.building import view_of
from doxa.analysis.debriefing import OPENNESS
from doxa.analysis.exhibit import Table
from doxa.analysis.hooks import exhibits_of
from doxa.models.person.turns import PersonsAnswer, PersonTurn
from people.sitting import LINES, person_at

SCENARIO = """
proposition = "We should introduce compulsory voting"
script.rounds = 2
[agents.violet]
model = "person"
side = "pro"
[agents.cobalt]
side = "con"
[[questions]]
id = "oppose"
ask = "How strongly do you oppose the motion?"
scale = { 0 = "not at all", 10 = "entirely" }
agrees = "low"
of = ["violet"]
"""


def test_the_table_has_own_answers_and_what_ifs(tmp_path: Path) -> None:
    (tmp_path / "talk.toml").write_text(SCENARIO)

    def answer(turn: PersonTurn) -> PersonsAnswer:
        if turn.step.startswith("ask/"):
            assert turn.answer_schema["properties"]["answer"] == {
                "type": "number", "minimum": 0.0, "maximum": 10.0, "optional": True,
            }  # fmt: skip
            return PersonsAnswer(text='{"answer": 2}' if "before" in turn.step else '{"answer": 6}')
        return PersonsAnswer(text=LINES[turn.step])

    with person_at(tmp_path / "run", answer):
        log = doxa.run(tmp_path / "talk.toml", out=tmp_path / "run")
    (table,) = [one for one in exhibits_of(log, "page") if one.name == "debriefing_violet"]
    assert isinstance(table, Table)
    assert table.rows[0] == ("answers to oppose", 0.6, -0.2, -0.8)
    assert len(table.rows) == 1 + len(OPENNESS)
    for openness, row in zip(OPENNESS, table.rows[1:], strict=True):
        curve = doxa.what_if(log, {"agents.violet.belief.u": openness}).curves["violet"]
        assert row[1:3] == (curve[0].stance, curve[-1].stance)
    assert "own answers went from +0.60 to \u22120.20" in view_of(log).story
    assert not any("debriefing" in one.name for one in exhibits_of(log, "files"))


def test_a_run_without_persons_has_no_debriefing(tmp_path: Path) -> None:
    log = doxa.run("compulsory-voting", changes={"script.rounds": 1}, out=tmp_path / "run")
    assert not any("debriefing" in one.name for one in exhibits_of(log, "page"))
    assert "is a person" not in view_of(log).story
