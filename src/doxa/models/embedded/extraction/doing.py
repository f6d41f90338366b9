"""What sentences do in a message, as a reader of roles says it, and what follows for the claims drawn from them.

    nothing, neutral, states ─▶ silent: no claim       reports ─▶ another's: no claim
    concedes, reports        ─▶ granted                elaborates ─▶ one claim with the argument before

Rules know a refusal, a quotation or a concession by its cue. Most have none, and a reader that has learned what such
sentences are like finds them (``embedded.roles``). It only takes claims away, marks or joins them: what a claim says is
told by the rules.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from doxa.models.embedded.extraction.joining import adds
from doxa.models.embedded.extraction.points import ClaimDraft
from doxa.models.embedded.extraction.reporting import may_be_witness, names_who_says, tells_of_others
from doxa.models.embedded.extraction.sentences import Sentence
from doxa.models.embedded.extraction.units import FURTHER, ILLUSTRATING

SILENT = 0.65
"""The probability of being silent or another's from which on a sentence makes no claim of its speaker's. In messages of
writers left out of training 0.94 of such sentences are, and 0.03 of those that argue are among them
(``bench/role_bounds.py``, as the shares below)."""

ANOTHERS = 0.6
"""The probability of reporting from which on a sentence is another's words, whatever else it may be."""

ANOTHERS_AS_TOLD = 0.4
"""The same for a sentence that tells who says or thinks it (``reporting``)."""

WITNESS = 2.0
"""How much likelier than a witness's such a sentence must be another's."""

ANOTHERS_AS_SAID = 0.25
"""The same for a sentence that begins with who says it, and may be no witness's: 0.73 of those that this adds are not
their speaker's arguments in the varied messages of the corpus, and nine in ten in plain ones (decision 039)."""

GRANTED = 0.6
"""The probability from which on a claim is granted or quoted rather than argued: 0.80 of such sentences are."""

GOES_ON = 0.6
"""The probability from which on a sentence goes on with the argument before it: 0.68 of such sentences do."""

BRIEF = 3
"""Sentences of a text that makes one argument, unless it says otherwise."""

SUPPORTS = 0.35
"""What must speak, in a text so brief, for a sentence being support of the one before: the probabilities of going on
and of citing, and what follows. Chosen on a stranger's 120 brief texts (decision 043)."""

ILLUSTRATES = 0.2
LONGER = 0.2
"""What speaks for it beside them: a place, a date, a figure, somebody's own case; and that it is much longer."""

MUCH = 1.5
"""How many times as long it is then: a claim is put in few words and supported in more."""

APART = 0.3
"""The probability of being granted from which on a sentence of such a text stays apart."""

COUNTING = re.compile(
    r"(?:(?:first|second|third|fourth|fifth|sixth|last|final)(?:ly)?|one|two|three|four|five|six|next|also|another)\s*[,:–—]|"
    r"(?:point|reason|argument|number|item)\s+(?:the\s+)?\w+\s*[,:–—]|"
    r"(?:and )?(?:then )?(?:there (?:is|are) also|another|a (?:second|third|fourth|final|further))\s|[^\W\d]{2,9}:\s",
    re.IGNORECASE,
)
"""How a sentence begins that counts arguments."""
ANNOUNCED = re.compile(r"(?:[\w'’-]+ ){1,4}[\w'’-]+:\s")
"""How a sentence begins that announces what it says: "One thing is well established: …"."""
PARAGRAPH = re.compile(r"\n\s*\n")


@dataclass(frozen=True)
class SentenceRole:
    """How probably a sentence does what; each in [0, 1], all together 1."""

    argues: float
    """Gives a reason for the speaker's side, and begins an argument."""
    elaborates: float
    """Goes on with the argument before."""
    cites: float
    """Argues through a witness that the speaker relies on."""
    reports: float
    """Tells what somebody else argues."""
    concedes: float
    """Grants a point to the other side."""
    states: float
    """Says the speaker's position without a reason."""
    neutral: float
    """Is about the topic, for no side."""
    nothing: float
    """Is not about the topic's merits: thanks, refusals, announcements, code."""

    @property
    def silent(self) -> float:
        return self.states + self.neutral + self.nothing

    @property
    def granted(self) -> float:
        return self.concedes + self.reports

    @property
    def makes_no_claim(self) -> bool:
        """Whether the sentence is surely no argument of its speaker's; what is only granted is a claim still."""
        return self.reports >= ANOTHERS or self.silent + self.reports >= SILENT

    def is_anothers(self, sentence: str) -> bool:
        """Return whether a sentence with this role, which says who holds it, tells of somebody else's argument."""
        if names_who_says(sentence) and not may_be_witness(sentence):
            return self.reports >= ANOTHERS_AS_SAID
        return self.reports >= max(ANOTHERS_AS_TOLD, WITNESS * self.cites) and tells_of_others(sentence)


