"""Mapping the arguments of many debates: one run embeds every claim, and a second run names clusters.

The layout and the clusters are computed in between, from the vectors in the first run's log.
"""

from pydantic import Field

from doxa.judging.tasks.wording import NAME_CLUSTER, ClusterName
from doxa.protocols.registry import Protocol
from doxa.records.base import JsonValue, Record, Settings
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Script, Step

CHUNK = 64
"""The most texts of an embedding step."""

TYPICAL = 20
"""The most claims of a cluster that the model which names it is shown."""


class EmbeddingSettings(Settings):
    """Settings of embedding: the texts."""

    texts: tuple[str, ...] = Field(default=())


class EmbeddingResult(Record):
    """The vectors of the texts."""

    vectors: tuple[str | None, ...]
    """Blob hash of the vector of each text, in order; None where the step failed."""


def embedding(spec: RunSpec) -> Script:
    """Embed every text and return an EmbeddingResult."""
    texts = EmbeddingSettings.model_validate(spec.script).texts
    parts = [texts[start : start + CHUNK] for start in range(0, len(texts), CHUNK)]
    actor = spec.participants[0].id
    vectors: list[str | None] = []
    for number, part in enumerate(parts, 1):
        inputs: dict[str, JsonValue] = {"texts": list[JsonValue](part)}
        floor = yield Batch(
            steps=(Step(key=f"embed/{number:03d}", actor=actor, task="embed", inputs=inputs),),
            note=f"embedding {number} of {len(parts)}",
        )
        reply = floor.outcomes[0].reply if floor.outcomes[0].ok else None
        listed = reply["vectors"] if isinstance(reply, dict) else None
        vectors += [str(vector) for vector in listed] if isinstance(listed, list) else [None] * len(part)
    return EmbeddingResult(vectors=tuple(vectors))


class NamingSettings(Settings):
    """Settings of naming: the clusters."""

    clusters: tuple[tuple[str, ...], ...] = ()
    """Each cluster's claims, the most typical first."""


class NamingResult(Record):
    """The names of the clusters."""

    names: tuple[ClusterName | None, ...]
    """Name and description of each cluster, in order; None where the step failed."""


def naming(spec: RunSpec) -> Script:
    """Name every cluster and return a NamingResult."""
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
        return NamingResult(names=())
    floor = yield Batch(steps=steps, note="naming")
    return NamingResult(names=tuple(map(NAME_CLUSTER.reply_of, floor.outcomes)))


EMBEDDING = Protocol(Settings=EmbeddingSettings, Result=EmbeddingResult, script=embedding)
NAMING = Protocol(Settings=NamingSettings, Result=NamingResult, script=naming)
