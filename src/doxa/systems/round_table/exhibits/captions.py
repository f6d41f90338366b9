"""Captions of discussions under prompt policies: what is shown, how many runs, and where each effect comes from.

What the offline speaker does because an instruction asks for it is assumed; what the schedule and retrieval do is
emergent; what the text attributes to language or to differences between models needs models.
"""

from collections.abc import Sequence

from doxa.analysis.exhibit import Effect, natures
from doxa.scoring.bootstrap import RESAMPLES, SEED
from doxa.systems.round_table.exhibits.discussion import sentences_on_missing
from doxa.systems.round_table.exhibits.discussions import Discussion, finished
from doxa.systems.round_table.exhibits.origins import describe_origin, join_origins, mark_title

INTERVALS = (
    "Intervals: 95 % percentile bootstrap of the pooled mean, which resamples whole runs within each query "
    f"({RESAMPLES} resamples, seed {SEED}); too narrow where there are few runs, none where a query has a single run."
)
NEEDS_MODELS = "needs models"
"""Why there is no number that only models can produce."""

RETRIEVES = Effect(what="which passages a prompt shows, by query and dialogue", nature="emergent")
WEIGHS = Effect(what="how weights follow from the schedule and from slips of the round before", nature="emergent")
RESPONDS = Effect(
    what="responsiveness: a speaker that is shown the dialogue answers at a fixed rate under each instruction, in "
    "words that the offline rule recognises",
    nature="assumed",
)
OPPOSES = Effect(
    what="rebuttal: a response opposes at a fixed rate, and half as often from somebody who does not show who they are",
    nature="assumed",
)
CITES = Effect(
    what="evidence usage: instructions are obeyed, so that it follows w_D, the rule and whether [D] is shown",
    nature="assumed",
)
STANDS = Effect(
    what="stance: instructions are obeyed, so that it follows w_T and whether [T] is shown", nature="assumed"
)
REPEATS = Effect(what="non-repetition: how novel answers are", nature="needs models")
BACKBONE = Effect(what="differences between base models", nature="needs models")
AGREES = Effect(what="whether judges agree", nature="needs models")

METRIC_EFFECTS = {
    "responsiveness": RESPONDS,
    "rebuttal": OPPOSES,
    "evidence usage": CITES,
    "stance": STANDS,
    "non-repetition": REPEATS,
}
"""Metric → where its differences come from."""

EFFECTS = (RETRIEVES, *METRIC_EFFECTS.values())


def caption(
    shows: str,
    discussions: Sequence[Discussion],
    effects: Sequence[Effect] = EFFECTS,
    *,
    shows_judgements: bool = True,
) -> str:
    """Return a caption: what is shown, how many runs, who spoke and judged, and where each effect comes from.

    Args:
        shows_judgements: whether it shows what was judged during the runs, or weights that follow it.
    """
    origin = join_origins(discussion.origin for discussion in discussions)
    meant = effects if discussions else [effect for effect in effects if effect.nature == "needs models"]
    sentences = [
        shows,
        count_runs(discussions),
        describe_origin(origin, shows_judgements=shows_judgements),
        *natures(meant, origin.simulated or not discussions),
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def count_runs(discussions: Sequence[Discussion]) -> str:
    """Return the sentences that say how many runs there are, how many failed, and how their intervals are made."""
    if not discussions:
        return "No run was made."
    lost = [discussion for discussion in discussions if discussion.status != "finished"]
    why = "; ".join(sorted({discussion.reason for discussion in lost}))
    most = max(discussion.replicate for discussion in discussions) + 1
    failed = f"{len(lost)} failed ({why}) and left out" if lost else "none failed"
    made = f"{len(discussions)} runs, up to {most} a query and rule where the text made 5; {failed}."
    missing = [spoken_turn.missing for run in finished(discussions) for spoken_turn in run.spoken]
    return " ".join([made, INTERVALS, *sentences_on_missing(missing)])


def title_of(title: str, discussions: Sequence[Discussion], *, shows_judgements: bool = True) -> str:
    """Return a title that itself says where words are simulated, for readers who do not see the caption."""
    origin = join_origins(discussion.origin for discussion in finished(discussions))
    return mark_title(title, origin, shows_judgements=shows_judgements)
