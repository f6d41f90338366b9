"""One run of an ensemble, with its debate and judgement, and the measures of many runs: wins, swings, coaching.

Shares are of all judged debates of a group and have Wilson intervals; a debate that nobody won counts half for each
side. Differences of two groups have bootstrap intervals, paired where two runs share their random choices.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from doxa.analysis.naming import display_names
from doxa.judging.ballots.annotation import ClaimNote, demolished_claims, rebuttals_across
from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.bias.leaning import Share, wilson
from doxa.records.base import Record
from doxa.records.transcripts import Side
from doxa.scoring.bootstrap import Interval, difference_interval, paired_interval
from doxa.systems.union.exhibits.held import FinishedDebate


class EnsembleRun(Record):
    """One run of an ensemble."""

    path: str
    epoch: int
    """Counted from 1."""
    number: int
    """Runs of one epoch and number share their random choices, in both arms."""
    arm: str
    """coached or control; the first epoch, in which nobody has been coached yet, counts as coached."""
    held: FinishedDebate | None = None
    judgement: DebateJudgement | None = None
    """Only a debate that was held is judged."""
    reason: str = ""
    """Why the run failed; empty where it did not fail."""

    @property
    def winner(self) -> Side | None:
        return self.judgement.final.winner if self.judgement else None

    @property
    def places(self) -> dict[str, int]:
        """Speaker → position among the speeches, from 1; of a speaker's speeches the last."""
        return {speech.speaker: place for place, speech in enumerate(self.held.speeches, 1)} if self.held else {}

    def side(self, speaker: str) -> Side | None:
        """Return the side of a speaker; None where it did not speak."""
        speeches = self.held.speeches if self.held else ()
        return next((speech.side for speech in speeches if speech.speaker == speaker), None)

    def overall(self, speaker: str) -> float | None:
        """Return a speaker's mean overall score on the rubric, before speeches were compared side by side."""
        rubric = self.judgement.brought.rubric if self.judgement else ()
        scores = [score for speech in rubric if speech.speaker == speaker for score in speech.scores.values()]
        return sum(scores) / len(scores) if scores else None

    def win_of(self, side: Side | None) -> float:
        """Return 1 where a side won, 0 where the other did, ½ where nobody did."""
        return 0.5 if self.winner is None else float(self.winner == side)

    @property
    def is_annotated(self) -> bool:
        """Whether the run has a complete annotation; in an incomplete one, claims only seem to survive."""
        return self.judgement is not None and "annotation" not in self.judgement.brought.incomplete


class Fate(Record):
    """What became of one claim of a run."""

    claim: ClaimNote
    rebutted: bool
    demolished: bool
    by: str = ""
    """The words that demolished it."""


class Swing(Record):
    """The effect of one speaker's position on the share of debates that the speaker's side wins."""

    speaker: str
    position: int
    share: Share
    """Won by the speaker's side with the speaker in this position."""
    difference: Interval | None
    """``share`` minus that with the speaker in other positions; None where either has fewer than two debates."""


class CoachingEffect(Record):
    """What coaching changed in one measure of one epoch: coached runs and their uncoached twins."""

    pairs: int
    coached: float
    control: float
    difference: Interval | None
    """Coached minus control, paired; None with fewer than two pairs."""


def names_of(runs: Sequence[EnsembleRun]) -> dict[str, str]:
    """Return agent → display name, over all finished debates."""
    return display_names(pair for run in runs if run.held for pair in run.held.names.items())


def coached_runs(runs: Sequence[EnsembleRun]) -> list[EnsembleRun]:
    """Return the judged runs of the coached arm."""
    return [run for run in runs if run.arm == "coached" and run.judgement is not None]


def win_share(judged: Sequence[EnsembleRun]) -> Share | None:
    """Return Proposition's share of wins; None without judged runs."""
    return wilson(sum(run.win_of("pro") for run in judged), len(judged)) if judged else None


def swings(judged: Sequence[EnsembleRun]) -> Iterator[Swing]:
    """Yield the swing of each position of every speaker who spoke in more than one position."""
    for speaker in dict.fromkeys(name for run in judged for name in run.places):
        wins = [(run.places[speaker], run.win_of(run.side(speaker))) for run in judged if speaker in run.places]
        positions = sorted({position for position, _ in wins})
        for position in positions if len(positions) > 1 else ():
            wins_here = [win for place, win in wins if place == position]
            wins_elsewhere = [win for place, win in wins if place != position]
            is_comparable = len(wins_here) > 1 and len(wins_elsewhere) > 1
            yield Swing(
                speaker=speaker,
                position=position,
                share=wilson(sum(wins_here), len(wins_here)),
                difference=difference_interval(wins_here, wins_elsewhere) if is_comparable else None,
            )


def coaching_effect(
    runs: Sequence[EnsembleRun], epoch: int, measure: Callable[[EnsembleRun, Any], float | None], of: str
) -> CoachingEffect | None:
    """Return the effect of coaching on a measure of a side or a learner; None where no pair of the epoch has it."""
    judged = {(run.arm, run.number): run for run in runs if run.epoch == epoch and run.judgement}
    measured = [
        (measure(run, of), measure(twin, of))
        for (arm, number), run in judged.items()
        if arm == "coached" and (twin := judged.get(("control", number)))
    ]
    pairs = [(value, other) for value, other in measured if value is not None and other is not None]
    if not pairs:
        return None
    coached, control = zip(*pairs, strict=True)
    return CoachingEffect(
        pairs=len(coached),
        coached=sum(coached) / len(coached),
        control=sum(control) / len(control),
        difference=paired_interval(coached, control) if len(coached) > 1 else None,
    )


def fates_of(run: EnsembleRun) -> Iterator[Fate]:
    """Yield the fate of every claim of a run; nothing where the annotation is incomplete."""
    if run.judgement is None or not run.is_annotated:
        return
    notes = run.judgement.brought.annotation
    fallen, answers = demolished_claims(notes), rebuttals_across(notes)
    for claim in notes.claims:
        replies = [answer for answer in answers if answer.target == claim.id]
        yield Fate(
            claim=claim,
            rebutted=bool(replies),
            demolished=claim.id in fallen,
            by=next((answer.text for answer in replies if answer.addresses_logic and answer.undermines), ""),
        )


def surviving_share(run: EnsembleRun, speaker: str) -> float | None:
    """Return the share of a speaker's claims that were not demolished; None where none were noted."""
    fates = [fate for fate in fates_of(run) if fate.claim.speaker == speaker]
    return sum(not fate.demolished for fate in fates) / len(fates) if fates else None
