"""``MODEL_CARD.md``: a model's purpose, training data, accuracy and limits."""

import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from doxa_train.figures import AT_SHARE
from doxa_train.orders import (
    CrossMessageOrder,
    CrossOrder,
    MessageOrder,
    PolarityOrder,
    PositionOrder,
    QualityOrder,
    RoleOrder,
    StrengthOrder,
)

WIDTH = 120

POLARITY_SETS = (
    "ArgKP-2021 (Bar-Haim et al. 2020), IBM claim stance (Bar-Haim et al. 2017) and Perspectrum (Chen et al. 2019), "
    "train parts; ArgKP's key points; pairs of affirming and negating statements of the Habermas Machine's training "
    "questions (Tessler et al. 2024)"
)

DIRECTION_LIMITS = (
    'Not for: judging people, or texts that take no side (the sets label none; "unclear" means unsure, not neutral). '
    "The sets are of debate sites, crowd workers and Wikipedia: irony, long messages and other languages are outside "
    "what was tested."
)

STRENGTH_LIMITS = (
    "Not for: truth, or quality of reasoning. It says what readers of debate sites found convincing, length and "
    "tidiness included. Of the proposition it knows how near a claim is to it, and not whether the claim speaks for it."
)

STRENGTH_TRIED = (
    "Tried on the same debates left out (mean of debates / pairs of like length). All six layers fine-tuned on the "
    "pairs, eight folds: begun at the line, 0.840 / 0.746 after one epoch and 0.842 / 0.748 after three; with a "
    "head of their own (`doxa train strength --backbone`, four epochs at a rate of 1e-4) 0.832 / 0.736; the upper "
    "three alone 0.835 / 0.742. A Gaussian kernel in the place of the line, with every argument to be carried "
    "along: 0.845 / 0.757 over the states, 0.846 / 0.756 with nearness, 32 more numbers on words and sentences "
    "(spelling, how common words are, lengths, pronouns) and the pairs that the ranks imply. Without nearness the "
    "line gives 0.840 / 0.750; with those pairs as well 0.843 / 0.756, with those numbers too 0.844 / 0.761; with "
    "whether a claim speaks for its side, by the judge of direction, 0.844 / 0.759. The mean of all of these, fine- "
    "tuned layers included: 0.845 / 0.761. Means, spreads, largest values of every layer's states, and the states "
    "of direction's own layers: 0.836 to 0.842."
)

STRENGTH_STOPS = (
    "So it stops at about 0.845, however it is learned, and what is missing is neither debates nor a freer form: "
    "learned from 4, 8, 12 and 15 other debates the line gives 0.826, 0.837, 0.841 and 0.843, and from nine tenths "
    "of the arguments of every debate, the tested one included, 0.847 (by the benchmarks in doxa's repository). It "
    "is the encoder: the line without nearness over the sixth and eighth layer of all-mpnet-base-v2, five times as "
    "large, gives 0.856 / 0.778, a kernel there 0.859 / 0.787, and its answers on 11,368 arguments that nobody "
    "compared, as further lessons for the small line, about 0.003 more than without. Its lower eight layers and "
    "word vectors would weigh 120 MB in twelve bits, where all that doxa carries shall stay below 60. None of these "
    "is in the weights. Layers, scale and penalty are one choice among near equals on these debates; chosen anew "
    "among fifteen by the remaining debates alone whenever one is left out, they cost the line without nearness "
    "0.001 / 0.005."
)

ANCHORED_TRIED = (
    "Tried with motions left out (r with the ratings / mean of debates in order), chosen on these same figures in "
    "about forty looks: ratings alone, linear, 0.666 / 0.788; linear with pairs 0.646 / 0.839, with five numbers "
    "on words 0.657 / 0.839; a Gaussian kernel on ratings alone 0.685 / 0.791; kernel and line together 0.670 / "
    "0.844 without these numbers. Sixteen more numbers (causal words, examples, concessions, hedges, how common "
    "words are) add nothing; the sentence vector and its product with the proposition's lose 0.02 to 0.08. "
    "Leaving out the sentences that say nothing costs 0.006 to 0.02 of the order and is not needed: a sentence "
    "without content raises a claim by 0.06 at most in the cases tried and lowers it on average. The ratings "
    "themselves order 0.823 of the pairs of which both were rated, so that the two aims pull apart. Strengths are "
    "drawn to the middle (standard deviation 0.09, that of the ratings 0.12), as a fit by least squares is."
)