ROLES = tuple(SentenceRole.__dataclass_fields__)


def keep_argued(
    drafts: Sequence[ClaimDraft], text_sentences: Sequence[Sentence], roles: Sequence[SentenceRole]
) -> list[ClaimDraft]:
    """Return the drafts in which a sentence may be its speaker's argument."""
    return [
        draft
        for draft in drafts
        if not (within := _roles_in(draft, text_sentences, roles))
        or not all(role.makes_no_claim or role.is_anothers(told.text) for told, role in within)
    ]


def going_on(
    text: str, drafts: Sequence[ClaimDraft], text_sentences: Sequence[Sentence], roles: Sequence[SentenceRole]
) -> frozenset[int]:
    """Return where the drafts of a text begin that go on with the argument before them.

    An item of a list never does, nor a sentence that counts ("Thirdly, …"), nor the first one of a paragraph, nor what
    stands behind a sentence of which no draft is left: its words, which may be another's, would come into the claim.
    """
    places = [sentences_in(text_sentences, draft.start, draft.end) for draft in drafts]
    is_brief = _may_make_one_point(text_sentences, roles)
    return frozenset(
        draft.start
        for before, draft, (place, _), (_, after) in zip(drafts, drafts[1:], places[1:], places, strict=False)
        if place <= after
        and place < len(roles)
        and (roles[place].elaborates >= GOES_ON or (is_brief and _supports(text_sentences, roles, place)))
        and not text_sentences[place].listed
        and not COUNTING.match(text_sentences[place].text)
        and not PARAGRAPH.search(text, before.end, draft.start)
    )


def _may_make_one_point(text_sentences: Sequence[Sentence], roles: Sequence[SentenceRole]) -> bool:
    """Return whether a text is so brief, and so free of words that count or add, that it may make one argument."""
    return (
        len(text_sentences) <= BRIEF
        and all(role.granted < APART for role in roles)
        and not any(sentence.listed or _adds(sentence) for sentence in text_sentences)
    )


def _supports(text_sentences: Sequence[Sentence], roles: Sequence[SentenceRole], place: int) -> bool:
    """Return whether a sentence of a brief text rather supports the one before than makes an argument of its own."""
    before, sentence = text_sentences[place - 1].text, text_sentences[place].text
    score = roles[place].elaborates + roles[place].cites
    score += ILLUSTRATES * (ILLUSTRATING.match(sentence) is not None)
    score += LONGER * (len(sentence.split()) >= MUCH * len(before.split()))
    return score >= SUPPORTS


def _adds(sentence: Sentence) -> bool:
    """Return whether a sentence counts arguments or adds one."""
    return adds(sentence) or any(opening.match(sentence.text) for opening in (COUNTING, FURTHER, ANNOUNCED))


def is_granted_by_role(text_sentences: Sequence[Sentence], roles: Sequence[SentenceRole], start: int, end: int) -> bool:
    """Say whether every sentence of a place is rather granted or quoted than argued."""
    within = roles[slice(*sentences_in(text_sentences, start, end))]
    return bool(within) and all(role.granted >= GRANTED for role in within)


def _roles_in(
    draft: ClaimDraft, text_sentences: Sequence[Sentence], roles: Sequence[SentenceRole]
) -> list[tuple[Sentence, SentenceRole]]:
    within = slice(*sentences_in(text_sentences, draft.start, draft.end))
    return list(zip(text_sentences[within], roles[within], strict=False))


def sentences_in(text_sentences: Sequence[Sentence], start: int, end: int) -> tuple[int, int]:
    """Return the first of the sentences that a place touches, and the one behind the last."""
    first = bisect_right(text_sentences, start, key=lambda sentence: sentence.end)
    return first, max(first, bisect_left(text_sentences, end, key=lambda sentence: sentence.start))
