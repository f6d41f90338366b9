"""Round tables on a scripted cast: who sits there, what they know, and what everybody answers."""

import json

import numpy as np

from doxa.evidence.vectors import quantise
from doxa.models.port import Response
from doxa.records.spec import ModelSettings, Participant, Policy, Prior, PromptPolicy
from doxa.records.steps import Passage
from doxa.systems.round_table.protocol.debating import ROUND_TABLE
from scenes.stage import ROLES, cast, debate

WORDS = {
    "hedge": "Hedges shelter many farmland birds",
    "sheep": "Sheep worry when loose dogs come",
    "rail": "Old railways become wide public greenways",
}
KNOWN = {
    "ada": [Passage(id=f"a#{n}", text=text) for n, text in enumerate(WORDS.values(), 1)],
}


def speaker(id, persona="A walker.", role="speaker", **policy):
    return Participant(
        id=id,
        name=id.title(),
        persona=persona,
        role=role,
        kernel="fixed",
        prior=Prior(),
        policy=Policy(prompt=PromptPolicy(**policy)),
    )


def table(*people, rounds=2, **script):
    people = people or (speaker("ada"), speaker("bo"), speaker("cy"))
    knowledge = script.pop("knowledge", KNOWN)
    given = ROUND_TABLE.Settings(rounds=rounds, knowledge=knowledge, **script).model_dump(mode="json")
    roles = {role: ModelSettings(model="scripted") for role in (*ROLES, "judge")}
    return debate(*people, protocol="round_table", script=given, roles=roles)


def vector(text):
    """One dimension a keyword, and one of its own for everything."""
    return quantise(np.array([float(word in text.lower()) for word in WORDS] + [0.1]))


def answer(request):
    """Everybody says what it has to say; the judge finds a response wherever a name is spoken."""
    task = request.task.name
    if task == "discuss":
        return f"{request.step.actor.title()} speaks of sheep in round {request.inputs.round}."
    if task == "embed":
        return Response(vectors=tuple(vector(text) for text in request.inputs.texts))
    if task == "judge_response":
        return json.dumps({"responds": "bo" in request.inputs.text.lower(), "opposes": False})
    return cast(request)


def shown(played, key, tag):
    return [block.text for block in played.prompts[f"{key}#1"] if block.tag == tag]


def names_heard(played, listener):
    """Return who spoke what an agent is shown of the dialogue in round 2."""
    return [line.split(":")[0] for line in shown(played, f"r02/{listener}", "said")]


def result(played):
    return played.events[-1].body.result