ORDERED = ("", "pairs", "in order", "longer first")


def polarity_card(figures: Mapping[str, Any], order: PolarityOrder | CrossOrder) -> str:
    """Return the card of a polarity model."""
    fitted = figures["calibration"]
    keys = ("texts", "accuracy", "macro_f1", "calibration_error", "coverage", "accuracy_of_decided", AT_SHARE)
    heads = ("part", "texts", "accuracy", "macro-F1", "ECE", "coverage", "accuracy of decided", "accuracy at 70 %")
    as_read = " as the judge reads them, guards and plain words included" if fitted["read_as_judge"] else ""
    taught = ""
    if isinstance(order, PolarityOrder) and order.teacher:
        taught = (
            f" The answers of a larger encoder make up {order.taught:.0%} of a labelled pair's target, and all of the "
            "target of pairs that nobody labelled: claims beside propositions of their own debate and those most like "
            "them of all debates, UKPConvArg1's (Habernal and Gurevych 2016) and the Habermas Machine's among them."
        )
        if order.mix.framed:
            taught += ' Some say other things of what those are about ("We should limit X", "X is harmful").'
        if order.mix.named:
            taught += " Some say such things of what the claim itself names."
    return _page(
        "# Polarity: does a claim speak for or against a proposition?",
        _architecture(order),
        f"Learned from: {POLARITY_SETS}. Propositions turned round and claims denied by rule stand among the rows."
        f"{taught} No dev or test part was seen in training.",
        f"Temperature {fitted['temperature']}, fitted on {', '.join(fitted['fitted_on'])} (IBM has no "
        "official dev part; five of its 25 training topics were kept out of training for it), where each counts alike. "
        f'Below a probability of {fitted["threshold"]} for either side the answer is "unclear": the aim was '
        f"{fitted['aim']:.0%} of the decided right on each of those parts{as_read}, or as near as it comes "
        f"with two fifths of it decided; on all three together it is {_number(fitted['accuracy'])} of the "
        f"{_number(fitted['coverage'])} that are decided.",
        _table(
            heads, [(name, *(part_figures[key] for key in keys)) for name, part_figures in figures["parts"].items()]
        ),
        '"perspectrum test new" leaves out the texts that stand in another part with another claim, "ibm test new" '
        'motions that stand in a train part of any set, in whatever words; "all tests" are the three tests together. '
        'ECE: 15 equal bins, after the temperature. "coverage" is the share that is decided.',
        _origin("polarity", order.place.seed) + _earlier(order),
        DIRECTION_LIMITS,
    )


def message_card(figures: Mapping[str, Any], order: MessageOrder | CrossMessageOrder) -> str:
    """Return the card of a reader of messages."""
    fitted = figures["calibration"]
    keys = ("messages", "motions", "accuracy", "accuracy_for", "accuracy_against", "calibration_error", "coverage")
    heads = ("part", "messages", "motions", "accuracy", "argued for", "argued against", "ECE", "coverage", "decided")
    return _page(
        "# Messages: does a message argue for or against a proposition?",
        f"{_message_architecture(order)} In: a proposition and a window of some seventy words, both in English. Out: "
        "the probability that the window argues for the proposition; a message has the mean of its windows.",
        "Learned from: the train part of the written debates (conversations in which a language model argued both "
        f"sides, see their notice), {order.recipe.epochs} epochs: windows, and "
        "every other sentence with the two before it. Motions were negated a quarter of the time, and the label was "
        f"turned. {_beside_messages(order)}",
        f"Temperature {fitted['temperature']}, fitted on {fitted['fitted_on'][0]}. Below a mean probability of "
        f'{fitted["threshold"]} for either side the answer is "unclear": the aim was {fitted["aim"]:.0%} of the '
        "decided right on the same messages as the judge reads them, the motion in plain words; there "
        f"it is {_number(fitted['accuracy'])} of the {_number(fitted['coverage'])} that are "
        "decided.",
        _table(
            heads,
            [
                (name, *(part_figures[key] for key in keys), part_figures["accuracy_of_decided"])
                for name, part_figures in figures["parts"].items()
            ],
        ),
        'Of the network alone but for "as read", without the guards that stand before it. No training saw a motion of '
        "these parts, in whatever words. "
        '"coverage" is the share of messages that is decided, "decided" the share of those that is right; in '
        "own-messages words were chosen so that they do not give the side away.",
        _origin("messages", order.place.seed),
        "Not for: judging people, texts that take no side, single sentences, irony, other languages.",
    )


