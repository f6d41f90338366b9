"""One run of an ensemble, for its tables and its coach: the debate, the judgement, or why the run failed."""

from collections.abc import Iterator, Sequence

from doxa.analysis.naming import display_names
from doxa.judging.ballots.annotation import ClaimNote, demolished_claims, rebuttals_across
from doxa.judging.ballots.judged import DebateJudgement
from doxa.records.base import Record
from doxa.records.transcripts import Side
from doxa.systems.union.exhibits.held import FinishedDebate
from doxa.systems.union.measures.ensemble import EnsembleDebate


class EnsembleRun(Record):
    """One run of an ensemble."""

    path: str
    epoch: int
    number: int
    arm: str
    """coached or control; the first epoch, in which nobody has been coached yet, counts as coached."""
    held: FinishedDebate | None = None
    judgement: DebateJudgement | None = None
    reason: str = ""
    """Why the run failed; empty where it did not fail."""

    @property
    def winner(self) -> Side | None:
        return self.judgement.final.winner if self.judgement else None

    @property
    def speakers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(speech.speaker for speech in self.held.speeches)) if self.held else ()

    def side(self, speaker: str) -> Side | None:
        """Return the side of a speaker; None where it did not speak."""
        speeches = self.held.speeches if self.held else ()
        return next((speech.side for speech in speeches if speech.speaker == speaker), None)

    def overall(self, speaker: str) -> float | None:
        """Return a speaker's mean overall score on the rubric, before speeches were compared side by side."""
        rubric = self.judgement.brought.rubric if self.judgement else ()
        scores = [score for speech in rubric if speech.speaker == speaker for score in speech.scores.values()]
        return sum(scores) / len(scores) if scores else None


def names_of(runs: Sequence[EnsembleRun]) -> dict[str, str]:
    """Return agent → display name, over all finished debates."""
    return display_names(pair for run in runs if run.held for pair in run.held.names.items())


def as_debates(runs: Sequence[EnsembleRun]) -> list[EnsembleDebate]:
    """Return the judged runs as records for the measures of ensembles."""
    return [
        EnsembleDebate(
            run=run.path,
            epoch=run.epoch,
            replicate=run.held.replicate,
            winner=run.winner,
            speakers={speech.speaker: place for place, speech in enumerate(run.held.speeches, 1)},
            sides={speech.speaker: speech.side for speech in run.held.speeches},
            scores={name: score for name in run.speakers if (score := run.overall(name)) is not None},
            coached=run.arm == "coached",
        )
        for run in runs
        if run.held is not None and run.judgement is not None
    ]


class Fate(Record):
    """What became of one claim of a run."""

    claim: ClaimNote
    rebutted: bool
    demolished: bool
    by: str = ""
    """The words that demolished it."""


def coached_runs(runs: Sequence[EnsembleRun]) -> list[EnsembleRun]:
    """Return the judged runs of the coached arm."""
    return [run for run in runs if run.arm == "coached" and run.judgement is not None]


def is_annotated(ran: EnsembleRun) -> bool:
    """Return whether a run has a complete annotation; in an incomplete one, claims only seem to survive."""
    return ran.judgement is not None and "annotation" not in ran.judgement.brought.incomplete


def fates_of(ran: EnsembleRun) -> Iterator[Fate]:
    """Yield the fate of every claim of a run; nothing where the annotation is incomplete."""
    if ran.judgement is None or not is_annotated(ran):
        return
    notes = ran.judgement.brought.annotation
    fallen = demolished_claims(notes)
    answers = rebuttals_across(notes)
    for claim in notes.claims:
        replies = [answer for answer in answers if answer.target == claim.id]
        demolishing_words = next(
            (answer.text for answer in replies if answer.addresses_logic and answer.undermines), ""
        )
        yield Fate(claim=claim, rebutted=bool(replies), demolished=claim.id in fallen, by=demolishing_words)
