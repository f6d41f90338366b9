"""How often the offline judge reads direction right, by kind of text: the one table that doxa quotes.

Every number names the texts on which it was measured and the command that prints it. The first three are of single
claims, the others of whole messages as a run hears them, by the sign of Σ p·s over their claims. A text without a
direction counts as wrong. Nothing else is quoted about other text.
"""

from typing import Literal

from doxa.records.base import Record, Unit

Kind = Literal[
    "crowd",
    "wikipedia",
    "debate sites",
    "language models",
    "debates",
    "small models",
    "guarded prose",
    "conversation",
]


class Accuracy(Record):
    """How often the offline judge is right on one kind of text."""

    kind: Kind
    texts: str
    """What the texts are, in words that follow a number."""
    right: Unit
    """Share of the texts whose direction is the one that people gave, or that the writer was asked to argue."""
    of: int
    """Number of texts."""
    decided: Unit | None = None
    """Share of the decided that is right; None where every text was decided."""
    unclear: Unit = 0.0
    """Share of the texts that are left unclear."""
    source: str
    command: str
    """What prints the number."""

    @property
    def sentence_part(self) -> str:
        """The number with its texts and source, to stand within a sentence."""
        found = (
            "" if self.decided is None else f": {self.unclear:.2f} left unclear, {self.decided:.2f} right of the others"
        )
        return f"{self.right:.2f} of {self.of:,} {self.texts} ({self.source}{found})"


BY_SIDE = (
    'A claim points to the side that its speaker argues (hearing.direction = "speaker"), unless its words take none or '
    "the speaker grants or quotes it: nearly every message whose side is known then points to it, and most of what a "
    "speaker concedes does too (doxa docs judgement)."
)
"""What hearing by the speaker's side does, and how well."""

SHIFT = "doxa evaluate judgement --shift --sets"

ACCURACIES: dict[Kind, Accuracy] = {
    accuracy.kind: accuracy
    for accuracy in (
        Accuracy(
            kind="crowd",
            texts="one-line arguments that a crowd wrote",
            right=0.754,
            decided=0.978,
            unclear=0.230,
            of=723,
            source="ArgKP-2021, test part",
            command=f"{SHIFT} crowd",
        ),
        Accuracy(
            kind="debate sites",
            texts="perspectives from debate sites",
            right=0.487,
            decided=0.907,
            unclear=0.463,
            of=1205,
            source="Perspectrum, new texts and motions of the test part",
            command=f"{SHIFT} debate-sites",
        ),
        Accuracy(
            kind="wikipedia",
            texts="claims from Wikipedia",
            right=0.368,
            decided=0.876,
            unclear=0.580,
            of=364,
            source="IBM claim stance, new motions of the test part",
            command=f"{SHIFT} wikipedia",
        ),
        Accuracy(
            kind="language models",
            texts="persuasive messages that language models and people wrote",
            right=0.467,
            decided=0.971,
            unclear=0.519,
            of=570,
            source="scaling-LLM-persuasion, those rated valid",
            command=f"{SHIFT} llm-messages",
        ),
        Accuracy(
            kind="debates",
            texts="messages of a language model that debates with another voice",
            right=0.035,
            decided=0.857,
            unclear=0.959,
            of=344,
            source="written debates, test part",
            command=f"{SHIFT} written-debates",
        ),
        Accuracy(
            kind="small models",
            texts="turns of debates of a small open-weight model with itself, on two motions",
            right=0.446,
            decided=0.891,
            unclear=0.500,
            of=92,
            source="debatebench",
            command=f"{SHIFT} model-debates",
        ),
        Accuracy(
            kind="conversation",
            texts="messages of a language model in conversation with people, on given propositions",
            right=0.410,
            decided=0.898,
            unclear=0.544,
            of=581,
            source="persuasiontrace",
            command=f"{SHIFT} persuaders-given",
        ),
        Accuracy(
            kind="guarded prose",
            texts="messages in which words alone do not give the side away",
            right=0.004,
            decided=1.000,
            unclear=0.996,
            of=744,
            source="doxa's own",
            command=f"{SHIFT} own-messages",
        ),
    )
}