def _message_architecture(order: MessageOrder | CrossMessageOrder) -> str:
    if isinstance(order, CrossMessageOrder):
        return (
            f"The encoder `{_backbone_name(order.backbone)}`, fine-tuned, and a linear reading of its mean state, over "
            f"proposition and window side by side, up to {order.max_tokens} tokens."
        )
    return (
        "The network of the polarity model (three BERT layers over the token states of all-MiniLM-L6-v2 after its "
        "third, and a head), with weights of its own, begun at those of the polarity model; up to 256 tokens each."
    )


def _beside_messages(order: MessageOrder | CrossMessageOrder) -> str:
    """Return what stands among the rows beside messages, and what became of the weights."""
    if isinstance(order, CrossMessageOrder):
        return f"Labelled claims of the stance sets stand among the rows, up to {order.claims:g} a row of a message."
    return (
        "Claims of the stance sets stand among the rows with the answers that the network gave before. The weights are "
        f"a mean of the learned ones and those of the polarity model, which count {order.kept:.0%}."
    )


def strength_card(figures: Mapping[str, Any], order: StrengthOrder | QualityOrder) -> str:
    """Return the card of a strength model that learned from pairs."""
    architecture = (
        f"The encoder `{_backbone_name(order.backbone)}`, fine-tuned, and a linear reading of its mean state. In: a "
        f"claim in English, up to {order.max_tokens} tokens."
        if isinstance(order, QualityOrder)
        else "A linear reading of the means of all-MiniLM-L6-v2's token states after its third and its fourth layer, "
        "of thirteen numbers on the surface (length, words, marks), and of the cosine of claim and proposition. In: a "
        "proposition and a claim, both in English, up to 256 tokens each."
    )
    return _page(
        "# Strength: how convincing is a claim beside others?",
        f"{architecture} Out: the share of {figures['arguments']} arguments of debate sites that it beats.",
        "Learned from: UKPConvArg1 (Habernal and Gurevych 2016), which of two arguments of one side crowd workers "
        "found more convincing. The weights that are kept learned from all debates but the four of the test part.",
        *_held_out_section(figures["held_out"], order.folds),
        "The debates of the test part, by the weights that are kept:",
        _table(ORDERED, _order_rows(figures["test"])),
        f"Quantiles come from {figures['knots_from']}.",
        _origin("strength", order.place.seed),
        *(() if isinstance(order, QualityOrder) else (STRENGTH_TRIED, STRENGTH_STOPS)),
        *_anchored_section(figures.get("anchored"), order),
        STRENGTH_LIMITS,
    )


def quality_card(parts: Mapping[str, Any], order: QualityOrder) -> str:
    """Return the card of an encoder that learned from ratings."""
    keys = ("texts", "pearson", "spearman", "length_pearson", "length_spearman")
    heads = ("part", "texts", "Pearson's r", "Spearman's ρ", "r of length", "ρ of length")
    return _page(
        "# Quality: how good do people find an argument?",
        f"The encoder `{_backbone_name(order.backbone)}`, fine-tuned to read a motion and an argument side by side, "
        f"{order.max_tokens} tokens in all, and a linear reading of its mean state. Out: a rating from 0 to 1.",
        "Learned from: the train part of IBM-ArgQ-Rank-30kArgs (Gretz et al. 2020), the weighted average of raters' "
        "answers. Parts are by topic; dev and test were not seen in training.",
        _table(heads, [(name, *(part_figures[key] for key in keys)) for name, part_figures in parts.items()]),
        _origin("strength", order.place.seed),
        "Not for: truth. It says which arguments crowd workers would recommend to somebody who is to give a speech.",
    )


