"""One run of an ensemble as its tables and its coach see it: how it was held, how it was judged, or why it failed."""

from collections.abc import Iterator, Sequence

from doxa.analysis.naming import display_names
from doxa.judging.measures.judged import Judgement
from doxa.judging.measures.notes import ClaimNote
from doxa.judging.measures.tally import crossing, demolished
from doxa.records.base import Record
from doxa.records.transcripts import Side
from doxa.systems.union.exhibits.held import Held
from doxa.systems.union.measures.ensemble import Debated


class Ran(Record):
    """One run of an ensemble."""

    path: str
    epoch: int
    number: int
    arm: str
    """coached or control; the first epoch, in which nobody has been coached yet, counts as coached."""
    held: Held | None = None
    judgement: Judgement | None = None
    reason: str = ""
    """Why it failed; empty where it did not."""

    @property
    def winner(self) -> Side | None:
        return self.judgement.final.winner if self.judgement else None

    @property
    def speakers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.speaker for one in self.held.speeches)) if self.held else ()

    def side(self, speaker: str) -> Side | None:
        """Return the side of a speaker; None where it did not speak."""
        return next((one.side for one in self.held.speeches if one.speaker == speaker), None) if self.held else None

    def overall(self, speaker: str) -> float | None:
        """Return a speaker's mean overall score on the rubric, before speeches were compared side by side."""
        found = [one for one in self.judgement.brought.rubric if one.speaker == speaker] if self.judgement else []
        scores = [score for one in found for score in one.scores.values()]
        return sum(scores) / len(scores) if scores else None


def names_of(runs: Sequence[Ran]) -> dict[str, str]:
    """Return agent → the one name to show for it, over the debates that were held; none where none was."""
    return display_names(pair for one in runs if one.held for pair in one.held.names.items())


def debated(runs: Sequence[Ran]) -> list[Debated]:
    """Return the judged runs as the arithmetic of ensembles takes them."""
    return [
        Debated(
            run=one.path,
            epoch=one.epoch,
            replicate=one.held.replicate,
            winner=one.winner,
            speakers={speech.speaker: place for place, speech in enumerate(one.held.speeches, 1)},
            sides={speech.speaker: speech.side for speech in one.held.speeches},
            scores={name: score for name in one.speakers if (score := one.overall(name)) is not None},
            coached=one.arm == "coached",
        )
        for one in runs
        if one.held is not None and one.judgement is not None
    ]


class Fate(Record):
    """What became of one claim of a run."""

    claim: ClaimNote
    rebutted: bool
    demolished: bool
    by: str = ""
    """The words that demolished it."""


def coached(runs: Sequence[Ran]) -> list[Ran]:
    """Return the judged runs of the coached arm."""
    return [one for one in runs if one.arm == "coached" and one.judgement is not None]


def is_annotated(ran: Ran) -> bool:
    """Say whether a run was judged and its annotation lacks no part; with half of one, claims seem to survive."""
    return ran.judgement is not None and "annotation" not in ran.judgement.brought.incomplete


def fates_of(ran: Ran) -> Iterator[Fate]:
    """Yield every claim of a run with what became of it; none where not every answer to one was noted."""
    if ran.judgement is None or not is_annotated(ran):
        return
    notes = ran.judgement.brought.annotation
    fallen = demolished(notes)
    answers = crossing(notes)
    for claim in notes.claims:
        against = [one for one in answers if one.target == claim.id]
        by = next((one.text for one in against if one.addresses_logic and one.undermines), "")
        yield Fate(claim=claim, rebutted=bool(against), demolished=claim.id in fallen, by=by)
