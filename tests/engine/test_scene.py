"""What a task may see of its actor."""

from doxa.engine.floor import Hearers, scene_of
from doxa.minds.mind import new_mind
from doxa.records.steps import Step
from scenes.stage import debate


def test_the_stance_is_in_sight_only_of_tasks_that_ask_for_it() -> None:
    spec = debate()
    violet = spec.participants[0]
    minds = {"violet": new_mind(violet, (), spec.hearing, {}.__getitem__)[0]}
    seen = {
        task: scene_of(spec, Step(key=task, actor="violet", task=task, inputs={}), minds, Hearers(names={}))[0].stance
        is not None
        for task in ("respond", "embed")
    }
    assert seen == {"respond": True, "embed": False}
