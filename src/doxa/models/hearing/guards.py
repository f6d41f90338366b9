"""What the offline judge reads no side in: another language, hedges, decisions in somebody's own life.

These guards hold whatever a network says, look at one claim with its motion and its message, and never at the other
claims of a request. ``cautions_about`` says before a run what in its wording makes judgements doubtful.
"""

import io
import re
from collections.abc import Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

from doxa.records.spec import RunSpec

LETTERS = 8
"""Letters below which a language cannot be told."""
SURE = 0.5
"""The probability of a language from which on a text is in it: of 2,616 English claims and motions none reaches it in
another language, and 88 of 89 texts in other languages do."""

UNDECIDED = re.compile(
    r"\b(?:it (?:\w+ )?depends|undecided|torn|on the fence|in two minds|(?:both|either) sides?|(?:either|both) ways?|"
    r"(?:hard|too early|impossible) to (?:say|tell|know|judge)|pros and cons|jury is (?:still )?out|open question|"
    r"remains to be seen|who knows|mixed (?:feelings|results|evidence)|neither for nor against|"
    r"I (?:really |honestly )?(?:don['’]t|do not|can['’]t|cannot) (?:know|say|tell|decide)|"
    r"(?:I(?:['’]m| am) )?(?:not|un)(?: |-)?(?:sure|certain)|no (?:\w+ )?(?:opinion|view|preference)|"
    r"(?:made|make) up my mind)\b",
    re.IGNORECASE,
)
ARGUED = re.compile(r"\b(?:because|therefore|should|must|ought|but)\b", re.IGNORECASE)
"""Words of a claim that takes a side for all that."""

DECIDING = re.compile(
    r"\bI (?:should|must|ought|need|have to|had better|can|could|may|might|will)\b|\b(?i:should|must|can) I\b|"
    r"\b(?i:whether|if) I\b|\b[Mm]y(?:self)?\b(?! (?:view|opinion|book|mind|part)\b)"
)
"""What the speaker is to do, or what is the speaker's."""
NUMBER_ONE = re.compile(r"\b(?!If\b|Should\b|Must\b|Can\b|Whether\b)(?:[A-Z]\w+|type|phase|class) I\b")
"""The numeral: "World War I", "Charles I"."""

_FINITE = r"(?:should|must|ought to|shall|will|would|can|is|are|was|were|has|have|does|do)"
TWO_STATEMENTS = re.compile(
    rf"\A(?>(?:(?!\b(?:that|which|who|if|when|whether|between|both|because)\b).)+?\s{_FINITE}\b).{{1,300}}?"
    rf"(?:,? (?:and|but|while|whereas)|;|\.)\s+(?!(?:it|they|this|that|which)\b)\w[^,;]{{0,300}}?\s{_FINITE}\b.*",
    re.IGNORECASE,
)
TWO_DEEDS = re.compile(
    r"\A.*\b(?:should|must)\s+(?:not\s+)?(?!be\b)\w+\s+[^,;]{1,300}?\s+(?:and|as well as|while)\s+(?:also\s+)?"
    r"(?!it\b|them\b)\w+\s+(?:the|an?|its|their|our|all|more|fewer|less)\s.*"
    r"|\A(?>.*?\b(?:should|must)\b).*\b\w+ing\s+(?:and|as well as)\s+\w+ing\b.*",
    re.IGNORECASE,
)

TWO_THINGS = (
    "The proposition says two things at once. A claim can be for the one and against the other, and its direction does "
    "not say which: two runs with one thing each tell more."
)
OWN_LIFE = (
    "The proposition is about a decision in somebody's own life. The offline judge reads no side in words on it: "
    'let a model hear (--hear MODEL), or go by the speakers\' sides (hearing.direction = "speaker").'
)


def is_foreign(text: str) -> bool:
    """Return whether a text is in another language than English, which the models were not trained to judge."""
    if sum(map(str.isalpha, text)) < LETTERS:
        return False
    language, chance = _identifier().classify(text)
    return bool(language != "en" and chance >= SURE)


@cache
def _identifier() -> Any:
    # imported late: a process that judges nothing does not wait half a second for its table
    from py3langid import modelio
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    # the table is unpacked into a temporary file; in memory, so that no run ends here on a full disk
    vars(modelio)["tempfile"] = SimpleNamespace(TemporaryFile=lambda **_: io.BytesIO())
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)  # type: ignore[no-untyped-call]


def takes_no_side(claim: str) -> bool:
    """Return whether a claim says of itself that it is undecided."""
    return UNDECIDED.search(claim) is not None and not ARGUED.search(claim)


def is_personal(motion: str) -> bool:
    """Return whether a motion is about the life of the person who states it: "I should adopt a second dog".

    Of what is said on such motions doxa's own networks decide a third and are right on 0.63 of it, where nine in ten
    should be.
    """
    return DECIDING.search(NUMBER_ONE.sub("", motion)) is not None


def is_double(proposition: str) -> bool:
    """Return whether a proposition may join two that somebody could answer differently; only a warning rests on it."""
    words = " ".join(proposition.split()).rstrip(".!? ")
    return TWO_STATEMENTS.fullmatch(words) is not None or TWO_DEEDS.fullmatch(words) is not None


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
    offline = extractor is not None and extractor.offline
    return cautions_about(spec.proposition.text, seeds, offline=offline, blind=spec.hearing.direction == "blind")
