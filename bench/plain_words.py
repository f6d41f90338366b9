"""Under which words the network of direction reads claims rightly, and what reading others in plain words gains.

    python bench/plain_words.py

*Motions*: claims of dev parts whose side on a thing is known, read under "We should VERB THING" and "THING should be
VERBED", for every verb of ``guards.deeds`` as it is and in its plain word; qualities likewise. *Claims*: "THING VERBS
OUTCOME" with ten made-up things and twenty outcomes, ten good and ten bad, read under motions to support and to ban the
thing, for every verb of ``guards.effects``. Right is the share read as the verb's meaning says; a coin has 0.5. Verbs
of hindering are measured apart on good and on bad outcomes, since a word may be known with one kind alone.

No verb's meaning was fitted: the tables were written by meaning for verbs that this showed to be misread.
"""

from collections.abc import Callable, Container, Sequence
from random import Random
from statistics import fmean

from doxa.corpora.stances import LabelledClaim, read_stances
from doxa.models.embedded import embedder, polarity
from doxa.models.embedded.guards.deeds import DEEDS, QUALITIES, in_plain_deeds
from doxa.models.embedded.guards.effects import ALSO_NOUNS, EFFECTS, in_plain_effects
from doxa.models.embedded.guards.verbs import forms_of
from doxa.models.embedded.phrasing import canonical, sentence

THINGS = {
    "Animal testing for medical research should be allowed.": ("animal testing for medical research", 1),
    "Homework should be banned": ("homework", -1),
    "Physical Education In Schools Should Be Compulsory": ("physical education in schools", 1),
    "Prostitution Should Be Legal": ("prostitution", 1),
    "School Uniforms Should Be Mandatory": ("school uniforms", 1),
    "Smoking in public spaces should be banned": ("smoking in public spaces", -1),
    "The Private Education System Should Be Abolished": ("the private education system", -1),
    "University Fees Should Be Scrapped": ("university fees", -1),
    "We should abandon the use of school uniform": ("school uniform", -1),
    "We should adopt an austerity regime": ("an austerity regime", 1),
    "We should build new nuclear power plants": ("new nuclear power plants", 1),
    "We should end affirmative action": ("affirmative action", -1),
}
"""Motion of a dev part → what it is about, and whether who is for the motion is for that."""
MOST = 10
"""The most claims of a motion, drawn with a seed."""

FOR = frozenset((
    "accelerate", "accept", "adopt", "allow", "bring back", "expand", "extend", "increase", "introduce", "legalize",
    "preserve", "promote", "strengthen", "support", "use",
))  # fmt: skip
"""Plain verbs of doing more of a thing; all others do less of it."""
PRAISE = frozenset(("fair", "wise", "essential", "necessary", "needed", "acceptable", "justified", "valuable"))

MADE_UP = (
    "the tram line", "the harbour tunnel", "the night market", "the new exam", "the youth club", "the four-day week",
    "the tree levy", "the river park", "the open-plan office", "the evening school",
)  # fmt: skip
GOOD = ("creativity", "learning", "health", "trust", "growth", "safety", "progress", "innovation", "jobs", "freedom")
BAD = ("crime", "pollution", "stress", "inequality", "waste", "fraud", "congestion", "injuries", "noise", "debt")
HELPING = frozenset(("support", "allow"))

Told = tuple[str, str, float, float]
"""A word, its plain word, and the share right as it is and in the plain word."""


def known_claims() -> dict[str, list[tuple[str, int]]]:
    """Return some claims for and against each thing: text and side on the thing."""
    found: dict[str, list[tuple[str, int]]] = {}
    for rows in (read_stances("argkp", "dev"), read_stances("perspectrum", "dev")):
        for motion, (thing, sign) in THINGS.items():
            claims = [row for row in rows if row.proposition.strip() == motion]
            found.setdefault(thing, []).extend((row.claim, row.polarity * sign) for row in _some(claims))
    return {thing: claims for thing, claims in found.items() if claims}


def _some(claims: Sequence[LabelledClaim]) -> list[LabelledClaim]:
    return Random("plain words").sample(list(claims), min(MOST, len(claims)))


def right_under(frame: str, sign: int, plain: bool, claims_of: dict[str, list[tuple[str, int]]]) -> float:
    """Return the share of claims read rightly under a motion, "{x}" its thing, that is for (1) or against it."""
    hits = []
    for thing, claims in claims_of.items():
        motion = canonical(frame.format(x=thing))
        chances = polarity().probabilities(
            in_plain_deeds(motion) if plain else motion, [sentence(text) for text, _ in claims], embedder()
        )
        hits += [(chance - 0.5) * side * sign > 0 for chance, (_, side) in zip(chances, claims, strict=True)]
    return fmean(hits)


def motions(verb_frame: Callable[[str], str], table: dict[str, tuple[str, ...]], praise: Container[str]) -> list[Told]:
    """Return how claims are read under each word of a table of motions."""
    claims_of = known_claims()

    def told(word: str, plain: str) -> Told:
        frame, sign = verb_frame(word), 1 if plain in praise else -1
        return word, plain, right_under(frame, sign, False, claims_of), right_under(frame, sign, True, claims_of)

    return [told(word, plain) for plain, words in table.items() for word in words]


def right_saying(verb: str, outcomes: Sequence[str], sign: int, plain: bool) -> float:
    """Return the share of made-up claims with a verb that are read rightly: for the thing (1) or against it."""
    hits = []
    for thing in MADE_UP:
        said = [f"{thing} {forms_of(verb).third} {outcome}" for outcome in outcomes]
        claims = [sentence(in_plain_effects(text) if plain else text) for text in said]
        pro, con = (
            polarity().probabilities(f"We should {deed} {thing}", claims, embedder()) for deed in ("support", "ban")
        )
        hits += [(one - other) * sign > 0 for one, other in zip(pro, con, strict=True)]
    return fmean(hits)


def effects(outcomes: Sequence[str], good: bool) -> list[Told]:
    """Return how made-up claims with each verb of effect are read, on good or on bad outcomes."""

    def told(verb: str, plain: str) -> Told:
        sign = 1 if good == (plain in HELPING) else -1
        return verb, plain, right_saying(verb, outcomes, sign, False), right_saying(verb, outcomes, sign, True)

    return [told(verb, plain) for plain, verbs in EFFECTS.items() for verb in verbs]


def show(title: str, told: Sequence[Told]) -> None:
    print(f"\n### {title}\n\n| word | read as | right as it is | right in the plain word |\n|---|---|---|---|")
    for word, plain, before, after in told:
        print(f"| {word} | {plain} | {before:.2f} | {after:.2f} |")
    print(f"| mean of {len(told)} | | {fmean(row[2] for row in told):.2f} | {fmean(row[3] for row in told):.2f} |")


def main() -> None:
    show("Motions to do it", motions(lambda verb: f"We should {verb} {{x}}", dict(DEEDS), FOR))
    show(
        "Motions that it be done",
        motions(lambda verb: f"{{x}} should be {forms_of(verb).participle}", dict(DEEDS), FOR),
    )
    show("Motions that say what it is", motions(lambda quality: f"{{x}} is {quality}", dict(QUALITIES), PRAISE))
    show("Claims with good outcomes", effects(GOOD, good=True))
    show("Claims with bad outcomes", effects(BAD, good=False))
    print(f"\nNot measured: verbs that may be nouns ({', '.join(w for words in ALSO_NOUNS.values() for w in words)}).")


if __name__ == "__main__":
    main()
