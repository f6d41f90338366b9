"""What an ensemble leaves beside its runs: documents of each debate, coaching memos, a summary and a synthesis."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from doxa.records.visible import visible
from doxa.systems.union.exhibits.ran import Ran
from doxa.systems.union.exhibits.synthesis import memo, synthesis
from doxa.systems.union.exhibits.transcripts import as_document, as_values
from doxa.systems.union.tasks.brief import CoachingNote


def write_epoch(epoch: int, runs: Sequence[Ran], notes: Mapping[str, CoachingNote]) -> None:
    """Write a document and a data file for each debate of an epoch, and the coaching memo."""
    for one in runs:
        if one.held is not None:
            beside = Path(one.path)
            beside.with_suffix(".md").write_text(as_document(one.held, one.judgement), encoding="utf-8")
            beside.with_suffix(".json").write_text(_plain(as_values(one.held, one.judgement)), encoding="utf-8")
    first = next((one for one in runs if one.arm == "coached"), None)
    if notes and first:
        names = {one: first.held.named(one) if first.held else one for one in notes}
        (Path(first.path).parent / "coaching.md").write_text(memo(notes, epoch, names), encoding="utf-8")


def write_whole(out: Path, runs: Sequence[Ran], learners: Sequence[str]) -> tuple[Path, Path]:
    """Write the summary and the synthesis of an ensemble; return where they are."""
    summary, told = out / "summary.json", synthesis(runs, learners)
    summary.write_text(_plain(summarised(runs)), encoding="utf-8")
    text = "\n\n".join([f"# {told.title}", *told.paragraphs, told.caption]).rstrip()
    (out / "synthesis.md").write_text(visible(f"{text}\n"), encoding="utf-8")
    return summary, out / "synthesis.md"


def summarised(runs: Sequence[Ran]) -> dict[str, Any]:
    """Return outcomes, scores and aggregates of an ensemble, for a program."""
    return {"runs": [_run(one) for one in runs], "epochs": [_epoch(runs, *one) for one in _arms(runs)]}


def _run(one: Ran) -> dict[str, Any]:
    speeches = one.held.speeches if one.held else ()
    judgement = one.judgement
    return {
        "path": one.path,
        "epoch": one.epoch,
        "run": one.number,
        "arm": one.arm,
        "reason": one.reason,
        "winner": one.winner,
        "decided_by": judgement.final.decided_by if judgement else None,
        "margin": judgement.final.margin if judgement else None,
        "layers": {name: verdict.winner for name, verdict in judgement.verdicts.items()} if judgement else {},
        "order": [speech.speaker for speech in speeches],
        "words": [speech.words for speech in speeches],
        "scores": {speech.speaker: one.overall(speech.speaker) for speech in speeches},
        "points": {"offered": one.held.offered, "accepted": one.held.accepted} if one.held else None,
    }


def _arms(runs: Sequence[Ran]) -> list[tuple[int, str]]:
    return list(dict.fromkeys((one.epoch, one.arm) for one in runs))


def _epoch(runs: Sequence[Ran], epoch: int, arm: str) -> dict[str, Any]:
    having = [one for one in runs if (one.epoch, one.arm) == (epoch, arm)]
    judged = [one for one in having if one.judgement]
    return {
        "epoch": epoch,
        "arm": arm,
        "judged": len(judged),
        "failed": len(having) - len(judged),
        "won": {side: sum(one.winner == side for one in judged) for side in ("pro", "con")},
        "undecided": sum(one.winner is None for one in judged),
    }


def _plain(value: Any) -> str:
    return json.dumps(value, indent=1) + "\n"
