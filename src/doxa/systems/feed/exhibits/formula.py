"""The update of one agent by two posts, number by number, with each formula (SimSwarm, "Belief formulation").

This file computes every number from the constants that the source prints; the last column is the same number by the
kernel ``social``, where its trace or state contains it.
"""

from dataclasses import dataclass

from doxa.analysis.exhibit import Cell, Table
from doxa.beliefs.base import Met
from doxa.beliefs.social import MAIN, Social, SocialSettings, SocialState
from doxa.records.claims import Exposure, Trace

POSITION, CONFIDENCE = 0.2, 0.6
OWN_LIKES, OWN_DISLIKES = 3, 1


@dataclass(frozen=True)
class SeenPost:
    """One of the two posts, as the agent meets it."""

    author: str
    stance: float
    likes: int
    trust: float
    """Trust in its author before the update."""
    known: bool
    """Whether its content was met before."""


POSTS = (
    SeenPost(author="ana", stance=0.8, likes=5, trust=0.7, known=False),
    SeenPost(author="ben", stance=-0.4, likes=0, trust=0.5, known=True),
)

Row = tuple[str, str, str, float, float | None]
"""(quantity, formula, formula with numbers, value, the kernel's value)."""


def worked_example() -> Table:
    """Return the worked example as a table."""
    trace, state = _run_kernel()
    rows = _rows(trace, state)
    difference = max(abs(ours - kernels) for *_, ours, kernels in rows if kernels is not None)
    cells: tuple[tuple[Cell, ...], ...] = tuple(
        (quantity, formula, numbers, _format_decimals(ours), "–" if kernels is None else _format_decimals(kernels))
        for quantity, formula, numbers, ours, kernels in rows
    )
    return Table(
        name="formula",
        title="One update, step by step",
        caption=f"An agent at {_format_short(POSITION)} with confidence {CONFIDENCE} meets two posts: by ana, whom it "
        f"trusts {POSTS[0].trust}, new to it, 5 likes; by ben, who is unknown, known content, no likes. "
        f"Its own posts gained {OWN_LIKES} likes and {OWN_DISLIKES} dislike. Nothing here is simulated: the numbers "
        f"follow from the source's constants. The kernel differs by {difference:.0e} at most.",
        columns=("what", "formula", "with numbers", "value", "kernel social"),
        rows=cells,
    )


def _rows(trace: Trace, state: SocialState) -> list[Row]:
    resistance = 0.3 + CONFIDENCE * 0.7
    posts = [_post(post, resistance, trace.items[place].factors) for place, post in enumerate(POSTS)]
    total = sum(contribution for _, contribution in posts)
    position = max(-1.0, min(1.0, POSITION + total))
    return [
        (
            "resistance",
            "0.3 + 0.7·confidence",
            f"0.3 + 0.7·{CONFIDENCE}",
            resistance,
            trace.items[0].factors["resistance"],
        ),
        *(row for post_rows, _ in posts for row in post_rows),
        (
            "position",
            "position + Σ contributions, into [−1, 1]",
            f"{_format_short(POSITION)} + {_format_short(total)}",
            position,
            state.positions[MAIN],
        ),
        *(row for post in POSTS for row in _trust(post, position, state)),
        (
            "confidence",
            "confidence + 0.005·own likes − 0.008·own dislikes",
            f"{CONFIDENCE} + 0.005·{OWN_LIKES} − 0.008·{OWN_DISLIKES}",
            CONFIDENCE + (OWN_LIKES * 0.005 - OWN_DISLIKES * 0.008),
            state.confidence[MAIN],
        ),
    ]


def _post(post: SeenPost, resistance: float, kernels: dict[str, float]) -> tuple[list[Row], float]:
    """Return the rows of one post, and its contribution."""
    proof, novelty, gap = 0.3 + post.likes * 0.07, 0.5 if post.known else 1.5, post.stance - POSITION
    influence = post.trust * proof * novelty / resistance
    contribution = gap * influence * 0.1
    prefix = f"{post.author}'s post: "
    return [
        (f"{prefix}trust", "trust in its author, 0.5 when unknown", "", post.trust, kernels["trust"]),
        (f"{prefix}social proof", "0.3 + 0.07·likes", f"0.3 + 0.07·{post.likes}", proof, kernels["social_proof"]),
        (f"{prefix}novelty", "1.5 when new, 0.5 when met before", "", novelty, kernels["novelty"]),
        (
            f"{prefix}influence",
            "trust·social proof·novelty / resistance",
            f"{post.trust}·{proof:.2f}·{novelty} / {resistance:.2f}",
            influence,
            None,
        ),
        (
            f"{prefix}gap",
            "stance − position",
            f"{_format_short(post.stance)} − {_format_short(POSITION)}",
            gap,
            kernels["gap"],
        ),
        (
            f"{prefix}contribution",
            "0.1·gap·influence",
            f"0.1·{_format_short(gap)}·{influence:.6f}",
            contribution,
            kernels["contribution"],
        ),
    ], contribution


def _trust(post: SeenPost, position: float, state: SocialState) -> list[Row]:
    alignment = 1.0 - abs(post.stance - position) / 2.0
    return [
        (
            f"alignment with {post.author}",
            "1 − |stance − new position| / 2",
            f"1 − |{_format_short(post.stance)} − {position:.6f}| / 2",
            alignment,
            None,
        ),
        (
            f"trust in {post.author}",
            "trust + 0.05·(alignment − 0.5), into [0, 1]",
            f"{post.trust} + 0.05·({alignment:.6f} − 0.5)",
            max(0.0, min(1.0, post.trust + (alignment - 0.5) * 0.05)),
            state.trust[post.author],
        ),
    ]


def _run_kernel() -> tuple[Trace, SocialState]:
    """Return the kernel's trace and state for the same agent and posts."""
    kernel = Social(SocialSettings())
    state = SocialState(
        positions={MAIN: POSITION},
        confidence={MAIN: CONFIDENCE},
        trust={post.author: post.trust for post in POSTS if post.trust != kernel.settings.default_trust},
        history=tuple(post.author for post in POSTS if post.known),
    )
    exposures = [
        Exposure(
            message=post.author,
            speaker=post.author,
            origin="peer",
            stance=post.stance,
            likes=post.likes,
            shown=True,
            content=post.author,
        )
        for post in POSTS
    ]
    own_exposure = Exposure(
        message="own", speaker="self", origin="self", likes=OWN_LIKES, dislikes=OWN_DISLIKES, shown=True
    )
    after, trace = kernel.step(state, Met(exposures=(*exposures, own_exposure)))
    return trace, after


def _format_decimals(number: float) -> str:
    return f"{number:+.6f}".replace("-", "−").lstrip("+")


def _format_short(value: float) -> str:
    return f"{value:g}".replace("-", "−")
