"""Prompts as real debates send them: short, and laid out so that a cache of prefixes can serve most of each."""

from pathlib import Path

import pytest

from doxa.experiments.sitting import run
from doxa.models.embedded.tokens import count_tokens
from experiments.prompt_costs import rows_of, shared


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory):
    """The requests of a debate of twenty rounds, by task; old turns are left out from its seventh on."""
    changes = {"script.rounds": 20, "policy.recent": 12}
    return rows_of(run("compulsory-voting", out=tmp_path_factory.mktemp("debate") / "run", changes=changes))


def test_the_first_prompt_of_a_turn_is_short(rows) -> None:
    assert rows["respond"][0][1] <= 900


@pytest.mark.parametrize("rounds", [range(1, 21), range(15, 21)])
def test_three_fifths_of_the_turns_prompts_repeat_the_one_before_whoever_spoke(rows, rounds: range) -> None:
    of_rounds = [row for row in rows["respond"] if int(row[0][1:3]) in rounds]
    assert len(of_rounds) == 2 * len(rounds)
    assert shared(of_rounds) >= 0.60


@pytest.mark.parametrize("task", ["extract", "classify_anchored", "score_anchored"])
def test_half_of_what_a_judge_of_messages_reads_repeats_its_prompt_before(rows, task: str) -> None:
    assert shared(rows[task]) >= 0.50


def test_points_of_information_are_a_small_part_of_what_a_union_debate_reads(tmp_path: Path) -> None:
    rows = rows_of(run("union", out=tmp_path / "run"))
    tokens = {
        task: sum(row[1] for row in requests) for task, requests in rows.items() if task not in ("embed", "recite")
    }
    assert 0 < tokens["offer_point"] <= 0.15 * sum(tokens.values())


def test_the_measures_have_known_answers() -> None:
    assert [count_tokens(text) for text in ("", "Trees cool a street.", "Trees cool a street. " * 300)] == [0, 5, 1_500]
    assert shared([("r01/a", 10, 0), ("r01/b", 30, 10)]) == 0.25
