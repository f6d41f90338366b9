"""The files of an ensemble beside its runs: a document per debate, coaching memos, a summary and a synthesis."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from doxa.log.disk import write_text
from doxa.records.visible import visible
from doxa.systems.union.exhibits.ran import EnsembleRun
from doxa.systems.union.exhibits.synthesis import memo, synthesis
from doxa.systems.union.exhibits.transcripts import as_document, as_values
from doxa.systems.union.tasks.brief import CoachingNote


def write_epoch(epoch: int, runs: Sequence[EnsembleRun], notes: Mapping[str, CoachingNote]) -> None:
    """Write a document and a data file for each debate of an epoch, and the coaching memo."""
    for run in runs:
        if run.held is not None:
            path = Path(run.path)
            write_text(path.with_suffix(".md"), as_document(run.held, run.judgement))
            write_text(path.with_suffix(".json"), _plain(as_values(run.held, run.judgement)))
    first_run = next((run for run in runs if run.arm == "coached"), None)
    if notes and first_run:
        names = {speaker: first_run.held.display_name(speaker) if first_run.held else speaker for speaker in notes}
        write_text(Path(first_run.path).parent / "coaching.md", memo(notes, epoch, names))


def write_whole(out: Path, runs: Sequence[EnsembleRun], learners: Sequence[str]) -> tuple[Path, Path]:
    """Write the summary and the synthesis of an ensemble and return their paths."""
    summary, prose = out / "summary.json", synthesis(runs, learners)
    write_text(summary, _plain(summarise(runs)))
    text = "\n\n".join([f"# {prose.title}", *prose.paragraphs, prose.caption]).rstrip()
    write_text(out / "synthesis.md", visible(f"{text}\n"))
    return summary, out / "synthesis.md"


def summarise(runs: Sequence[EnsembleRun]) -> dict[str, Any]:
    """Return outcomes, scores and aggregates of an ensemble as a JSON object."""
    return {"runs": [_run(run) for run in runs], "epochs": [_epoch(runs, epoch, arm) for epoch, arm in _arms(runs)]}


def _run(run: EnsembleRun) -> dict[str, Any]:
    speeches = run.held.speeches if run.held else ()
    judgement = run.judgement
    return {
        "path": run.path,
        "epoch": run.epoch,
        "run": run.number,
        "arm": run.arm,
        "reason": run.reason,
        "winner": run.winner,
        "decided_by": judgement.final.decided_by if judgement else None,
        "margin": judgement.final.margin if judgement else None,
        "layers": {name: verdict.winner for name, verdict in judgement.verdicts.items()} if judgement else {},
        "baselines": dict(judgement.baselines) if judgement else {},
        "order": [speech.speaker for speech in speeches],
        "words": [speech.words for speech in speeches],
        "scores": {speech.speaker: run.overall(speech.speaker) for speech in speeches},
        "points": {"offered": run.held.offered, "accepted": run.held.accepted} if run.held else None,
    }


def _arms(runs: Sequence[EnsembleRun]) -> list[tuple[int, str]]:
    return list(dict.fromkeys((run.epoch, run.arm) for run in runs))


def _epoch(runs: Sequence[EnsembleRun], epoch: int, arm: str) -> dict[str, Any]:
    epoch_runs = [run for run in runs if (run.epoch, run.arm) == (epoch, arm)]
    judged_runs = [run for run in epoch_runs if run.judgement]
    return {
        "epoch": epoch,
        "arm": arm,
        "judged": len(judged_runs),
        "failed": len(epoch_runs) - len(judged_runs),
        "won": {side: sum(run.winner == side for run in judged_runs) for side in ("pro", "con")},
        "undecided": sum(run.winner is None for run in judged_runs),
    }


def _plain(value: Any) -> str:
    return json.dumps(value, indent=1) + "\n"
