"""The story of a run in one sentence follows from its numbers: runs with known answers."""

import pytest

from doxa.analysis.bars import Bar
from doxa.analysis.story import describe_stance, tell_story
from doxa.analysis.view import AgentView, ItemView, MemoryView, MoveView, PointView, RunView, TurnView

NAMES = {"violet": "Violet", "cobalt": "Cobalt", "amber": "Amber"}


def view(
    curves: dict[str, tuple[float, ...]], moves: tuple[MoveView, ...] = (), status: str = "finished", **more
) -> RunView:
    rounds = max((len(stances) for stances in curves.values()), default=1)
    return RunView(
        name="run", spec="0" * 64, status=status, simulated="", proposition="Voting should be compulsory",
        protocol="p", seed=0, replicate=0,
        agents=tuple(
            AgentView(id=agent, name=NAMES[agent], side="neutral", persona="", kernel="k", settings={}, prior={})
            for agent in curves
        ),
        batches=("prior", *(f"round {number}" for number in range(1, rounds))),
        curves={
            agent: tuple(
                PointView(batch=batch, stance=stance, log_odds=None, kind="maintained")
                for batch, stance in enumerate(stances)
            )
            for agent, stances in curves.items()
        },
        turns=more.get("turns", (turn("violet"),)), moves=moves, memory=more.get("memory", {}), summaries=(), roles=(),
        prefix={}, settings=(),
    )  # fmt: skip


def turn(speaker: str) -> TurnView:
    return TurnView(
        key=f"r01/{speaker}", batch=1, note="round 1", speaker=speaker, status="ok", reason="", text="x", claims=()
    )


def move(agent: str, batch: int, before: float, after: float, text: str, by: str, **more) -> MoveView:
    bar = Bar(source="c", kind="added", part=after - before, by=by, label=f"by {by}", **more)
    item = ItemView(
        claim="c", text=text, origin="peer", polarity=1, strength=0.5, weight=0.2, before=0, after=1, why="new",
        message="m",
    )  # fmt: skip
    return MoveView(
        agent=agent, batch=batch, before=before, after=after, log_odds_before=None, log_odds_after=None, items=(item,),
        heard=("m",), bars=(bar,),
    )  # fmt: skip


def test_both_moved_towards_each_other() -> None:
    told = tell_story(
        view(
            {"violet": (0.7, 0.45, 0.3), "cobalt": (-0.6, -0.6, -0.4)},
            (
                move("violet", 1, 0.7, 0.45, "It costs too much.", "Cobalt"),
                move("violet", 2, 0.45, 0.3, "It is a duty.", "Cobalt"),
                move("cobalt", 2, -0.6, -0.4, "It helps.", "Violet"),
            ),
        )
    )
    assert told == (
        "Violet and Cobalt both gave way: Violet went from for (+0.70) to leaning for (+0.30) and Cobalt went from "
        "−0.60 to −0.40, still against; the turning point was round 1, when Cobalt argued “It costs too much” (Violet "
        "+0.70 to +0.45)."
    )


def test_one_gave_way_and_one_did_not() -> None:
    moves = (move("cobalt", 1, -0.6, -0.35, "It helps.", "Violet", concedes=True),)
    told = tell_story(view({"violet": (0.7, 0.68), "cobalt": (-0.6, -0.35)}, moves))
    assert told == (
        "Cobalt gave way and Violet did not: Cobalt went from −0.60 to −0.35, still against, while Violet stayed for "
        "(+0.70 to +0.68); the turning point was round 1, when Violet granted “It helps” (Cobalt −0.60 to −0.35)."
    )


def test_one_crossed_over_at_the_step_across_zero() -> None:
    moves = (
        move("violet", 1, 0.7, 0.1, "It costs too much.", "Cobalt"),
        move("violet", 2, 0.1, -0.2, "It is a duty.", "Cobalt"),
    )
    told = tell_story(view({"violet": (0.7, 0.1, -0.2), "cobalt": (-0.6, -0.6, -0.6)}, moves))
    assert told.startswith(
        "Violet changed sides and Cobalt did not: Violet went from for (+0.70) to leaning against (−0.20)"
    )
    assert "the turning point was round 2, when Cobalt argued “It is a duty” (Violet +0.10 to −0.20)" in told


def test_both_polarised() -> None:
    told = tell_story(
        view({"violet": (0.2, 0.6), "cobalt": (-0.2, -0.6)}, (move("violet", 1, 0.2, 0.6, "Yes.", "Violet"),))
    )
    assert told.startswith("Violet and Cobalt moved apart: Violet went from leaning for (+0.20) to for (+0.60)")
    assert "when Violet itself said “Yes” (Violet +0.20 to +0.60)" in told


