"""A margin is called a landslide only among judges who are independent, and a tie has no margin."""

import pytest

from doxa.judging.ballots.annotation import Annotation, AuditNote, ClaimNote
from doxa.judging.ballots.judged import JudgeFindings, judgement
from doxa.judging.ballots.scores import ASSIGNMENTS, Criteria, JudgeBallot, SpeechScores
from doxa.judging.exhibits.judgements import exhibits
from doxa.records.transcripts import Debate, Utterance

WORDS = "Buses without fares fill up and the roads beside them empty."
DEBATE = Debate(
    motion="This House would make buses free",
    turns=(
        Utterance(id="t1", speaker="a", name="Ann", side="pro", text=WORDS),
        Utterance(id="t2", speaker="b", name="Bo", side="con", text=WORDS),
    ),
)


def findings(judges=0, model="", winner="pro", survived=("pro", "con")):
    """One side wins every layer by far: all votes, ten times the rubric's score, three claims to one."""
    low, high = (Criteria(engagement=n, argument=n, rebuttal=n, narrative=n) for n in (1, 9))
    claims = [
        ClaimNote(id=f"{side}{n}", speech=turn, speaker=speaker, side=side, text="t", base="assertion")
        for side, turn, speaker, count in (("pro", "t1", "a", 3), ("con", "t2", "b", 1))
        for n in range(count)
    ]
    return JudgeFindings(
        annotator="scripted:one",
        rubric=(
            SpeechScores(speech="t1", speaker="a", side="pro", scores={"argument": 9}),
            SpeechScores(speech="t2", speaker="b", side="con", scores={"argument": 1}),
        ),
        annotation=Annotation(claims=tuple(claims)),
        ballots=tuple(
            JudgeBallot(
                judge=f"judge-{n}",
                model=model or f"scripted:{n}",
                assignment=assignment,
                a=high if (assignment == "pro is A") == (winner == "pro") else low,
                b=low if (assignment == "pro is A") == (winner == "pro") else high,
            )
            for assignment in ASSIGNMENTS
            for n in range(judges)
        ),
        audit=tuple(AuditNote(claim=claim.id, fate="survived") for claim in claims if claim.side in survived),
    )


def printed(found):
    """Everything that the tables say of a judgement."""
    return " ".join(str(table) for table in exhibits(DEBATE, found))


@pytest.mark.parametrize("rule", ["rates", "published"])
@pytest.mark.parametrize(
    ("judges", "model"), [(0, ""), (1, ""), (3, "scripted:same"), (3, "offline:one"), (1, "offline")]
)
def test_no_layer_is_a_landslide_without_independent_judges(judges, model, rule):
    found = judgement(DEBATE, findings(judges, model), rule)
    assert "landslide" not in found.model_dump_json()
    assert "landslide" not in printed(found)
    assert found.final.margin == "clear"


def test_judges_of_models_of_their_own_can_agree_in_a_landslide():
    found = judgement(DEBATE, findings(3), "rates")
    assert found.verdicts["engagement"].margin == "landslide"
    assert [found.verdicts[layer].margin for layer in ("annotation", "rubric", "audit")] == ["clear"] * 3
    assert "(landslide)" in found.final.statement


def test_a_tie_has_no_margin():
    even = findings().model_copy(
        update={
            "rubric": (
                SpeechScores(speech="t1", speaker="a", side="pro", scores={"argument": 5}),
                SpeechScores(speech="t2", speaker="b", side="con", scores={"argument": 5}),
            )
        }
    )
    found = judgement(DEBATE, even, "rates").verdicts["rubric"]
    assert (found.winner, found.margin) == (None, None)
