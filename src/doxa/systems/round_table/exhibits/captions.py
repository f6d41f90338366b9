"""Captions of discussions under prompt policies: what is shown, how many runs, and where each effect comes from.

What the offline speaker does because an instruction asks for it is assumed; what the schedule and retrieval do is
emergent; what the text attributes to language or to differences between models needs models.
"""

from collections.abc import Sequence

from doxa.analysis.natures import Effect, natures
from doxa.scoring.bootstrap import RESAMPLES, SEED
from doxa.systems.round_table.exhibits.discussions import Discussion, finished
from doxa.systems.round_table.exhibits.published import RUNS

SIMULATED = (
    "The words are simulated offline by plain code that obeys its prompt, and a plain rule judges responses; they say "
    "nothing about how language models discuss."
)
NEEDS_MODELS = "needs models"
"""Shown in place of a number that only models can produce."""

RETRIEVES = Effect(what="which passages a prompt shows, by query and dialogue", nature="emergent")
WEIGHS = Effect(what="how weights follow from the schedule and from slips of the round before", nature="emergent")
OBEYS = Effect(
    what="that instructions are obeyed, and so how evidence usage follows w_D, the rule and whether [D] is shown, and "
    "how stance follows w_T and whether [T] is shown",
    nature="assumed",
)
OPPOSES = Effect(
    what="how often a response opposes, and half as often from somebody who does not show who they are",
    nature="assumed",
)
REPEATS = Effect(what="how novel answers are, and how often they oppose, under each rule", nature="needs models")
BACKBONE = Effect(what="differences between base models", nature="needs models")
AGREES = Effect(what="whether judges agree", nature="needs models")

EFFECTS = (RETRIEVES, OBEYS, OPPOSES, REPEATS)


def caption(shows: str, discussions: Sequence[Discussion], effects: Sequence[Effect] = EFFECTS) -> str:
    """Return a caption: what is shown, how many runs, and where each effect comes from."""
    simulation_note = SIMULATED if any(discussion.simulated for discussion in discussions) else ""
    meant = effects if discussions else [effect for effect in effects if effect.nature == "needs models"]
    sentences = [
        shows,
        count_runs(discussions),
        simulation_note,
        *natures(meant, bool(simulation_note) or not discussions),
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def count_runs(discussions: Sequence[Discussion]) -> str:
    """Return the sentence that says how many runs there are, how many failed and how many the text made."""
    if not discussions:
        return "No run was made."
    lost = [discussion for discussion in discussions if discussion.status != "finished"]
    why = "; ".join(sorted({discussion.reason for discussion in lost}))
    most = max(discussion.replicate for discussion in discussions) + 1
    failed = f"{len(lost)} failed ({why}) and left out" if lost else "none failed"
    return (
        f"{len(discussions)} runs, up to {most} a query and rule where the text made {RUNS}; {failed}. Intervals: 95 % "
        f"percentile bootstrap over runs ({RESAMPLES} resamples, seed {SEED}), too narrow where there are few runs."
    )


def title_of(title: str, discussions: Sequence[Discussion]) -> str:
    """Return a title that itself says where words are simulated, for readers who do not see the caption."""
    return (
        f"{title} (simulated offline)" if any(discussion.simulated for discussion in finished(discussions)) else title
    )
