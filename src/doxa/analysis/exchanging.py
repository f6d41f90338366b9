"""Another belief rule for the same words: what a what-if gives to a rule that a run's agents did not have.

Rules that read claims and rules that read posts exchange freely, each with what the log has:

- a message becomes a post with the stance Σ p·s / Σ s over its directed claims, as in a replay of real people;
- a post with a stance becomes one claim in its direction, with strength |stance|; posts of one content are
  near-duplicates of each other, and other posts never are.

A rule that does not read seeds begins where the agent began, and so does a rule that reads claims in place of posts: it
has one seed of strength 1, whose factor is solved for that stance. Self-reports and structured replies exist only where
the run asked for them.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from doxa.beliefs.base import Need, kernel_class
from doxa.errors import ScenarioError
from doxa.log.rundir import RunLog
from doxa.minds.mind import Gathering
from doxa.records.amend import is_rule, narrowness
from doxa.records.base import JsonValue
from doxa.records.claims import Claim, Exposure
from doxa.records.events import HeardBody
from doxa.records.spec import Participant, Prior, RunSpec

START = "where the agent began"
"""The text and the vector's name of the one seed of a rule that reads claims in place of posts."""

POST = "post:"
"""The vector's name of a claim that stands for a post begins so, and goes on with the hash of the post's content."""

MOST = 0.98
"""The largest |S₀| for which the factor of that seed is solved, as in a replay of people: ±1 has infinite log-odds."""


