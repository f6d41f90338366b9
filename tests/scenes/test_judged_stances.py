"""An outside judge reads statements: a stance where one can be read, and None where not or without an answer."""

from pathlib import Path

from doxa.judging.protocol.stances import JudgingSettings, Statement
from doxa.judging.stances import stances_of
from doxa.models.port import Request
from doxa.records.spec import ModelSettings, Participant
from scenes.stage import debate, play

SAID = {
    "for": '{"stance": 0.6, "clear": true}',
    "balanced": '{"stance": 0.0}',
    "beside the matter": '{"stance": 0, "clear": false}',
    "unread": "no idea",
}


def test_a_statement_in_which_no_stance_can_be_read_has_none(tmp_path: Path) -> None:
    statements = tuple(Statement(key=key, speaker="Ada", text=key) for key in SAID)
    judge = Participant(id="judge", name="The judge", kernel=None, role="judge")
    script = JudgingSettings(statements=statements).model_dump(mode="json")

    def answer(request: Request) -> str:
        return SAID[str(request.step.inputs["text"])]

    spec = debate(judge, protocol="judging", script=script, roles={"judge": ModelSettings(model="scripted")})
    played = play(spec, tmp_path / "run", answer)
    assert stances_of(played.log) == {"for": 0.6, "balanced": 0.0, "beside the matter": None, "unread": None}
    assert played.body("judged/beside the matter", "outcome").reply == {"stance": 0.0, "clear": False}, "kept as said"
