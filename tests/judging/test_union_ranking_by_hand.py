"""Four teams ranked under rotated labels, by hand; and the one script that judges them."""

import json

import pytest

from doxa.errors import BeliefError
from doxa.judging.ballots.scores import Criteria, TeamBallot, find_label_rankers, rank_teams, rotation
from doxa.judging.cases import Judges, JudgingCase, judge, panel_spec
from doxa.judging.protocol.script import UnionJudgingSettings
from doxa.judging.protocol.steps import ANNOTATOR
from doxa.models.scripted import ScriptedPerformer
from doxa.records.spec import ModelSettings, Participant
from doxa.records.transcripts import Debate, Utterance

TEAMS = ("Opening Government", "Opening Opposition", "Closing Government", "Closing Opposition")


def criteria(score: float) -> Criteria:
    return Criteria(engagement=score, argument=score, rebuttal=score, narrative=score)


def ballot(number: int, *scores: float) -> TeamBallot:
    return TeamBallot(
        judge="j", model="m", rotation=number, scores=dict(zip(TEAMS, map(criteria, scores), strict=True))
    )


def test_every_team_bears_every_label_once():
    borne = [rotation(TEAMS, number) for number in range(4)]
    assert borne[1] == dict(zip(TEAMS, ("Team B", "Team C", "Team D", "Team A"), strict=True))
    for name in TEAMS:
        assert sorted(one[name] for one in borne) == ["Team A", "Team B", "Team C", "Team D"]


def test_equal_scores_share_their_mean_rank():
    # 8 is first; 6 and 6 share 2 and 3; 4 is last
    assert list(ballot(0, 6, 8, 6, 4).ranks.values()) == [2.5, 1.0, 2.5, 4.0]


def test_teams_are_placed_by_mean_rank():
    # ranks: 1 2 3 4 and 2 1 3 4: means 1.5 1.5 3 4
    found = rank_teams(TEAMS, [ballot(0, 9, 8, 7, 6), ballot(1, 8, 9, 7, 6)])
    assert [(one.team, one.place, one.mean_rank) for one in found.teams] == [
        ("Opening Government", 1, 1.5),
        ("Opening Opposition", 1, 1.5),
        ("Closing Government", 3, 3.0),
        ("Closing Opposition", 4, 4.0),
    ]
    assert rank_teams(TEAMS, []) is None


def test_a_judge_that_puts_one_label_first_in_every_rotation_is_found():
    # Team A is Opening Government, then Closing Opposition, Closing Government, Opening Opposition
    by_label = [ballot(0, 9, 5, 5, 5), ballot(1, 5, 5, 5, 9), ballot(2, 5, 5, 9, 5), ballot(3, 5, 9, 5, 5)]
    assert find_label_rankers(TEAMS, by_label) == ["j"]
    assert find_label_rankers(TEAMS, [ballot(number, 9, 5, 5, 5) for number in range(4)]) == []  # by the team
    assert find_label_rankers(TEAMS, [ballot(number, 5, 5, 5, 5) for number in range(4)]) == []  # sees no difference


def british() -> Debate:
    """Eight short speeches of four teams."""
    turns = []
    for place in range(8):
        team = TEAMS[2 * (place // 4) + place % 2]
        side = "pro" if "Government" in team else "con"
        name, text = f"Speaker Number{place}", f"{team} says that trams are quiet, as Number{(place - 1) % 8} knows."
        turns.append(Utterance(id=f"p{place}", speaker=f"s{place}", name=name, side=side, text=text, team=team))
    return Debate(motion="This House would build trams", turns=tuple(turns))


def judged(tmp_path, answer, debate):
    judges = Judges(panel=("scripted:one",))
    script = UnionJudgingSettings(debate=debate, layers=("ranking",)).model_dump(mode="json")
    spec = panel_spec("teams", debate.motion, "union_judging", script, judges)
    annotator = Participant(id=ANNOTATOR, name="The annotator", kernel=None, role="judge")
    roles = {"judge": ModelSettings(model="scripted:one"), **spec.roles}
    spec = spec.model_copy(update={"participants": (annotator, *spec.participants), "roles": roles})
    case = JudgingCase(name="teams", debate=debate, spec=spec, path=tmp_path / "teams")
    return judge([case], judges, make=lambda settings, conditions: ScriptedPerformer(answer))[0]


def test_a_judge_that_goes_by_the_label_ranks_all_teams_alike(tmp_path):
    prompts = []

    def by_label(request):
        prompts.append("\n".join(block.text for block in request.prompt))
        scores = {label: criteria(9 - place).model_dump() for place, label in enumerate(request.inputs.labels)}
        return json.dumps({"scores": scores})

    found = judged(tmp_path, by_label, british())
    assert {one.mean_rank for one in found.ranking.teams} == {2.5}
    assert found.ranking.by_label == {"Team A": 1.0, "Team B": 2.0, "Team C": 3.0, "Team D": 4.0}
    assert found.final.winner is None
    assert len(prompts) == 12  # three seats, four rotations
    assert not [text for text in prompts if "Government" in text or "Opposition" in text or "Number" in text]


def test_two_sides_are_not_ranked(tmp_path):
    two = british().model_copy(update={"turns": british().turns[:2]})
    with pytest.raises((ValueError, BeliefError), match="three teams or more"):
        judged(tmp_path, lambda request: "", two)
