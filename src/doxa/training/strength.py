"""Training the strength layers over the shipped trunk on pairs of arguments, one of which convinced people more.

    loss = mean over pairs of ln(1 + e^(score(worse) − score(better)))   (Bradley and Terry 1952)

A batch is some arguments of one side of a debate with all labelled pairs among them. Debates are left out whole,
both sides together. Every model's scores are shifted to a mean of 0 over all arguments, so that scores of models that
left out different debates can stand in one table of quantiles.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from doxa.corpora.ukp import RankedArgument, read_ukp, read_ukp_pairs
from doxa.models.embedded.phrasing import sentence
from doxa.models.embedded.surface import surface
from doxa.training.calibration import quantile_knots
from doxa.training.cards import strength_card
from doxa.training.computing import Machine, machine_for, seeded
from doxa.training.figures import Pair, strength_report
from doxa.training.folding import folds_of
from doxa.training.learning import learned
from doxa.training.orders import StrengthOrder, Watch
from doxa.training.saving import content_hash, save_json, save_settings, save_weights
from doxa.training.stack import StrengthStack, begun
from doxa.training.trunk import Trunk

AT_ONCE = 32


@dataclass(frozen=True)
class Group:
    """Some arguments of one side, and the pairs among them by place: better, worse."""

    members: tuple[str, ...]
    pairs: tuple[tuple[int, int], ...]


def train_strength(order: StrengthOrder, watch: Watch) -> dict[str, object]:
    """Train, test and write everything to the order's folder; return the figures.

    Raises:
        ModelSetupError: no such device, or a checkpoint of other settings.
    """
    out = order.place.out
    out.mkdir(parents=True, exist_ok=True)
    machine = machine_for(order.place)
    arguments = read_ukp()
    pairs = [(one.better, one.worse) for one in read_ukp_pairs()]
    room = _Room(order, arguments, pairs, machine, watch)
    held = {} if order.only_final else room.left_out()
    model = room.trained((), out / "checkpoint.pt", "all debates")
    scores = room.scores(model, arguments)
    knots = quantile_knots(list(held.values()) or list(scores.values()))
    model.register_buffer("knots", torch.tensor(knots, dtype=torch.float32))
    save_weights(model, out / "weights.safetensors")
    content = {"arguments": content_hash((one.id, one.text) for one in arguments), "pairs": content_hash(pairs)}
    save_settings(out, order, machine, content, task="strength")
    figures: dict[str, object] = {
        "arguments": len(arguments),
        "held_out": strength_report(arguments, pairs, held) if held else None,
        "knots_from": "debates left out of training" if held else "the debates of the training itself",
    }
    save_json(out / "figures.json", figures)
    (out / "MODEL_CARD.md").write_text(strength_card(figures, order), encoding="utf-8")
    (out / "checkpoint.pt").unlink(missing_ok=True)
    return figures


def groups(
    arguments: Sequence[RankedArgument], pairs: Sequence[Pair], without: Collection[str], size: int, random: Random
) -> list[Group]:
    """Return one epoch's groups of the debates that are not left out, in drawn order; a group without a pair is none."""
    sides: dict[str, list[str]] = {}
    side_of = {one.id: one.side for one in arguments if one.debate not in without}
    told: dict[str, list[Pair]] = {}
    for better, worse in pairs:
        if better in side_of:
            told.setdefault(side_of[better], []).append((better, worse))
    for side, found in sorted(told.items()):
        sides[side] = sorted({id for pair in found for id in pair})
    made = []
    for side, members in sides.items():
        random.shuffle(members)
        parts = [members[start : start + size] for start in range(0, len(members), size)]
        made += [_group(part, told[side]) for part in parts]
    random.shuffle(made)
    return [one for one in made if one.pairs]


