"""The synthesis of an ensemble and the memo of an epoch: plain sentences, computed from the tables."""

from collections.abc import Mapping, Sequence

from doxa.analysis.exhibit import Cell, Prose
from doxa.judging.ballots.verdicts import ORDER
from doxa.records.visible import visible
from doxa.systems.union.exhibits.ensembles import recurring, share_of, who_is_simulated
from doxa.systems.union.exhibits.ran import EnsembleRun, as_debates, coached_runs, names_of
from doxa.systems.union.measures.ensemble import swings
from doxa.systems.union.tasks.brief import CoachingNote

OFTEN = 3
"""The fewest debates from which the synthesis mentions an argument or a place in the speaking order."""


def synthesis(runs: Sequence[EnsembleRun], learners: Sequence[str]) -> Prose:
    """Return the results of an ensemble in a few paragraphs."""
    judged = coached_runs(runs)
    paragraphs = [_who_wins(runs), _layers(judged), _arguments(judged), _order(judged)]
    code = who_is_simulated(runs)
    caption = f"{code} None of this says who would win a real debate." if code else ""
    return Prose(
        name="synthesis",
        title="What the debates show",
        paragraphs=tuple(paragraph for paragraph in paragraphs if paragraph),
        caption=caption,
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
    judged = coached_runs(runs)
    share = share_of(judged)
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
    rows = [row for row in recurring(judged).rows if _number(row[2]) >= OFTEN]
    lasting = next((row for row in rows if _number(row[3]) > 0 and _number(row[4]) == 1.0), None)
    untouched = next((row for row in rows if _number(row[3]) == 0), None)
    falling = min((row for row in rows if _number(row[4]) < 1.0), key=lambda row: _number(row[4]), default=None)
    sentences = []
    if untouched:
        sentences.append(f"Never answered, in {untouched[2]} debates ({untouched[0]}): “{untouched[1]}”")
    if lasting:
        sentences.append(f"Answered and never demolished, in {lasting[2]} debates ({lasting[0]}): “{lasting[1]}”")
    if falling:
        sentences.append(f"Demolished most often, surviving {_number(falling[4]):.0%} ({falling[0]}): “{falling[1]}”")
    return " ".join(sentences)


def _order(judged: Sequence[EnsembleRun]) -> str:
    """Return a sentence for each position whose swing differs from zero; empty where no swing has an interval."""
    frequent_swings = [swing for swing in swings(as_debates(judged)) if swing.difference and swing.share.n >= OFTEN]
    clear_swings = [
        swing
        for swing in frequent_swings
        if swing.difference and (swing.difference.low > 0 or swing.difference.high < 0)
    ]
    if not frequent_swings:
        return ""
    if not clear_swings:
        return "No speaker's place in the speaking order has a clear effect on who wins."
    names = names_of(judged)
    sentences = [
        f"With {names[swing.speaker]} in speech {swing.position}, that side wins {swing.share.share:.0%} of "
        f"{swing.share.n} debates, {_signed(swing.difference.estimate)} compared with other positions"
        for swing in clear_swings
        if swing.difference
    ]
    return (
        f"{'. '.join(sentences)}. Of {len(frequent_swings)} positions tested, one in twenty or more differs by chance: "
        "intervals over few debates are too narrow."
    )


def _signed(share: float) -> str:
    return f"{share:+.0%}".replace("-", "−")


def _number(cell: Cell) -> float:
    return float(cell) if isinstance(cell, int | float) else -1.0
