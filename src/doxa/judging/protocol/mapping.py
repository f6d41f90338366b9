"""Mapping the arguments of many debates: first every claim is embedded, then, in a run of its own, clusters are named.

Where claims lie and how they cluster is worked out in between, from the vectors that the first run's log holds.
"""

from pydantic import Field

from doxa.protocols.registry import Protocol
from doxa.records.base import JsonValue, Settings
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Script, Step

CHUNK = 64
"""Texts to an embedding step."""

TYPICAL = 20
"""Claims of a cluster that its namer is shown."""


class EmbeddingSettings(Settings):
    """What is embedded."""

    texts: tuple[str, ...] = Field(default=())


def embedding(spec: RunSpec) -> Script:
    """Embed every text and return the hash of each one's vector; None where a step brought none."""
    texts = EmbeddingSettings.model_validate(spec.script).texts
    parts = [texts[start : start + CHUNK] for start in range(0, len(texts), CHUNK)]
    actor = spec.participants[0].id
    found: list[str | None] = []
    for number, part in enumerate(parts, 1):
        inputs: dict[str, JsonValue] = {"texts": list[JsonValue](part)}
        step = Step(key=f"embed/{number:03d}", actor=actor, task="embed", inputs=inputs)
        floor = yield Batch(steps=(step,), note=f"embedding {number} of {len(parts)}")
        reply = floor.outcomes[0].reply if floor.outcomes[0].ok else None
        listed = reply["vectors"] if isinstance(reply, dict) else None
        found += [str(one) for one in listed] if isinstance(listed, list) else [None] * len(part)
    return {"vectors": found}


class NamingSettings(Settings):
    """The clusters that are named."""

    clusters: tuple[tuple[str, ...], ...] = ()
    """Each cluster's claims, the most typical first."""


def naming(spec: RunSpec) -> Script:
    """Name every cluster and return names and descriptions in order; None where a namer gave none."""
    clusters = NamingSettings.model_validate(spec.script).clusters
    actor = spec.participants[0].id
    steps = tuple(
        Step(
            key=f"name/{number:03d}",
            actor=actor,
            task="name_cluster",
            inputs={"motion": spec.proposition.text, "claims": list[JsonValue](claims[:TYPICAL])},
        )
        for number, claims in enumerate(clusters, 1)
    )
    if not steps:
        return {"names": []}
    floor = yield Batch(steps=steps, note="naming")
    return {"names": [one.reply if one.ok else None for one in floor.outcomes]}


EMBEDDING = Protocol(Settings=EmbeddingSettings, script=embedding)
NAMING = Protocol(Settings=NamingSettings, script=naming)
