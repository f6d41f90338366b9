"""``MODEL_CARD.md``: what a model is for, what it learned from, what it is worth, and what it cannot do."""

from collections.abc import Mapping
from typing import Any

from doxa.training.figures import AT_SHARE
from doxa.training.orders import CrossOrder, PolarityOrder, StrengthOrder

POLARITY_SETS = (
    "ArgKP-2021 (Bar-Haim et al. 2020), IBM claim stance (Bar-Haim et al. 2017) and Perspectrum (Chen et al. 2019), train\n"
    "parts; ArgKP's key points; pairs of affirming and negating statements of the Habermas Machine's training questions\n"
    "(Tessler et al. 2024)"
)

TAUGHT = (
    " Half of every target are the answers of a larger\nencoder, asked about the same pairs and about pairs of the same "
    "debates that nobody labelled."
)

SMALL = (
    "Three BERT layers and a head over the token states of all-MiniLM-L6-v2 after its third layer. In: a proposition and a\n"
    "claim, both in English, up to 256 tokens each. Out: the probability that the claim speaks for the proposition. The\n"
    "run-time carries the weights at twelve bits a number."
)


def polarity_card(figures: Mapping[str, Any], order: PolarityOrder | CrossOrder) -> str:
    """Return the card of a polarity model."""
    fitted = figures["calibration"]
    keys = ("texts", "accuracy", "macro_f1", "calibration_error", "coverage", "accuracy_of_decided")
    rows = [(name, *(one[key] for key in (*keys, AT_SHARE))) for name, one in figures["parts"].items()]
    heads = ("part", "texts", "accuracy", "macro-F1", "ECE", "coverage", "accuracy of decided", "accuracy at 70 %")
    what = _cross(order) if isinstance(order, CrossOrder) else SMALL
    taught = TAUGHT if isinstance(order, PolarityOrder) and order.teacher else ""
    return f"""# Polarity: does a claim speak for or against a proposition?

{what}

Learned from: {POLARITY_SETS}. Propositions turned round and claims denied by rule stand among the rows.{taught}
No dev or test part was seen in training.

Temperature {fitted["temperature"]}, fitted on {" and ".join(fitted["fitted_on"])} (IBM has no dev part). Below a
probability of {fitted["threshold"]} for either side the answer is "unclear"; the aim was {fitted["aim"]:.0%} of the
decided right, and there it is {fitted["accuracy"]:.1%} of the {fitted["coverage"]:.1%} that are decided.

{_table(heads, rows)}

"perspectrum test new" leaves out the texts that stand in another part with another claim; "all tests" are the three
tests together. ECE: 15 equal bins after the temperature. "coverage" is the share that is decided.

Made by `doxa train polarity` with seed {order.place.seed}; every option is in `settings.json`.

Not for: judging people, or texts that take no side (the sets label none; "unclear" means unsure, not neutral). The sets
are of debate sites, crowd workers and Wikipedia: irony, long messages and other languages are outside what was tested.
"""


def _cross(order: CrossOrder) -> str:
    return (
        f"The encoder `{order.backbone}`, fine-tuned to read a proposition and a claim side by side, {order.max_tokens} "
        "tokens\nin all, and a linear reading of its mean state. Out: the probability that the claim speaks for the "
        "proposition."
    )


def strength_card(figures: Mapping[str, Any], order: StrengthOrder) -> str:
    """Return the card of a strength model."""
    held = figures["held_out"]
    if held is None:
        told = "No debate was left out in this training: nothing is known here about debates that it has not seen."
    else:
        rows = [
            ("all pairs", held["pairs"], held["in_order"], held["length_in_order"]),
            ("mean of debates", held["pairs"], held["mean_of_debates"], held["length_mean_of_debates"]),
            ("pairs of like length", held["near_pairs"], held["near_in_order"], held["length_near_in_order"]),
            *((name, one["pairs"], one["in_order"], one["length_in_order"]) for name, one in held["debates"].items()),
        ]
        told = (
            f"Debates left out of training, {order.folds} folds, both sides of a debate together: the share of pairs in\n"
            f"order. Kendall's τ-b with the ranks, mean over sides: {_number(held['tau'])}; of length: "
            f"{_number(held['length_tau'])}.\n\n{_table(('', 'pairs', 'in order', 'longer first'), rows)}"
        )
    return f"""# Strength: how convincing is a claim beside others?

Three BERT layers over the token states of all-MiniLM-L6-v2 after its third layer, and a linear part over thirteen
surface features. In: a claim in English, up to 256 tokens. Out: the share of {figures["arguments"]} arguments of debate
sites that it beats.

Learned from: UKPConvArg1 (Habernal and Gurevych 2016), which of two arguments of one side crowd workers found more
convincing. The weights that are kept learned from all of its debates.

{told}

Pairs of like length differ by less than 20 % of the longer. Quantiles come from {figures["knots_from"]}.

Made by `doxa train strength` with seed {order.place.seed}; every option is in `settings.json`.

Not for: truth, or quality of reasoning. It says what readers of debate sites found convincing, length and tidiness
included, and does not look at the proposition.
"""


def _table(heads: tuple[str, ...], rows: list[tuple[Any, ...]]) -> str:
    lines = [heads, ("---",) * len(heads), *(tuple(_cell(one) for one in row) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: Any) -> str:
    return _number(value) if isinstance(value, float) or value is None else str(value)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
