"""A verdict that the order reverses, the panel splits or layers contradict is too close to call, in its first words."""

from pathlib import Path

import pytest

from doxa.experiments.scenario import Scenario
from doxa.experiments.sitting import run
from doxa.judging.ballots.judged import DebateJudgement, JudgeFindings
from doxa.judging.ballots.scores import PanelVerdict
from doxa.judging.ballots.verdicts import FinalVerdict, LayerVerdict
from doxa.judging.debates import debate_of_run

FINAL = FinalVerdict(winner="pro", decided_by="engagement", margin="narrow", statement="Proposition wins.")


def panel(winner, *, contested=False):
    verdict = LayerVerdict(layer="engagement", winner=winner, pro=2, con=1)
    return PanelVerdict.model_construct(verdict=verdict, contested=contested)


def judged(final=FINAL, **panels):
    verdicts = {"panel": None, "spoken": None, "mirrored": None, **panels}
    return DebateJudgement.model_construct(brought=JudgeFindings(), tally=None, verdicts={}, final=final, **verdicts)


@pytest.mark.parametrize(
    ("judgement", "first"),
    [
        (judged(), "Proposition wins."),
        (judged(spoken=panel("pro"), mirrored=panel("pro")), "Proposition wins."),
        (
            judged(spoken=panel("pro"), mirrored=panel("con")),
            "Too close to call: the verdict changes with the order of speaking. Proposition wins.",
        ),
        (judged(panel=panel("pro", contested=True)), "Too close to call: the panel is split. Proposition wins."),
        (
            judged(FINAL.model_copy(update={"differ": ("rubric",)}), panel=panel("pro", contested=True)),
            "Too close to call: the panel is split and the layers disagree. Proposition wins.",
        ),
        (judged(FINAL.model_copy(update={"winner": None, "statement": "No layer decides."})), "No layer decides."),
    ],
)
def test_doubts_come_first(judgement, first):
    assert judgement.in_words == first


def test_a_moderator_of_a_run_is_shown_to_judges_and_not_judged(tmp_path: Path) -> None:
    (tmp_path / "talk.md").write_text(
        "**Mo (host):** Welcome.\n\n**Ann (for):** Buses are cheap.\n\n**Bo (against):** They are late.\n"
    )
    log = run(
        Scenario.model_validate(
            {
                "name": "talk",
                "proposition": "Make buses free",
                "seed": 1,
                "protocol": "round_table",
                "agents": {"mo": {}, "ann": {"side": "pro"}, "bo": {"side": "con"}},
                "script": {"rounds": 1, "judged": False},
                "seeds": {"per_side": 0},
                "models": {"speaker": f"recorded:{tmp_path / 'talk.md'}"},
            }
        ),
        out=tmp_path / "run",
    )
    debate = debate_of_run(log)
    assert debate is not None
    assert [turn.name for turn in debate.turns] == ["Ann", "Bo"]
    assert [(aside.name, aside.after) for aside in debate.asides] == [("Mo", "")]
