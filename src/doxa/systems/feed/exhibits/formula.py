"""The update of one agent by two posts, number by number, with the formula of each (SimSwarm, "Belief formulation").

Every number is worked here from the constants that the source prints; the last column is what the kernel ``social``
gave for the same agent and posts, where its trace or state shows that number.
"""

from dataclasses import dataclass

from doxa.analysis.exhibit import Cell, Table
from doxa.beliefs.base import Met
from doxa.beliefs.social import MAIN, Social, SocialSettings, SocialState
from doxa.records.claims import Exposure
from doxa.records.readout import Trace

POSITION, CONFIDENCE = 0.2, 0.6
OWN_LIKES, OWN_DISLIKES = 3, 1


@dataclass(frozen=True)
class Seen:
    """One of the two posts."""

    author: str
    stance: float
    likes: int
    trust: float
    """Trust in its author before the update."""
    known: bool
    """Whether its content was met before."""


POSTS = (
    Seen(author="ana", stance=0.8, likes=5, trust=0.7, known=False),
    Seen(author="ben", stance=-0.4, likes=0, trust=0.5, known=True),
)

Row = tuple[str, str, str, float, float | None]
"""What, its formula, with numbers, its value, the kernel's."""


def worked() -> Table:
    """Return the worked example as a table."""
    trace, state = _folded()
    rows = _rows(trace, state)
    away = max(abs(ours - kernels) for *_, ours, kernels in rows if kernels is not None)
    cells: tuple[tuple[Cell, ...], ...] = tuple(
        (what, formula, numbers, _written(ours), "–" if kernels is None else _written(kernels))
        for what, formula, numbers, ours, kernels in rows
    )
    return Table(
        name="formula",
        title="One update, step by step",
        caption=f"An agent at {_number(POSITION)} with confidence {CONFIDENCE} meets two posts: by ana, whom it trusts "
        f"{POSTS[0].trust}, new to it, 5 likes; by ben, who is unknown, a content that it met before, no likes. Its "
        f"own posts gained {OWN_LIKES} likes and {OWN_DISLIKES} dislike. Nothing here is simulated: the numbers follow "
        f"from the source's constants. The kernel differs by {away:.0e} at most.",
        columns=("what", "formula", "with numbers", "value", "kernel social"),
        rows=cells,
    )


def _rows(trace: Trace, state: SocialState) -> list[Row]:
    resistance = 0.3 + CONFIDENCE * 0.7
    rows: list[Row] = [
        (
            "resistance",
            "0.3 + 0.7·confidence",
            f"0.3 + 0.7·{CONFIDENCE}",
            resistance,
            trace.items[0].factors["resistance"],
        )
    ]
    total = 0.0
    for place, one in enumerate(POSTS):
        found, contribution = _post(one, resistance, trace.items[place].factors)
        rows += found
        total += contribution
    position = max(-1.0, min(1.0, POSITION + total))
    rows.append(
        (
            "position",
            "position + Σ contributions, into [−1, 1]",
            f"{_number(POSITION)} + {_number(total)}",
            position,
            state.positions[MAIN],
        )
    )
    for one in POSTS:
        rows += _trust(one, position, state)
    change = OWN_LIKES * 0.005 - OWN_DISLIKES * 0.008
    rows.append(
        (
            "confidence",
            "confidence + 0.005·own likes − 0.008·own dislikes",
            f"{CONFIDENCE} + 0.005·{OWN_LIKES} − 0.008·{OWN_DISLIKES}",
            CONFIDENCE + change,
            state.confidence[MAIN],
        )
    )
    return rows


def _post(one: Seen, resistance: float, kernels: dict[str, float]) -> tuple[list[Row], float]:
    """Return the rows of one post, and its contribution."""
    proof, novelty, gap = 0.3 + one.likes * 0.07, 0.5 if one.known else 1.5, one.stance - POSITION
    influence = one.trust * proof * novelty / resistance
    contribution = gap * influence * 0.1
    by = f"{one.author}'s post: "
    return [
        (f"{by}trust", "trust in its author, 0.5 when unknown", "", one.trust, kernels["trust"]),
        (f"{by}social proof", "0.3 + 0.07·likes", f"0.3 + 0.07·{one.likes}", proof, kernels["social_proof"]),
        (f"{by}novelty", "1.5 when new, 0.5 when met before", "", novelty, kernels["novelty"]),
        (
            f"{by}influence",
            "trust·social proof·novelty / resistance",
            f"{one.trust}·{proof:.2f}·{novelty} / {resistance:.2f}",
            influence,
            None,
        ),
        (f"{by}gap", "stance − position", f"{_number(one.stance)} − {_number(POSITION)}", gap, kernels["gap"]),
        (
            f"{by}contribution",
            "0.1·gap·influence",
            f"0.1·{_number(gap)}·{influence:.6f}",
            contribution,
            kernels["contribution"],
        ),
    ], contribution


def _trust(one: Seen, position: float, state: SocialState) -> list[Row]:
    alignment = 1.0 - abs(one.stance - position) / 2.0
    trust = max(0.0, min(1.0, one.trust + (alignment - 0.5) * 0.05))
    return [
        (
            f"alignment with {one.author}",
            "1 − |stance − new position| / 2",
            f"1 − |{_number(one.stance)} − {position:.6f}| / 2",
            alignment,
            None,
        ),
        (
            f"trust in {one.author}",
            "trust + 0.05·(alignment − 0.5), into [0, 1]",
            f"{one.trust} + 0.05·({alignment:.6f} − 0.5)",
            trust,
            state.trust[one.author],
        ),
    ]


def _folded() -> tuple[Trace, SocialState]:
    """Give the same agent and posts to the kernel."""
    kernel = Social(SocialSettings())
    state = SocialState(
        positions={MAIN: POSITION},
        confidence={MAIN: CONFIDENCE},
        trust={one.author: one.trust for one in POSTS if one.trust != kernel.settings.default_trust},
        history=tuple(one.author for one in POSTS if one.known),
    )
    exposures = [
        Exposure(
            message=one.author,
            speaker=one.author,
            origin="peer",
            stance=one.stance,
            likes=one.likes,
            shown=True,
            content=one.author,
        )
        for one in POSTS
    ]
    own = Exposure(message="own", speaker="self", origin="self", likes=OWN_LIKES, dislikes=OWN_DISLIKES, shown=True)
    after, trace = kernel.step(state, Met(exposures=(*exposures, own)))
    return trace, after


def _written(value: float) -> str:
    return f"{value:+.6f}".replace("-", "−").lstrip("+")


def _number(value: float) -> str:
    return f"{value:g}".replace("-", "−")
