"""What an evaluation measures is what runs do: the same text and the same model give the same claims in both."""

from pathlib import Path

import pytest

from doxa.evaluation.appraising import AppraisingSettings, Text
from doxa.models.port import Request, Response
from doxa.records.base import canonical
from doxa.records.spec import Hearing, ModelSettings, Participant, RunSpec
from scenes.stage import MOTION, ROLES, Played, believer, cast, debate, play, refused

SAID = {
    "r01/violet": "Trees cool a street in summer. Roots break the pavement.",
    "r01/amber": "Nobody can tell what trees would change.",
    "r02/violet": "Crowns take the light from ground floors.",
    "r02/amber": "Leaves catch the dust of traffic. Nobody can tell what trees would change.",
}
LOST = SAID["r02/violet"]


def answer(request: Request) -> str | Response:
    """Say the words above; overlook one claim and refuse to classify another, whoever asks."""
    if request.task.name == "respond":
        return SAID[request.step.key]
    if request.task.name == "extract":
        claims = [f"{one}." for one in request.inputs.text.rstrip(".").split(". ") if not one.startswith("Roots")]
        return canonical({"claims": [{"claim": one, "snippet": one} for one in claims]})
    if request.task.name == "classify" and LOST in request.inputs.claims:
        return refused(request)
    return cast(request)


def evaluation_of(hearing: Hearing, roles: tuple[str, ...] = ROLES) -> RunSpec:
    """Return the evaluation of the words above, by the models of the debate."""
    texts = tuple(Text(key=key, proposition=MOTION, text=text) for key, text in SAID.items())
    return debate(
        Participant(id="judge", name="The judge", kernel=None, role="judge"),
        protocol="appraising",
        script=AppraisingSettings(texts=texts, together=1).model_dump(mode="json"),
        roles={role: ModelSettings(model="scripted") for role in roles},
        hearing=hearing,
    )


def hearings_of(played: Played) -> dict[str, dict[str, object]]:
    return {
        one.key: {"claims": [claim.model_dump(mode="json") for claim in one.body.claims], "lost": one.body.lost}
        for one in played.events
        if one.kind == "heard"
    }


@pytest.mark.parametrize("strength", ["scorer", "extractor"])
def test_a_text_has_the_same_claims_in_a_run_and_in_its_evaluation(strength: str, tmp_path: Path) -> None:
    hearing = Hearing(strength=strength)
    people = (believer("violet", "pro"), believer("amber", "con"))
    discussed = play(debate(*people, hearing=hearing), tmp_path / "run", answer)
    evaluated = play(evaluation_of(hearing), tmp_path / "evaluation", answer)
    result = evaluated.events[-1].body.result
    assert result["heard"] == hearings_of(discussed)
    polarities = {key: [claim["polarity"] for claim in one["claims"]] for key, one in result["heard"].items()}
    # the roots are overlooked, "nobody can tell" is unclear, and what was refused is lost, not empty
    assert polarities == {"r01/violet": [1], "r01/amber": [0], "r02/violet": [], "r02/amber": [1, 0]}
    assert result["heard"]["r02/violet"]["lost"] == "classify: refused (refusal)"
    counts = {key: one["claims"] for key, one in result["appraisals"].items()}
    assert counts == {"r01/violet": 1, "r01/amber": 1, "r02/violet": None, "r02/amber": 2}


@pytest.mark.parametrize("strength", ["scorer", "extractor"])
def test_the_strongest_claim_is_that_of_the_strength_that_counts(strength: str, tmp_path: Path) -> None:
    result = play(evaluation_of(Hearing(strength=strength)), tmp_path / "run", answer).events[-1].body.result
    strongest = result["appraisals"]["r02/amber"]["strongest"]
    claims = result["heard"]["r02/amber"]["claims"]
    assert strongest["strength"] == max(claim["strengths"][strength] for claim in claims)
