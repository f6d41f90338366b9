"""What in the wording of a run makes its judgements doubtful, as sentences for people; nothing is refused.

- A proposition of two things ("Christianity is right and atheism is wrong"): a claim can be for the one and against the
  other, and no direction says which.
- A proposition or seeds in another language than English, of which the offline judge leaves every claim unclear.
"""

import re
from collections.abc import Sequence

from doxa.models.embedded.extraction.clauses import stands
from doxa.models.embedded.extraction.words import VERBS
from doxa.models.embedded.guards.languages import is_foreign
from doxa.records.spec import RunSpec

TWO_THINGS = (
    "The proposition says two things at once. A claim can be for the one and against the other, and its direction does "
    "not say which: two runs with one thing each tell more."
)

JOINT = re.compile(r"(?:,|;)?\s+(?:and|but|while|whereas)\s+(?:that\s+)?|;\s+", re.IGNORECASE)
HIDDEN = re.compile(r"\b(?:between|both|either|neither|whether|who|which|that|if|when|because|as)\b", re.IGNORECASE)
"""Words behind which an "and" joins no two propositions."""

ACTS = re.compile(
    r"\b(?:should|must|ought to|will|would|can)\s+(?:not\s+)?(?P<first>\w+)\s+[\w'’-]+[^,;]*?,?\s+and\s+"
    r"(?:(?:should|must|will|would|can)\s+)?(?:not\s+)?(?P<second>\w+)\s+\w+",
    re.IGNORECASE,
)
"""Two things to do: "We should cut taxes and raise wages"."""

_NAME = r"[\w'’-]+(?:\s+[\w'’-]+)?"
OBJECTS = re.compile(
    r"(?:we|they|the \w+|governments?|states?|schools?|cities)\s+(?:should|must)\s+(?:not\s+)?\w+\s+"
    rf"{_NAME},?\s+and\s+{_NAME}\.?",
    re.IGNORECASE,
)
"""One thing to do to two: "We should ban smoking and drinking"."""

PAIRS = re.compile(
    r"\b(?:rich and poor|men and women|women and men|boys and girls|law and order|health and safety|"
    r"research and development|truth and reconciliation|goods and services|terms and conditions|trial and error|"
    r"stars and stripes|keep and bear|arts and crafts|black and white|pros and cons)\b",
    re.IGNORECASE,
)
"""Pairs that are one thing."""


def cautions_about(proposition: str, texts: Sequence[str] = (), *, offline: bool) -> tuple[str, ...]:
    """Return sentences on what is doubtful in a proposition and in the texts that argue on it; none where all is well.

    ``offline``: the offline judge reads the claims.
    """
    cautions = [TWO_THINGS] if is_double(proposition) else []
    if offline and is_foreign(proposition):
        cautions.append("The proposition is not in English. The offline judge leaves every claim on it unclear.")
    elif offline and (foreign := sum(map(is_foreign, texts))):
        cautions.append(
            f"{foreign} of {len(texts)} seed arguments are not in English. The offline judge leaves them unclear."
        )
    return tuple(cautions)


def cautions_of(spec: RunSpec) -> tuple[str, ...]:
    """Return sentences on what the wording of a run makes doubtful."""
    extractor = spec.roles.get("extractor")
    seeds = [seed.text for arguments in spec.seeds.values() for seed in arguments]
    return cautions_about(spec.proposition.text, seeds, offline=extractor is not None and extractor.simulated)


def is_double(proposition: str) -> bool:
    """Return whether a proposition joins two that somebody could answer differently."""
    statement = PAIRS.sub(lambda pair: "·" * len(pair[0]), " ".join(proposition.split()).rstrip("."))
    if any(_joins_two(statement, joint) for joint in JOINT.finditer(statement)):
        return True
    acts = ACTS.search(statement)
    if (
        acts
        and not HIDDEN.search(statement, 0, acts.end())
        and {acts["first"].lower(), acts["second"].lower()} <= VERBS
    ):
        return True
    return OBJECTS.fullmatch(statement) is not None


def _joins_two(statement: str, joint: re.Match[str]) -> bool:
    """Return whether a statement stands on each side of an "and", the second about something of its own."""
    first, second = statement[: joint.start()], statement[joint.end() :]
    own = stands(first) and stands(second) and not second.lower().startswith(("it ", "they "))
    return own and not HIDDEN.search(first)