def role_card(figures: Mapping[str, Any], order: RoleOrder) -> str:
    """Return the card of a reader of roles."""
    heads = ("role", "sentences", "found, writers left out", "right of those named", "found, motions left out", "right")
    by_writer, by_motion = figures["writers left out"], figures["motions left out"]
    rows = [
        (name, row["sentences"], row["found"], row["right"], other["found"], other["right"])
        for (name, row), other in zip(by_writer["roles"].items(), by_motion["roles"].values(), strict=True)
    ]
    whole = ("all", by_writer["sentences"], by_writer["right"], "", by_motion["right"], "")
    trivial = ("always the commonest", "", by_writer["always the commonest"], "", by_motion["always the commonest"], "")
    return _page(
        "# Roles: what does a sentence do in its message?",
        "Softmax regression on the means of all-MiniLM-L6-v2's token states (after the third and the fourth layer of "
        "the sentence, after the fourth of its neighbours), on likeness to the motion and to the neighbours, and on "
        "words and marks. In: a message and a motion, both in English. Out: of each sentence, how probably it argues, "
        "elaborates, cites a witness, reports another's argument, concedes, states a position, is neutral, or says "
        "nothing on the matter.",
        f"Learned from: {figures['messages']} messages that a language model wrote for doxa in ten voices "
        f"(`texts/roles/NOTICE.md`), {figures['sentences']} sentences that have one role; and {figures['claims']} "
        "claims of the train parts of ArgKP, IBM claim stance and Perspectrum, each as a message that argues. The "
        f"weights that are kept have not seen the test motions. Penalty: C = {order.softness:g}.",
        "How often the likeliest role is the writer's. Left: weights that have not seen the writer. Right: the kept "
        "weights on motions that they have not seen.",
        _table(heads, [whole, trivial, *rows]),
        "In a run a role counts only where it is sure enough (`hearing/roles.py` has the bounds).",
        "Made by `doxa train roles`; every option is in `settings.json`.",
        "Not for: judging people, or texts in other languages. Labels are those of the writers, which are one language "
        "model: other readers may draw the line between a concession and a neutral remark otherwise.",
    )


def position_card(figures: Mapping[str, Any], order: PositionOrder) -> str:
    """Return the card of a reader of positions."""
    heads = ("", "statements", "right", "always a position", "without one, found", "with one, taken for none")
    keys = ("statements", "right", "always a position", "found", "taken for none")
    return _page(
        "# Positions: does a short text take one?",
        "Logistic regression on the means of all-MiniLM-L6-v2's token states after its third and its fourth layer and "
        "on its sentence vector. In: a text of a few sentences in English. Out: the probability that it takes no "
        "position of its writer's: it is undecided, describes, asks, or tells what others hold.",
        f"Learned from: {figures['statements']} statements on {figures['propositions']} propositions that a language "
        "model wrote for doxa in six voices (`texts/positions/NOTICE.md`). The weights that are kept have not seen the "
        f"test propositions. Penalty: C = {order.softness:g}.",
        _table(
            heads,
            [(name, *(figures[name][key] for key in keys)) for name in ("writers left out", "propositions left out")],
        ),
        "Which side a position is on this model does not say. Networks of this size do not learn it from such "
        "statements: the three layers of the polarity network, trained on 3,236 of them for four epochs by a script "
        "that is not kept, gave the sign of 0.556 of another writer's.",
        "Made by `doxa train positions`; every option is in `settings.json`.",
        "Not for: judging people, arguments of more than a few sentences, or other languages.",
    )


def _architecture(order: PolarityOrder | CrossOrder) -> str:
    out = "Out: the probability that the claim speaks for the proposition."
    if isinstance(order, CrossOrder):
        return (
            f"The encoder `{_backbone_name(order.backbone)}`, fine-tuned to read a proposition and a claim side by "
            f"side, {order.max_tokens} tokens in all, and a linear reading of its mean state. {out}"
        )
    return (
        "Three BERT layers over the token states of all-MiniLM-L6-v2 after its third, and a head that reads its "
        "sentence vectors too. A claim's tokens attend to the proposition's; those attend to one another alone. "
        f"In: a proposition and a claim, both in English, up to 256 tokens each. {out}"
    )


def _held_out_section(figures: Mapping[str, Any] | None, folds: int) -> tuple[str, ...]:
    legend = (
        "Below: the share of pairs in order, beside that of simply preferring the longer text. Pairs of like length "
        "differ by less than 20 % of the longer."
    )
    if figures is None:
        return (f"{legend} No debate but those of the test part was left out.",)
    return (
        f"{legend} Debates left out of training in {folds} folds, both sides of a debate together; Kendall's τ-b with "
        f"the ranks, mean over sides, is {_number(figures['tau'])} there, "
        f"that of length {_number(figures['length_tau'])}:",
        _table(ORDERED, _order_rows(figures)),
    )