def test_nobody_moved_by_more_than_the_stated_bound() -> None:
    moves = (move("violet", 1, 0.7, 0.66, "It costs too much.", "Cobalt"),)
    told = tell_story(view({"violet": (0.7, 0.66), "cobalt": (-0.6, -0.6)}, moves))
    assert told == (
        "Nobody moved by more than 0.05: Violet stayed for (+0.66) and Cobalt stayed against (−0.60); the strongest "
        "argument that anybody heard against its side was Cobalt's “It costs too much” in round 1, and it moved Violet "
        "by only −0.040."
    )


def test_a_stance_that_came_back_is_no_stance_that_stayed() -> None:
    moves = (move("violet", 1, 0.7, 0.3, "It costs too much.", "Cobalt"),)
    assert tell_story(view({"violet": (0.7, 0.3, 0.7), "cobalt": (-0.6, -0.6, -0.6)}, moves)).startswith(
        "Violet ended where it began and Cobalt did not move: Violet went from +0.70 to +0.30 and back"
    )


def test_an_unfinished_run_says_how_far_it_is() -> None:
    told = tell_story(view({"violet": (0.7, 0.69)}, (move("violet", 1, 0.7, 0.69, "No.", "Cobalt"),), "unfinished"))
    assert told.startswith("So far, up to round 1 of a run that has not ended, nobody moved by more than 0.05")
    nothing = tell_story(view({"violet": (0.7,)}, (), "unfinished", turns=()))
    assert nothing == "Nothing has been said yet: this run has not ended, and nobody has moved."


def test_a_single_agent_gives_way_to_nobody() -> None:
    told = tell_story(
        view({"violet": (0.7, 0.3)}, (move("violet", 1, 0.7, 0.3, "It costs too much.", "The opponent"),))
    )
    assert told.startswith("Violet, the only one whose stance was followed, moved towards “against”: it went from for")


def test_no_claims_heard_is_said() -> None:
    told = tell_story(view({"violet": (0.7, 0.7), "cobalt": (-0.6, -0.6)}))
    assert told == (
        "Nobody moved, and nobody heard an argument that could count: Violet stayed for (+0.70) and Cobalt stayed "
        "against (−0.60)."
    )


def test_claims_that_were_heard_and_did_not_count_are_not_called_unheard() -> None:
    row = MemoryView(
        claim="c", text="It costs.", origin="peer", polarity=-1, strength=0.5, weight=0.2, contribution=0.0,
        active=False, superseded_by="c0", similarity=0.9, reason="duplicate", message="m", batch=1, without=None,
        shapley=None,
    )  # fmt: skip
    told = tell_story(view({"violet": (0.7, 0.7), "cobalt": (-0.6, -0.6)}, memory={"violet": (row,)}))
    assert told.endswith("; nothing that they heard counted against their sides.")


def test_several_agents_are_counted_and_named() -> None:
    moves = (move("amber", 1, -0.1, 0.2, "It helps.", "Violet"),)
    told = tell_story(view({"violet": (0.7, 0.5), "cobalt": (-0.6, -0.6), "amber": (-0.1, 0.2)}, moves))
    assert told.startswith(
        "Of 3 agents, 1 changed sides (Amber), 1 gave way (Violet) and 1 did not move by more than 0.05 (Cobalt); "
        "Amber moved furthest and went from leaning against (−0.10) to leaning for (+0.20); the turning point was "
        "round 1"
    )


def test_what_a_record_replaced_is_part_of_the_why() -> None:
    lost = Bar(source="own", kind="lost", part=-0.3, replaced_by="c", weightier=True, label="lost")
    step = move("violet", 1, 0.7, 0.5, "It helps a little.", "Cobalt", concedes=True)
    own = ItemView(
        claim="own", text="Everybody votes.", origin="seed", polarity=1, strength=0.9, weight=0.4, before=1, after=0,
        why="replaced", message=None,
    )  # fmt: skip
    bars = (step.bars[0].model_copy(update={"part": 0.1}), lost)
    step = step.model_copy(update={"bars": bars, "items": (*step.items, own)})
    told = tell_story(view({"violet": (0.7, 0.5), "cobalt": (-0.6, -0.6)}, (step,)))
    assert (
        "when Cobalt granted “It helps a little”, which took the place of Violet's own, weightier reason “Everybody "
        "votes” (Violet +0.70 to +0.50)" in told
    )


def test_a_report_names_no_argument() -> None:
    bar = Bar(source="m", kind="report", part=-0.4, label="its own report")
    step = move("violet", 1, 0.7, 0.3, "x", "Cobalt").model_copy(update={"bars": (bar,)})
    told = tell_story(view({"violet": (0.7, 0.3), "cobalt": (-0.6, -0.6)}, (step,)))
    assert "when Violet reported another stance, for which no argument can be named" in told


@pytest.mark.parametrize(
    ("stance", "words"),
    [(0.0, "undecided"), (-0.04, "undecided"), (0.2, "leaning for"), (-0.5, "against"), (0.75, "firmly for")],
)
def test_stances_have_plain_words(stance: float, words: str) -> None:
    assert describe_stance(stance) == words