class _Room:
    """Everything that the folds share: readings, surface features, pairs."""

    def __init__(
        self,
        order: StrengthOrder,
        arguments: Sequence[RankedArgument],
        pairs: Sequence[Pair],
        machine: Machine,
        watch: Watch,
    ) -> None:
        self._order = order
        self._arguments = arguments
        self._pairs = pairs
        self._machine = machine
        self._watch = watch
        self._texts = {one.id: sentence(one.text) for one in arguments}
        self._features = {id: torch.tensor(surface(text)) for id, text in self._texts.items()}
        self._trunk = Trunk(machine)
        self._trunk.read(self._texts.values(), watch)

    def left_out(self) -> dict[str, float]:
        """Return the score of every argument by a model that has not seen its debate."""
        found: dict[str, float] = {}
        held = folds_of([one.debate for one in self._arguments], self._order.folds, self._order.place.seed)
        for number, debates in enumerate(held):
            kept = self._order.place.out / "folds" / f"{number:02d}-of-{len(held)}.npz"
            scores = _kept(kept, debates)
            if scores is None:
                stage = f"fold {number + 1} of {len(held)}"
                model = self.trained(debates, kept.with_suffix(".pt"), stage)
                mine = [one for one in self._arguments if one.debate in debates]
                scores = self.scores(model, mine)
                _keep(kept, debates, scores)
                kept.with_suffix(".pt").unlink(missing_ok=True)
            found.update(scores)
        return found

    def trained(self, without: Collection[str], checkpoint: Path, stage: str) -> StrengthStack:
        """Return a model of all debates but some, its scores shifted to a mean of 0 over all arguments."""
        checkpoint.parent.mkdir(parents=True, exist_ok=True)
        seeded(self._order.place.seed)
        stack = StrengthStack(self._order.recipe.dropout).to(self._machine.device)
        begun(stack)
        features = torch.stack(list(self._features.values()))
        stack.surface.mean.copy_(features.mean(0))
        stack.surface.std.copy_(features.std(0, correction=0).clamp_min(1e-6))
        model = learned(
            stack,
            self._order.recipe,
            lambda epoch: self._plan(without, epoch),
            lambda group: self._loss(stack, group),
            checkpoint=checkpoint,
            watch=self._watch,
            stage=stage,
            quick=("surface.",),
        )
        mean = float(np.mean(list(self.scores(model, self._arguments).values())))
        with torch.no_grad():
            model.head.bias -= mean
        return model

    @torch.no_grad()
    def scores(self, model: nn.Module, arguments: Sequence[RankedArgument]) -> dict[str, float]:
        """Return a model's scores by id."""
        order = sorted(arguments, key=lambda one: len(self._texts[one.id]))
        found: dict[str, float] = {}
        for start in range(0, len(order), AT_ONCE):
            ids = [one.id for one in order[start : start + AT_ONCE]]
            with self._machine.autocast():
                found.update(zip(ids, self._scored(model, ids).tolist(), strict=True))
        return found

    def _plan(self, without: Collection[str], epoch: int) -> list[Group]:
        random = Random(f"strength/{self._order.place.seed}/{epoch}")
        return groups(self._arguments, self._pairs, without, self._order.recipe.batch, random)

    def _loss(self, model: nn.Module, group: Group) -> torch.Tensor:
        with self._machine.autocast():
            scores = self._scored(model, group.members).float()
        better, worse = torch.tensor(group.pairs, device=scores.device).T
        return functional.softplus(scores[worse] - scores[better]).mean()

    def _scored(self, model: nn.Module, ids: Sequence[str]) -> torch.Tensor:
        readings = [self._trunk.reading(self._texts[id]) for id in ids]
        scores: torch.Tensor = model(readings, torch.stack([self._features[id] for id in ids]))
        return scores


def _group(members: Sequence[str], pairs: Sequence[Pair]) -> Group:
    place = {id: number for number, id in enumerate(members)}
    among = tuple((place[better], place[worse]) for better, worse in pairs if better in place and worse in place)
    return Group(members=tuple(members), pairs=among)


def _kept(path: Path, debates: Collection[str]) -> dict[str, float] | None:
    """Return the scores of a finished fold; None where it is not finished, or left out other debates."""
    if not path.is_file():
        return None
    with np.load(path) as stored:
        if sorted(debates) != stored["debates"].tolist():
            return None
        return dict(zip(stored["ids"].tolist(), stored["scores"].tolist(), strict=True))


def _keep(path: Path, debates: Collection[str], scores: Mapping[str, float]) -> None:
    if not all(map(math.isfinite, scores.values())):
        raise ValueError("a training ended with scores that are not finite")
    np.savez(path, debates=sorted(debates), ids=list(scores), scores=list(scores.values()))