@dataclass(frozen=True, kw_only=True)
class RuleExchange:
    """The rules that agents get in place of their own, and the input that these rules get."""

    rules: Mapping[str, str]
    """Agent → the name of its new rule; agents that keep theirs are absent."""
    starts: Mapping[str, float | None]
    """Agent → the stance at which it began."""
    from_claims: bool
    """Whether the log has claims, which posts are made from; where it has none, claims are made from posts."""
    strength: str
    """The role whose strength counts."""
    contents: Mapping[str, int]
    """The names of the vectors of all posts and of where an agent began → a number each."""
    width: int
    """How many numbers a vector has: those of the log's claims, else one for each content, all at right angles."""
    row: Callable[[str], NDArray[np.float64]]
    """Returns the vector of a blob hash."""

    def respec(self, spec: RunSpec) -> RunSpec:
        """Return a spec in which the agents have their new rules, with default settings."""
        participants = tuple(
            self._participant(participant) if participant.id in self.rules else participant
            for participant in spec.participants
        )
        return spec.model_copy(update={"participants": participants})

    def seeds(self, listener: str, claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
        """Return the seeds that a rule begins with: those of the log, or one that stands for where the agent began."""
        start = self.starts.get(listener)
        if listener not in self.rules or claims or not start or "claims" not in self._needs(listener):
            return claims
        return (self._stand_in(f"seed/{listener}#1", START, START, start / abs(start)),)

    def read(self, listener: str, met: Gathering) -> Gathering:
        """Return the input of a batch as a listener's new rule reads it."""
        if listener not in self.rules:
            return met
        needs = self._needs(listener)
        if "posts" in needs and self.from_claims:
            shown = {listener: tuple(self._posts(listener, met))}
            return Gathering(heard={}, audience={}, replies=met.replies, shown=shown)
        if "claims" in needs and not self.from_claims:
            heard = dict(self._messages(listener, met))
            return Gathering(heard=heard, audience=dict.fromkeys(heard, (listener,)), replies=met.replies)
        return met

    def vector(self, name: str) -> NDArray[np.float64]:
        """Return the vector of a blob hash, or of a claim that stands for a post."""
        if name not in self.contents:
            return self.row(name)
        row = np.zeros(self.width)
        row[self.contents[name]] = 1.0
        return row

    def _participant(self, participant: Participant) -> Participant:
        rule = kernel_class(self.rules[participant.id])
        seeded = {"claims"} <= rule.needs & kernel_class(participant.kernel or "").needs
        start = self.starts.get(participant.id)
        prior = participant.prior if seeded else Prior()
        if not seeded and start is not None:
            bounded = max(-MOST, min(MOST, start)) if "claims" in rule.needs else start
            mode = "seeds" if "claims" in rule.needs and not start else "target"
            prior = Prior.model_validate({"mode": mode, "stance": bounded})
        belief = rule.Settings().model_dump(mode="json")
        return participant.model_copy(update={"kernel": self.rules[participant.id], "belief": belief, "prior": prior})

    def _needs(self, listener: str) -> frozenset[Need]:
        return kernel_class(self.rules[listener]).needs

    def _posts(self, listener: str, met: Gathering) -> Iterator[Exposure]:
        for key, body in met.heard.items():
            if body.speaker == listener or listener in met.audience[key]:
                yield Exposure(
                    message=key,
                    speaker=body.speaker,
                    origin="self" if body.speaker == listener else "peer",
                    claims=tuple(claim.id for claim in body.claims),
                    stance=message_stance(body.claims, self.strength),
                    shown=True,
                )

    def _messages(self, listener: str, met: Gathering) -> Iterator[tuple[str, HeardBody]]:
        for post in met.shown.get(listener, ()):
            if post.stance and not post.topic:
                claim = self._stand_in(f"{post.message}#1", post.message, _content(post), post.stance)
                yield post.message, HeardBody(speaker=post.speaker, text=post.message, claims=(claim,))

    def _stand_in(self, id: str, text: str, vector: str, stance: float) -> Claim:
        return Claim(
            id=id,
            proposition="",
            text=text,
            polarity=1 if stance > 0 else -1,
            strengths={self.strength: abs(stance)},
            source=id,
            vector=vector,
        )


def exchange_of(
    log: RunLog, changes: Mapping[str, JsonValue], starts: Mapping[str, float | None]
) -> RuleExchange | None:
    """Return the exchange of rules that changes name; None where every agent keeps its own.

    Raises:
        ScenarioError: an agent does not exist, or the log lacks what a rule reads.
        UnknownNameError: no rule of a name is installed.
    """
    believers = {participant.id: participant for participant in log.spec.participants if participant.kernel}
    rules: dict[str, str] = {}
    for path in sorted(filter(is_rule, changes), key=narrowness):
        for id in believers if path == "kernel" or path.split(".")[1] == "*" else {path.split(".")[1]: None}:
            if id not in believers:
                raise ScenarioError(f"{path}: {id!r} is no agent with a belief", hint=f"Known: {', '.join(believers)}.")
            rules[id] = str(changes[path])
    rules = {id: name for id, name in rules.items() if name != believers[id].kernel}
    if not rules:
        return None
    exposures = [one for event in log.events if event.kind == "moved" for one in event.body.exposures if one.shown]
    heard = [claim.vector for event in log.events if event.kind == "heard" for claim in event.body.claims]
    from_claims, vectors = bool(heard), [name for name in heard if name]
    names = dict.fromkeys([START, *([] if from_claims else map(_content, exposures))])
    for id, name in rules.items():
        _check_input(
            log, believers[id], name, has_words=from_claims or any(one.stance is not None for one in exposures)
        )
    return RuleExchange(
        rules=rules,
        starts=starts,
        from_claims=from_claims,
        strength=log.spec.hearing.strength,
        contents={name: number for number, name in enumerate(names)},
        width=len(log.blobs.row(vectors[0])) if vectors else len(names),
        row=log.blobs.row,
    )


def message_stance(claims: tuple[Claim, ...], strength: str) -> float | None:
    """Return Σ p·s / Σ s over the directed claims of a message, in [−1, 1]; None where it has none."""
    directed = [(claim.polarity, claim.strengths.get(strength) or 0.0) for claim in claims if claim.polarity]
    total = sum(s for _, s in directed)
    return max(-1.0, min(1.0, sum(p * s for p, s in directed) / total)) if total else None


def _check_input(log: RunLog, participant: Participant, name: str, *, has_words: bool) -> None:
    """Raise where a log lacks what an agent's new rule reads."""
    needs, had = kernel_class(name).needs, kernel_class(participant.kernel or "").needs
    reported = any(
        event.kind == "outcome" and event.body.task == "self_update" and event.body.actor == participant.id
        for event in log.events
    )
    lacking = {
        "self_report": not reported and "self_report" not in had,
        "replies": "replies" not in had,
        "claims": not has_words,
        "posts": not has_words,
    }
    if absent := [need for need in sorted(needs) if lacking[need]]:
        raise ScenarioError(
            f"{participant.id} cannot have the rule {name} in a what-if: {LACKS[absent[0]]}",
            hint=f"A what-if asks nobody. To have it asked, start a new run: doxa run … --set kernel={name}",
        )


LACKS: Mapping[Need, str] = {
    "self_report": "the rule reads the agent's self-reports, and this run did not ask the agent for any",
    "replies": "the rule reads structured replies, and this run did not ask the agent for them",
    "claims": "the rule reads claims, and in this run nobody's words were read for claims and no posts were shown",
    "posts": "the rule reads posts, and in this run no posts were shown and nobody's words were read for claims",
}
"""Need → why a log has nothing for a rule that has it."""


def _content(post: Exposure) -> str:
    return f"{POST}{post.content or post.message}"
