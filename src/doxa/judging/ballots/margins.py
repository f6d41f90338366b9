"""The margins of judgements that older versions stored, named as they are now.

An older judgement may call the numbers of one annotator, of one judge or of seats that share a model a landslide, and a
tie narrow. Its log keeps these words, since its verification computes them again; whoever shows it reads them here.
"""

from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.ballots.panel import PanelVerdict, are_independent
from doxa.judging.ballots.verdicts import FinalVerdict, LayerVerdict


def temper_margins(judgement: DebateJudgement) -> DebateJudgement:
    """Return a judgement in which only judges who are independent give a landslide, and no tie has a margin."""
    independent = are_independent(judgement.brought.ballots)
    tally = judgement.tally
    return judgement.model_copy(
        update={
            "tally": tally and tally.model_copy(update={"verdict": _temper(tally.verdict, independent)}),
            "panel": _temper_panel(judgement.panel, independent),
            "spoken": _temper_panel(judgement.spoken, independent),
            "mirrored": _temper_panel(judgement.mirrored, independent),
            "verdicts": {layer: _temper(verdict, independent) for layer, verdict in judgement.verdicts.items()},
            "final": _temper_final(judgement.final, independent),
        }
    )


def _temper(verdict: LayerVerdict, independent: bool) -> LayerVerdict:
    if verdict.winner is None:
        return verdict.model_copy(update={"margin": None})
    if verdict.layer == "engagement" and independent:
        return verdict
    margin = "clear" if verdict.margin == "landslide" else verdict.margin
    return verdict.model_copy(update={"margin": margin, "because": verdict.because.replace("(landslide)", "(clear)")})


def _temper_panel(panel: PanelVerdict | None, independent: bool) -> PanelVerdict | None:
    return panel and panel.model_copy(update={"verdict": _temper(panel.verdict, independent)})


def _temper_final(final: FinalVerdict, independent: bool) -> FinalVerdict:
    if final.margin != "landslide" or (final.decided_by == "engagement" and independent):
        return final
    return final.model_copy(
        update={"margin": "clear", "statement": final.statement.replace("(landslide)", "(clear)", 1)}
    )
