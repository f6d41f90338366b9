"""Training the strength layers over the shipped trunk, to be run without torch."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import torch
from torch import nn

from doxa.corpora.ukp import RankedArgument, read_ukp, read_ukp_pairs
from doxa.models.embedded.phrasing import sentence
from doxa.models.embedded.surface import surface
from doxa.training.calibration import quantile_knots
from doxa.training.cards import strength_card
from doxa.training.computing import Machine, machine_for
from doxa.training.figures import Pair, strength_report
from doxa.training.ordering import Ordering
from doxa.training.orders import QualityOrder, StrengthOrder, Watch
from doxa.training.saving import content_hash, save_json, save_settings, save_weights
from doxa.training.stack import StrengthStack, begun
from doxa.training.trunk import Trunk

FINAL = "all debates but the test part"


def train_strength(order: StrengthOrder, watch: Watch) -> dict[str, Any]:
    """Train, test and write everything to the order's folder; return the figures.

    Raises:
        ModelSetupError: no such device, or a checkpoint of other settings.
        CorpusError: more folds than debates.
    """
    out = order.place.out
    out.mkdir(parents=True, exist_ok=True)
    machine = machine_for(order.place)
    arguments, pairs = gold()
    ordering = Ordering(order, Stacked(order, arguments, machine, watch), arguments, pairs, machine, watch)
    held = {} if order.only_final else ordering.left_out()
    model = ordering.trained(tested_debates(arguments), out / "checkpoint.pt", FINAL)
    scores = ordering.scores(model, arguments)
    knots = quantile_knots(list(held.values()) or list(scores.values()))
    model.register_buffer("knots", torch.tensor(knots, dtype=torch.float32))
    save_weights(model, out / "weights.safetensors")
    return finished(order, machine, arguments, pairs, held, scores)


def tested_debates(arguments: Sequence[RankedArgument]) -> frozenset[str]:
    """Return the debates of the test part, which the model that is kept has not seen.

    So what ``doxa evaluate judgement`` says of it is true of new debates.
    """
    return frozenset(one.debate for one in arguments if one.part == "test")


def finished(
    order: StrengthOrder | QualityOrder,
    machine: Machine,
    arguments: Sequence[RankedArgument],
    pairs: Sequence[Pair],
    held: Mapping[str, float],
    scores: Mapping[str, float],
) -> dict[str, Any]:
    """Write everything but weights to the order's folder, and return the figures.

    Args:
        held: score of every argument by a model that has not seen its debate; empty where none was left out.
        scores: those of the model that is kept.
    """
    out = order.place.out
    content = {"arguments": content_hash((one.id, one.text) for one in arguments), "pairs": content_hash(pairs)}
    save_settings(out, order, machine, content, task="strength")
    figures: dict[str, Any] = {
        "arguments": len(arguments),
        "held_out": strength_report(arguments, pairs, held) if held else None,
        "test": strength_report(arguments, pairs, {one.id: scores[one.id] for one in arguments if one.part == "test"}),
        "knots_from": "debates left out of training" if held else "all debates, most of which it learned from",
    }
    save_json(out / "figures.json", figures)
    (out / "MODEL_CARD.md").write_text(strength_card(figures, order), encoding="utf-8")
    (out / "checkpoint.pt").unlink(missing_ok=True)
    return figures


def gold() -> tuple[tuple[RankedArgument, ...], list[Pair]]:
    """Return all arguments of UKPConvArg1, and its pairs: the better and the worse, by id."""
    return read_ukp(), [(one.better, one.worse) for one in read_ukp_pairs()]


class Stacked:
    """Scores by the layers over the trunk; every text is read once for all folds."""

    quick: tuple[str, ...] = ("surface.",)

    def __init__(
        self, order: StrengthOrder, arguments: Sequence[RankedArgument], machine: Machine, watch: Watch
    ) -> None:
        self._dropout = order.recipe.dropout
        self._texts = {one.id: sentence(one.text) for one in arguments}
        self._features = {id: torch.tensor(surface(text)) for id, text in self._texts.items()}
        self._trunk = Trunk(machine)
        self._trunk.read(self._texts.values(), watch)

    def begun(self) -> nn.Module:
        """Return the stack with the checkpoint's layers, its surface features standardised over all arguments."""
        stack = StrengthStack(self._dropout)
        begun(stack)
        features = torch.stack(list(self._features.values()))
        stack.surface.mean.copy_(features.mean(0))
        stack.surface.std.copy_(features.std(0, correction=0).clamp_min(1e-6))
        return stack

    def scored(self, model: nn.Module, ids: Sequence[str]) -> torch.Tensor:
        """Return one score an argument."""
        readings = [self._trunk.reading(self._texts[id]) for id in ids]
        return cast(torch.Tensor, model(readings, torch.stack([self._features[id] for id in ids])))
