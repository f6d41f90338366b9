"""What in the wording of a run makes its judgements doubtful, as sentences for people; nothing is refused.

- A proposition of two things ("Christianity is right and atheism is wrong"): a claim can be for the one and against the
  other, and no direction says which.
- A proposition about a decision in the speaker's own life, of which the offline judge reads no claim.
- A proposition or seeds in another language than English, of which the offline judge leaves every claim unclear.
"""

from collections.abc import Sequence

from doxa.models.embedded.guards.doubles import is_double
from doxa.models.embedded.guards.languages import is_foreign
from doxa.models.embedded.guards.personal import is_personal
from doxa.records.spec import RunSpec

TWO_THINGS = (
    "The proposition says two things at once. A claim can be for the one and against the other, and its direction does "
    "not say which: two runs with one thing each tell more."
)

OWN_LIFE = (
    "The proposition is about a decision in somebody's own life. The offline judge reads no side in words on it: "
    'let a model hear (--hear MODEL), or go by the speakers\' sides (hearing.direction = "speaker").'
)


def cautions_about(
    proposition: str, texts: Sequence[str] = (), *, offline: bool, blind: bool = True
) -> tuple[str, ...]:
    """Return sentences on what is doubtful in a proposition and in the texts that argue on it; none where all is well.

    Args:
        offline: the offline judge reads the claims.
        blind: it reads them without the speaker's side.
    """
    cautions = [TWO_THINGS] if is_double(proposition) else []
    if offline and blind and is_personal(proposition):
        cautions.append(OWN_LIFE)
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
    offline = extractor is not None and extractor.simulated
    return cautions_about(spec.proposition.text, seeds, offline=offline, blind=spec.hearing.direction == "blind")
