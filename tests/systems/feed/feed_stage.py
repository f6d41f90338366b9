"""A feed as a spec, and agents who do what a table says they do."""

import shutil

from doxa.beliefs.social import SocialSettings
from doxa.models.port import Request
from doxa.records.base import canonical
from doxa.records.spec import ModelSettings, Participant, Prior, Proposition, RunSpec
from doxa.systems.feed.protocol.settings import FeedSettings
from log.cutting import drop_unfounded
from scenes.stage import play

MOTION = "Every street should be lined with trees"
STANCES = {"Trees cool streets": 0.8, "Roots break pavements": -0.5, "They can be cut": 0.4, "A storm felled ten": -1.0}


def agent(id, stance=0.0, **belief):
    rule = SocialSettings.model_validate(belief).model_dump(mode="json")
    return Participant(id=id, name=id.title(), kernel="social", prior=Prior(stance=stance), belief=rule)


def feed(*people, **script):
    people = people or (agent("ana", 0.5), agent("ben", -0.5), agent("cleo"))
    settings = FeedSettings.model_validate({"rounds": 3, **script})
    return RunSpec(
        name="feed",
        seed=7,
        proposition=Proposition(text=MOTION),
        participants=people,
        protocol="feed",
        script=settings.model_dump(mode="json"),
        roles={role: ModelSettings(model="scripted") for role in ("speaker", "judge")},
    )


def post(text, **given):
    return {"action": "create_post", "text": text, **given}


def upon(action, id, **given):
    return {"action": action, "post": id, **given}


def acting(table, judge=None):
    """Answer by (agent, round); who is not in the table does nothing. Stances stand in ``STANCES``."""

    def answer(request: Request) -> str:
        if request.task.name == "judge_stance":
            stance = (judge or STANCES)[request.inputs.text]
            return canonical({"stance": 0.0, "clear": False} if stance is None else {"stance": stance})
        found = table.get((request.step.actor, request.inputs.round), [])
        if found and isinstance(found[0], list):
            found = found[request.attempt - 1]
        return canonical({"actions": found})

    return answer


def played(spec, path, table, judge=None):
    return play(spec, path, acting(table, judge))


def halved(log, path):
    """Return a copy of a run that was killed halfway."""
    shutil.copytree(log.path, path)
    file = path / "calls.jsonl"
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    drop_unfounded(path)
    return path


def moves(run):
    """(agent, batch) → the body of its move."""
    return {one.key: one.body for one in run.events if one.kind == "moved"}


def last(run):
    """Agent → its stance at the end."""
    return run.events[-1].body.stances


def posts(run):
    return run.events[-1].body.result["posts"]