def _anchored_section(figures: Mapping[str, Any] | None, order: StrengthOrder | QualityOrder) -> tuple[str, ...]:
    """Return what is said about the scorer on the anchored scale, which has a file of its own."""
    if figures is None or not isinstance(order, StrengthOrder):
        return ()
    recipe, left_out, kept = order.anchoring, figures["left_out"], figures["kept"]
    heads = ("scorer", "claims", "motions", "r", "95 % of r", "bias", "mean difference")
    lengths = figures["length"]
    rows = [
        *([("anchored, motions left out", *_rating_cells(left_out))] if left_out else []),
        ("percentile", *_rating_cells(figures["percentile"])),
        ("length in characters", figures["percentile"]["claims"], figures["percentile"]["motions"], lengths["all"]),
        ("anchored, as kept, held-out motions", *_rating_cells(kept)),
        ("percentile, held-out motions", *_rating_cells(figures["percentile_kept"])),
        ("length, held-out motions", kept["claims"], kept["motions"], lengths["kept"]),
    ]
    return (
        "## On the anchored scale",
        '`anchored.safetensors` has the scorer that runs use unless they say `hearing.scale = "percentile"`. Out: a '
        "strength on the scale of five anchor sentences (`doxa.records.claims`). In: the same features and five "
        "numbers on the words; a linear part, and a correction by nearness to "
        f"{recipe.landmarks} arguments in {recipe.axes} main axes. A text is read in passages of at most 110 words, "
        "every sentence once, and has the strength of its strongest.",
        "Learned from: 2,000 ratings on that scale by readers that are language models (`strength-ratings/NOTICE.md`; "
        "nobody has compared them with people on this scale), and UKPConvArg1's pairs by people, in one loss "
        f"(squared misses over the ratings' variance, and {recipe.comparisons} times the pairs' logistic loss). "
        "A motion is left out whole, in whatever words and in every set. The weights that are kept have not seen the "
        "motions of UKPConvArg1's test part and every fifth other motion.",
        "Agreement with the ratings; intervals resample motions:",
        _table(heads, [(*row, *[""] * (len(heads) - len(row))) for row in rows]),
        "People's order of UKPConvArg1 by the anchored scorer"
        + (", each motion left out:" if figures["order_left_out"] else ", debates of the test part:"),
        _table(ORDERED, _order_rows(figures["order_left_out"] or figures["order_test"])),
        ANCHORED_TRIED,
    )


def _rating_cells(figures: Mapping[str, Any]) -> tuple[Any, ...]:
    interval = f"[{_number(figures['low'])}, {_number(figures['high'])}]"
    numbers = ("claims", "motions", "pearson")
    return (*(figures[name] for name in numbers), interval, figures["bias"], figures["mean_difference"])


def _order_rows(figures: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    return [
        ("all pairs", figures["pairs"], figures["in_order"], figures["length_in_order"]),
        ("mean of debates", figures["pairs"], figures["mean_of_debates"], figures["length_mean_of_debates"]),
        ("pairs of like length", figures["near_pairs"], figures["near_in_order"], figures["length_near_in_order"]),
        *((name, row["pairs"], row["in_order"], row["length_in_order"]) for name, row in figures["debates"].items()),
    ]


def _backbone_name(backbone: str) -> str:
    """Return an encoder's name, or its folder's."""
    return Path(backbone).name if Path(backbone).is_dir() else backbone


def _origin(command: str, seed: int) -> str:
    return f"Made by `doxa train {command}` with seed {seed}; every option is in `settings.json`."


def _earlier(order: PolarityOrder | CrossOrder) -> str:
    if not isinstance(order, PolarityOrder) or order.start is None:
        return ""
    return (
        f" It went on, with --start, from the weights of a training of {order.behind} epochs, for "
        f"{order.recipe.epochs} more."
    )


def _page(*parts: str) -> str:
    return "\n\n".join(part if part.startswith(("#", "|")) else textwrap.fill(part, WIDTH) for part in parts) + "\n"


def _table(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    lines = [heads, ["---"] * len(heads), *([_cell(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: Any) -> str:
    return _number(value) if isinstance(value, float) or value is None else str(value)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
