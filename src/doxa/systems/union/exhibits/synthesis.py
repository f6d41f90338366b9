"""An ensemble in words and files: a synthesis, coaching memos, a summary, and a document for each debate."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from doxa.analysis.exhibit import Prose
from doxa.judging.ballots.verdicts import ORDER
from doxa.log.disk import write_text
from doxa.records.outside import visible
from doxa.systems.union.exhibits.debates import as_document, as_values
from doxa.systems.union.exhibits.ensembles import recurring, who_is_simulated
from doxa.systems.union.exhibits.ran import EnsembleRun, coached_runs, names_of, swings, win_share
from doxa.systems.union.tasks.brief import CoachingNote

OFTEN = 3
"""The fewest debates from which the synthesis mentions an argument or a place in the speaking order."""


def synthesis(runs: Sequence[EnsembleRun], learners: Sequence[str]) -> Prose:
    """Return the results of an ensemble in a few paragraphs."""
    judged = coached_runs(runs)
    paragraphs = [_who_wins(runs), _layers(judged), _arguments(judged), _describe_order(judged)]
    code = who_is_simulated(runs)
    return Prose(
        name="synthesis",
        title="What the debates show",
        paragraphs=tuple(paragraph for paragraph in paragraphs if paragraph),
        caption=f"{code} None of this says who would win a real debate." if code else "",
    )


def memo(notes: Mapping[str, CoachingNote], epoch: int, names: Mapping[str, str]) -> str:
    """Return the coaching memo of an epoch as Markdown."""
    parts = [f"# Coaching after epoch {epoch}"]
    for speaker, note in notes.items():
        parts += [f"## {names.get(speaker, speaker)}", note.advice]
        for lead, arguments in (
            ("What worked", note.worked),
            ("What failed", note.failed),
            ("What was missed", note.missed),
        ):
            parts += ["\n".join([f"**{lead}**", "", *(f"- {argument}" for argument in arguments)])] if arguments else []
    return visible("\n\n".join(parts) + "\n")


def _who_wins(runs: Sequence[EnsembleRun]) -> str:
    share = win_share(coached_runs(runs))
    if share is None:
        return "No debate was judged."
    failed = sum(run.judgement is None for run in runs)
    lost = f" {failed} run{'s failed and are' if failed > 1 else ' failed and is'} left out." if failed else ""
    is_open = share.low <= 0.5 <= share.high
    sure = "The interval contains one half: which side wins more often cannot be told." if is_open else ""
    return (
        f"Of {share.n} debates Proposition wins {share.share:.0%} (95 % interval {share.low:.0%} to {share.high:.0%}). "
        f"{sure}{lost}"
    ).strip()


def _layers(judged: Sequence[EnsembleRun]) -> str:
    if not judged:
        return ""
    finals = [run.judgement.final for run in judged if run.judgement]
    deciding = ", ".join(f"{name} {sum(verdict.decided_by == name for verdict in finals)}" for name in ORDER)
    all_agree = sum(not verdict.differ and not verdict.silent for verdict in finals)
    contested = sum(bool(run.judgement and run.judgement.panel and run.judgement.panel.contested) for run in judged)
    return (
        f"All four layers agree in {all_agree} of {len(finals)}; the panel's passes differ in {contested}. "
        f"Deciding layers: {deciding}."
    )


def _arguments(judged: Sequence[EnsembleRun]) -> str:
    often = [argument for argument in recurring(judged) if argument.debates >= OFTEN]
    untouched = next((argument for argument in often if argument.rebutted == 0), None)
    lasting = next((argument for argument in often if argument.rebutted > 0 and argument.survived == 1), None)
    fallen = [argument for argument in often if argument.survived < 1]
    sentences = []
    if untouched:
        sentences.append(
            f"Never answered, in {untouched.debates} debates ({untouched.side}): {untouched.claim}",
        )
    if lasting:
        sentences.append(
            f"Answered and never demolished, in {lasting.debates} debates ({lasting.side}): {lasting.claim}"
        )
    if fallen:
        falling = min(fallen, key=lambda argument: argument.survived)
        sentences.append(f"Demolished most often, surviving {falling.survived:.0%} ({falling.side}): {falling.claim}")
    return " ".join(sentences)


def _describe_order(judged: Sequence[EnsembleRun]) -> str:
    """Return a sentence for each position whose swing differs from zero; empty where no swing has an interval."""
    frequent = [swing for swing in swings(judged) if swing.difference and swing.share.n >= OFTEN]
    names = names_of(judged)
    sentences = [
        f"With {names[swing.speaker]} in speech {swing.position}, that side wins {swing.share.share:.0%} of "
        f"{swing.share.n} debates, {swing.difference.estimate:+.0%} compared with other positions".replace("-", "−")
        for swing in frequent
        if swing.difference and (swing.difference.low > 0 or swing.difference.high < 0)
    ]
    if not frequent:
        return ""
    if not sentences:
        return "No speaker's place in the speaking order has a clear effect on who wins."
    return (
        f"{'. '.join(sentences)}. Of {len(frequent)} positions tested, one in twenty or more differs by chance: "
        "intervals over few debates are too narrow."
    )


def write_epoch(epoch: int, runs: Sequence[EnsembleRun], notes: Mapping[str, CoachingNote]) -> None:
    """Write a document and a data file for each debate of an epoch, and the coaching memo."""
    for run in runs:
        if run.held is not None:
            path = Path(run.path)
            write_text(path.with_suffix(".md"), as_document(run.held, run.judgement))
            write_text(path.with_suffix(".json"), _plain(as_values(run.held, run.judgement)))
    first_run = next((run for run in runs if run.arm == "coached"), None)
    if notes and first_run:
        names = {speaker: first_run.held.names[speaker] if first_run.held else speaker for speaker in notes}
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
    arms = dict.fromkeys((run.epoch, run.arm) for run in runs)
    return {
        "runs": [_run_values(run) for run in runs],
        "epochs": [_epoch_values(runs, epoch, arm) for epoch, arm in arms],
    }


def _run_values(run: EnsembleRun) -> dict[str, Any]:
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


def _epoch_values(runs: Sequence[EnsembleRun], epoch: int, arm: str) -> dict[str, Any]:
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
