"""Teams of reasoners, without engine or log: the directions that their strengths and bounds cause in a debate."""

from functools import cache

import pytest

from doxa.models.offline.performer import skills
from doxa.models.port import Request
from doxa.records.spec import ModelSettings, Participant, Proposition, RunSpec
from doxa.records.steps import Floor, Outcome
from doxa.systems.puzzle.measures.sittings import majority_answer, strict
from doxa.systems.puzzle.plans import PRESETS
from doxa.systems.puzzle.protocol.debating import PUZZLE
from doxa.systems.puzzle.puzzles.generating import Sort, generate
from doxa.systems.puzzle.puzzles.wording import game_text
from doxa.tasks.base import Scene
from doxa.tasks.registry import tasks as every_task
from models.offline_scenes import library

PUZZLES = 15


@cache
def games(size):
    return tuple(game_text(one) for one in generate(Sort(players=size), PUZZLES, 11))


def spec_of(models, game, seed):
    people = tuple(Participant(id=f"a{n}", name=f"A{n}", role=f"speaker@a{n}", kernel=None) for n in range(len(models)))
    roles = {f"speaker@a{n}": ModelSettings(model=model) for n, model in enumerate(models)}
    roles["supervisor"] = ModelSettings(model="offline:reasoner-strong")
    script = PUZZLE.Settings(puzzle=game).model_dump(mode="json")
    return RunSpec(name="t", seed=seed, proposition=Proposition(text="?"), participants=people, protocol="puzzle",
                   script=script, roles=roles)  # fmt: skip


def outcome(spec, step):
    task = every_task()[step.task]
    settings = spec.roles["supervisor" if task.role == "supervisor" else f"speaker@{step.actor}"]
    actor = next((one for one in spec.participants if one.id == step.actor), spec.participants[0])
    inputs = task.read_inputs(step.inputs)
    request = Request(step=step, inputs=inputs, scene=Scene(actor=actor, proposition=spec.proposition, names={}),
                      task=task, prompt=(), settings=settings, seed=spec.stream_seed)  # fmt: skip
    reply = task.parse(skills()[step.task](request, library()).text, inputs)
    return Outcome(key=step.key, task=step.task, actor=step.actor, status="ok", reply=reply.model_dump(mode="json"))


def held(models, game, seed):
    """One debate from its first proposal to the decision."""
    spec = spec_of(models, game, seed)
    script = PUZZLE.script(spec)
    batch = next(script)
    while True:
        try:
            batch = script.send(Floor(outcomes=tuple(outcome(spec, step) for step in batch.steps)))
        except StopIteration as done:
            return done.value.sitting


@cache
def debates(preset, size):
    models = PRESETS[preset].reasoners
    return tuple(held(models, game, seed) for seed, game in enumerate(games(size)))


def right(sittings):
    return sum(strict(one.decided, one.solution) for one in sittings) / len(sittings)


def voted(sittings):
    return sum(strict(majority_answer(one.initial), one.solution) for one in sittings) / len(sittings)


def test_stronger_teams_are_right_more_often():
    assert right(debates("hom-strong", 6)) > right(debates("hom-weak", 6)) + 0.3
    assert right(debates("het-mix-a", 6)) > right(debates("hom-weak", 6)) + 0.3


@pytest.mark.parametrize("preset", ["het-mix-a", "hom-weak"])
def test_larger_puzzles_are_harder(preset):
    assert right(debates(preset, 4)) > right(debates(preset, 8))


def test_a_debate_is_right_more_often_than_a_majority_of_its_proposals():
    assert right(debates("het-mix-a", 6)) > voted(debates("het-mix-a", 6)) + 0.1


def test_the_weak_seldom_leave_a_wrong_majority_and_the_strong_keep_a_right_minority():
    kept, left, chances = 0, 0, [0, 0]
    for one in debates("het-mix-a", 6):
        for held_round, before in zip(one.rounds, one.after_each, strict=False):
            place, solution = held_round.player, one.solution[held_round.player]
            labels = [answer[place] for answer in before]
            most = majority_answer(before)[place]
            if most is not None and most != solution:
                if labels[0] == solution:
                    chances[0] += 1
                    kept += held_round.answers[0][place] == solution
                if labels[2] == most:
                    chances[1] += 1
                    left += held_round.answers[2][place] == solution
    assert min(chances) > 5
    assert kept / chances[0] > left / chances[1] + 0.2
