"""Learning to order: pairs of arguments of one side of a debate, one of which convinced people more.

    loss = mean over pairs of ln(1 + e^(score(worse) − score(better)))   (Bradley and Terry 1952)

A batch is some arguments of one side with all labelled pairs among them. Debates are left out as a whole, with both
sides. Every model's scores are shifted to a mean of 0 over all arguments, so that scores of models that left out
different debates fit into one table of quantiles.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Protocol

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from doxa.corpora.argument_sets import RankedArgument
from doxa_train.computing import Machine, seeded
from doxa_train.figures import Pair
from doxa_train.folding import folds_of
from doxa_train.learning import train_model
from doxa_train.orders import QualityOrder, Watch, identity

AT_ONCE = 32


class Scorer(Protocol):
    """A kind of model that is trained to order arguments: how it begins, and how it scores them."""

    def new_model(self) -> nn.Module:
        """Return a model before training; its ``head`` is linear, with a bias."""

    def score_arguments(self, model: nn.Module, ids: Sequence[str]) -> torch.Tensor:
        """Return one score an argument."""


@dataclass(frozen=True)
class Group:
    """Some arguments of one side, and the pairs among them by place: better, worse."""

    members: tuple[str, ...]
    pairs: tuple[tuple[int, int], ...]


def groups(
    arguments: Sequence[RankedArgument], pairs: Sequence[Pair], without: Collection[str], size: int, random: Random
) -> list[Group]:
    """Return one epoch's groups of the debates that are not left out, in random order; each has a pair."""
    side_of = {argument.id: argument.side for argument in arguments if argument.debate not in without}
    pairs_by_side: dict[str, list[Pair]] = {}
    for better, worse in pairs:
        if better in side_of:
            pairs_by_side.setdefault(side_of[better], []).append((better, worse))
    epoch_groups = []
    for _, side_pairs in sorted(pairs_by_side.items()):
        members = sorted({id for pair in side_pairs for id in pair})
        random.shuffle(members)
        parts = [members[start : start + size] for start in range(0, len(members), size)]
        epoch_groups += [_group(part, side_pairs) for part in parts]
    random.shuffle(epoch_groups)
    return [group for group in epoch_groups if group.pairs]


class Ordering:
    """A training on pairs: models of all debates but those left out, and the models' scores."""

    def __init__(
        self,
        order: QualityOrder,
        scorer: Scorer,
        arguments: Sequence[RankedArgument],
        pairs: Sequence[Pair],
        machine: Machine,
        watch: Watch,
    ) -> None:
        self._order = order
        self._scorer = scorer
        self._arguments = arguments
        self._pairs = pairs
        self._machine = machine
        self._watch = watch

    def left_out(self) -> dict[str, float]:
        """Return the score of every argument by a model that has not seen its debate; finished folds are stored."""
        left_out: dict[str, float] = {}
        folds = folds_of([argument.debate for argument in self._arguments], self._order.folds, self._order.place.seed)
        for number, debates in enumerate(folds):
            path = self._order.place.out / "folds" / f"{number + 1:02d}-of-{len(folds)}.npz"
            training = self._identity(debates)
            scores = _read_scores(path, training)
            if scores is None:
                model = self.trained(debates, path.with_suffix(".pt"), f"fold {number + 1} of {len(folds)}")
                scores = self.scores(model, [argument for argument in self._arguments if argument.debate in debates])
                _write_scores(path, training, scores)
                path.with_suffix(".pt").unlink(missing_ok=True)
            left_out.update(scores)
        return left_out

    def trained(self, without: Collection[str], checkpoint: Path, stage: str) -> Any:
        """Return a model of the other debates, its scores shifted to a mean of 0 over all arguments."""
        checkpoint.parent.mkdir(parents=True, exist_ok=True)
        seeded(self._order.place.seed)
        begun = self._scorer.new_model().to(self._machine.device)
        model: Any = train_model(
            begun,
            self._order.recipe,
            lambda epoch: self._plan(without, epoch),
            lambda group: self._loss(begun, group),
            checkpoint=checkpoint,
            training=self._identity(without),
            watch=self._watch,
            stage=stage,
        )
        mean = float(np.mean(list(self.scores(model, self._arguments).values())))
        with torch.no_grad():
            model.head.bias -= mean
        return model

    @torch.no_grad()
    def scores(self, model: nn.Module, arguments: Sequence[RankedArgument]) -> dict[str, float]:
        """Return a model's scores by id."""
        order = sorted(arguments, key=lambda argument: len(argument.text))
        scores: dict[str, float] = {}
        for start in range(0, len(order), AT_ONCE):
            ids = [argument.id for argument in order[start : start + AT_ONCE]]
            with self._machine.autocast():
                scores.update(zip(ids, self._scorer.score_arguments(model, ids).tolist(), strict=True))
        return scores

    def _identity(self, without: Collection[str]) -> str:
        return identity(self._order, *sorted(without))

    def _plan(self, without: Collection[str], epoch: int) -> list[Group]:
        random = Random(f"strength/{self._order.place.seed}/{epoch}")
        return groups(self._arguments, self._pairs, without, self._order.recipe.batch, random)

    def _loss(self, model: nn.Module, group: Group) -> torch.Tensor:
        with self._machine.autocast():
            scores = self._scorer.score_arguments(model, group.members).float()
        better, worse = torch.tensor(group.pairs, device=scores.device).T
        return functional.softplus(scores[worse] - scores[better]).mean()


def _group(members: Sequence[str], pairs: Sequence[Pair]) -> Group:
    place = {id: number for number, id in enumerate(members)}
    among = tuple((place[better], place[worse]) for better, worse in pairs if better in place and worse in place)
    return Group(members=tuple(members), pairs=among)


def _read_scores(path: Path, training: str) -> dict[str, float] | None:
    """Return the scores of a finished fold; None where it is unfinished, or of another training."""
    if not path.is_file():
        return None
    with np.load(path) as stored:
        if str(stored.get("training")) != training:
            return None
        return dict(zip(stored["ids"].tolist(), stored["scores"].tolist(), strict=True))


def _write_scores(path: Path, training: str, scores: Mapping[str, float]) -> None:
    if not all(map(math.isfinite, scores.values())):
        raise ValueError("a training ended with scores that are not finite")
    np.savez(path, training=training, ids=list(scores), scores=list(scores.values()))
