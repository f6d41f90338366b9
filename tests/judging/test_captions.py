"""Captions name what is simulated, and say that all seats are one judge only where they are."""

import pytest

from doxa.judging.ballots.judged import JudgeFindings
from doxa.judging.ballots.scores import ASSIGNMENTS, Criteria, JudgeBallot
from doxa.judging.bias.preferences import ArrangedVote
from doxa.judging.biases import bias_tables
from doxa.judging.exhibits.captions import ALL_SEATS, about, caption, few

MARKS = Criteria(engagement=5, argument=5, rebuttal=5, narrative=5)


def found(annotator: str, *models: str) -> JudgeFindings:
    """Return what an annotator and a panel of these models found."""
    ballots = (
        JudgeBallot(judge=f"judge-{seat}", model=model, assignment=which, a=MARKS, b=MARKS)
        for seat, model in enumerate(models, 1)
        for which in ASSIGNMENTS
    )
    return JudgeFindings(annotator=annotator, ballots=tuple(ballots))


@pytest.mark.parametrize(
    ("findings", "notice"),
    [
        (found("offline", "offline", "offline", "offline"), f"Judged offline: a simulation. {ALL_SEATS}"),
        (found("offline"), "Judged offline: a simulation."),
        (found("offline", "offline"), "Judged offline: a simulation."),
        (found("openai:a", "openai:a", "offline"), "Judged offline in part, a simulation: of the panel judge-2."),
        (found("offline", "openai:a", "openai:b"), "Judged offline in part, a simulation: the annotator."),
        (found("openai:a", "offline", "offline"), f"a simulation: the whole panel. {ALL_SEATS}"),
    ],
)  # fmt: skip
def test_a_caption_names_what_is_simulated(findings: JudgeFindings, notice: str) -> None:
    said = caption("Shown.", [findings])
    assert notice in said
    assert (ALL_SEATS in said) == (ALL_SEATS in notice)


def test_models_are_not_said_to_be_one_judge_and_a_folder_only_where_every_panel_is() -> None:
    assert "simulation" not in caption("Shown.", [found("openai:a", "openai:a", "openai:a")])
    mixed = [found("offline", "offline", "offline"), found("offline", "offline", "openai:a")]
    assert ALL_SEATS not in caption("Shown.", mixed)


def test_tables_of_biases_say_so_only_where_it_is_so() -> None:
    def said(*models: str) -> str:
        votes = [
            ArrangedVote(judge=f"judge-{seat}", model=model, unit="u", assignment=which, side="pro", first="pro")
            for seat, model in enumerate(models, 1)
            for which in ASSIGNMENTS
        ]
        return bias_tables(votes, [], [])[0].caption

    panels = [("offline", "offline"), ("offline", "openai:a"), ("openai:a", "openai:a")]
    assert [ALL_SEATS in said(*panel) for panel in panels] == [True, False, False]
    assert "Judged offline for judge-1: a simulation." in said("offline", "openai:a")


def test_a_caption_lists_few_names_and_rounds_large_counts():
    assert few(["a", "b"]) == "a, b"
    assert few([f"c{number}" for number in range(86)]) == "c0, c1, c2, c3, c4, c5 and 80 more"
    assert (about(86), about(12_345_678_901)) == ("86", "about 1.2e10")
    assert about(2**5_000) == "about 1.4e1505"
