"""The table of the recorded replies by label: accepted before the checks of replies, and what becomes of each now.

Before, doxa took a reply that had the shape of its schema, or any words: 95 of the 99 (commit 3ac3da6).
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from doxa.models.providers.words import spoken
from doxa.tasks.speech import EarlierTurn, SpeechContext, check_speech
from replies.contexts import RecordedContext, read_contexts
from replies.labelled import LabelledReply

REFUSED_BEFORE = {23, 24, 26, 27}
"""The replies that commit 3ac3da6 did not accept: they broke off within their JSON."""
WANTED = {"right": "kept", "cut": "cut as labelled", "unfit": "unfit"}
"""Label → what is to become of a reply."""


@dataclass(frozen=True, kw_only=True)
class TableRow:
    """The replies of a label, before and after."""

    kind: str
    label: str
    replies: int
    before: int
    """Accepted as they are."""
    after: Counter[str]
    """What becomes of them → how many."""

    @property
    def as_wanted(self) -> int:
        """Return how many of them become what their label asks for."""
        return self.after[WANTED[self.label]]


def make_table(replies: Iterable[LabelledReply]) -> list[TableRow]:
    """Return a row for each label of words."""
    words = [reply for reply in replies if reply.kind == "words"]
    contexts = read_contexts(words)
    rows = []
    for label in WANTED:
        labelled = [reply for reply in words if reply.label == label]
        rows.append(
            TableRow(
                kind="words",
                label=label,
                replies=len(labelled),
                before=sum(reply.number not in REFUSED_BEFORE for reply in labelled),
                after=Counter(judge_words(reply, contexts[reply.number]) for reply in labelled),
            )
        )
    return rows


def judge_words(reply: LabelledReply, context: RecordedContext) -> str:
    """Return what becomes of a reply of words: ``kept``, ``cut as labelled``, ``cut otherwise`` or ``unfit``."""
    speech = check_speech(
        spoken(reply.recorded["reply"]).text,
        SpeechContext(
            speaker=context.speaker,
            others=context.others,
            motion=context.motion,
            request=context.request,
            own=context.own,
            earlier=tuple(EarlierTurn(speaker=speaker, text=text) for speaker, text in context.earlier),
        ),
    )
    if speech.fault:
        return "unfit"
    if speech.text.split() == reply.recorded["reply"].split():
        return "kept"
    return "cut as labelled" if speech.text.split() == reply.remains.split() else "cut otherwise"
