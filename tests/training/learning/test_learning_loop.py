"""The loop: it learns, goes on after an interrupt as if there had been none, and refuses another training's state."""

from random import Random

import pytest
import torch
from torch import nn

from doxa.errors import ModelSetupError
from doxa_train.learning import batches, train_model
from doxa_train.orders import Recipe

RECIPE = Recipe(epochs=3, rate=0.05, batch=8, keep=0.9)


class Toy(nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(5)
        self.first = nn.Linear(3, 4)
        self.second = nn.Linear(4, 1)

    def forward(self, x):
        return self.second(nn.functional.dropout(torch.tanh(self.first(x)), 0.2, self.training))[:, 0]


def trained(folder, recipe=RECIPE, training="one", stop_after=None, seen=None):
    points = torch.randn(64, 3, generator=torch.Generator().manual_seed(1))
    labels = (points[:, 0] > 0).float()
    toy = Toy()
    torch.manual_seed(9)

    def loss(batch):
        return nn.functional.binary_cross_entropy_with_logits(toy(points[batch]), labels[batch])

    def watch(now):
        if seen is not None:
            seen.append(float(now.note.rpartition(" ")[2]))
        if now.done == stop_after:
            raise KeyboardInterrupt

    def plan(epoch):
        return batches(range(64), recipe.batch, lambda one: 1, Random(epoch))

    model = train_model(toy, recipe, plan, loss, checkpoint=folder / "checkpoint.pt", training=training, watch=watch)
    with torch.no_grad():
        right = ((model(points) > 0) == (labels > 0)).float().mean().item()
    return {name: value.clone() for name, value in model.state_dict().items()}, right


def test_the_loss_falls(tmp_path):
    seen = []
    _, right = trained(tmp_path, seen=seen)
    assert seen[-1] < 0.9 * seen[0]  # the mean of all steps beside the first
    assert right > 0.85


@pytest.mark.parametrize("stop_after", [9, 16, 20])
def test_going_on_gives_the_weights_of_a_training_without_interrupt(tmp_path, stop_after):
    whole, _ = trained(tmp_path / "whole" if (tmp_path / "whole").mkdir() is None else tmp_path)
    (tmp_path / "parts").mkdir()
    with pytest.raises(KeyboardInterrupt):
        trained(tmp_path / "parts", stop_after=stop_after)
    resumed, _ = trained(tmp_path / "parts")
    assert all(torch.equal(whole[name], resumed[name]) for name in whole)


def test_a_checkpoint_of_other_settings_is_refused(tmp_path):
    trained(tmp_path)
    with pytest.raises(ModelSetupError, match="other settings") as caught:
        trained(tmp_path, training="another")
    assert "another --out" in caught.value.hint


def test_batches_hold_every_row_once_and_like_lengths_together():
    assert batches([5, 1, 4, 2, 3, 6, 8, 7], 2, lambda one: one) == [[1, 2], [3, 4], [5, 6], [7, 8]]
    drawn = batches(range(1000), 7, lambda one: one % 10, Random(1))
    assert sorted(one for part in drawn for one in part) == list(range(1000))
    assert drawn != batches(range(1000), 7, lambda one: one % 10, Random(2))
