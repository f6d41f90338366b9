"""Judgements as values: debates judged in layers, with the tables that ``doxa judge`` prints."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from doxa.analysis.exhibit import Exhibit, Table
from doxa.engine.drive import Progress, Watcher, Watchers
from doxa.engine.under_way import Running
from doxa.experiments.interrupts import in_turn
from doxa.experiments.sitting import MakePerformer
from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.cases import Judges, JudgingCase, ajudge_cases, cases_of_path
from doxa.judging.debates import ballot_form_of_run
from doxa.judging.exhibits.audiences import (
    JudgedDebate,
    Silent,
    accuracy_table,
    agreement_table,
    folder_table,
    votes_of,
)
from doxa.judging.exhibits.judgements import exhibits
from doxa.judging.readers.votes import RoomRule, Votes
from doxa.log.rundir import RunLike, open_run
from doxa.models.setup import performer_for
from doxa.records.base import Brief
from doxa.records.notebook import paragraphs, render, title

OUT = Path("runs/judged")
"""Where judgements of transcripts go, unless somebody says otherwise."""


@dataclass(frozen=True, kw_only=True)
class Judgements(Brief):
    """Debates that judges judged."""

    cases: tuple[JudgingCase, ...]
    judgements: Mapping[str, DebateJudgement]
    """Debate → its judgement."""
    silent: Mapping[str, str]
    """Debate → the side for which nothing was said, of those that could not be judged."""

    @property
    def exhibits(self) -> Sequence[Exhibit]:
        """The tables of a single debate, or those that compare several."""
        if len(self.cases) == 1:
            return exhibits_of_case(self.cases[0], *self.judgements.values())
        return compare_debates(self.judgements, self.silent)

    @property
    def tables(self) -> Mapping[str, Table]:
        """Name → table."""
        return {exhibit.name: exhibit for exhibit in self.exhibits if isinstance(exhibit, Table)}

    def _repr_html_(self) -> str:
        verdicts = [f"{name}: {judgement.in_words}" for name, judgement in self.judgements.items()]
        return render(title(f"Debates judged: {len(self.cases)}"), paragraphs(verdicts))


def judge(
    source: RunLike,
    judges: Judges | None = None,
    *,
    motion: str = "",
    out: Path | str = OUT,
    watch: Watcher | None = None,
    make: MakePerformer = performer_for,
) -> Judgements:
    """Return judgements of debates in layers; no debate is run again, and a repeated call asks nothing again.

    Args:
        source: a finished run, a transcript, a folder of either, or a ConvoKit corpus.
        judges: their models, layers and budget; the offline judges when absent.
        motion: the motion of transcripts that do not name it.
        out: the folder for judgements of transcripts; those of runs are in their directories.

    Raises:
        LogError, CorpusError, OneSidedError: there is no debate to judge; no model was asked.
        ModelSetupError, StoppedError: a judge cannot work, or judging stopped early; the same call continues.
    """
    return in_turn(lambda: _judge(source, judges or Judges(), motion, Path(out), watch, make))


def ajudge(
    source: RunLike,
    judges: Judges | None = None,
    *,
    motion: str = "",
    out: Path | str = OUT,
    watch: Watcher | None = None,
    make: MakePerformer = performer_for,
) -> Running[Progress, Judgements]:
    """Judge as ``judge`` does, on a running loop: to be awaited for the judgements, and iterated for the progress."""
    return Running(lambda tell: _judge(source, judges or Judges(), motion, Path(out), Watchers(watch, tell), make))


async def _judge(
    source: RunLike, judges: Judges, motion: str, out: Path, watch: Watcher | None, make: MakePerformer
) -> Judgements:
    cases, silent = cases_of_path(Path(source), motion, judges, out)
    judged = await ajudge_cases(cases, judges, (lambda case, now: watch(now)) if watch else None, make)
    names = [case.name for case in cases]
    return Judgements(cases=tuple(cases), judgements=dict(zip(names, judged, strict=True)), silent=silent)


def exhibits_of_case(case: JudgingCase, judgement: DebateJudgement) -> list[Exhibit]:
    """Return the tables of one judged debate."""
    form = ballot_form_of_run(open_run(case.path.parent.parent)) if case.spec.parent else None
    return [*exhibits(case.debate, judgement, withheld=case.withheld, form=form)]


def compare_debates(
    judgements: Mapping[str, DebateJudgement],
    silent: Mapping[str, str],
    votes: Mapping[str, Votes] | None = None,
    room: RoomRule = "whole",
) -> list[Exhibit]:
    """Return the tables that compare many debates.

    Args:
        votes: debate → the votes of its audience.
        room: the rule by which a side wins the audience.
    """
    votes = votes or {}
    judged = [
        JudgedDebate(name=name, judgement=judgement, votes=votes_of(name, votes), rule=room)
        for name, judgement in judgements.items()
    ]
    unheard = [Silent(name=name, side=side, votes=votes_of(name, votes), rule=room) for name, side in silent.items()]
    accuracy = [accuracy_table(judged)] if votes else []
    return [folder_table(judged, unheard), *accuracy, agreement_table(judged)]
