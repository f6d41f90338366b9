"""The torch side of polarity: BERT layers named as in the checkpoint, and the stack over the trunk.

    [h(p) + s₀ ; h(c) + s₁] → layers → [cls_p, cls_c, 10e_p, 10e_c, 10|e_p − e_c|, 100 e_p e_c] → logit

h are a text's token states after the trunk's third layer, e its unit vector. No token of a proposition attends to a
claim. The feed-forward parts of the stack use the tanh form of gelu, which is cheaper at run time; the trunk uses the
exact form.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from doxa.corpora.packed import models_folder
from doxa.models.embedded.network import HEAD, HEADS, HIDDEN
from doxa.models.embedded.trunk import BRANCHING, LAYERS
from doxa.models.embedded.weights import TensorFile

WIDE = 4 * HIDDEN
EPSILON = 1e-12
JOINED = 256
"""Width of the polarity head."""


class BertLayer(nn.Module):
    """One BERT layer. ``exact`` chooses the error function's gelu over the tanh form."""

    def __init__(self, *, exact: bool = False) -> None:
        super().__init__()
        self.gelu = "none" if exact else "tanh"
        parts = {name: nn.Linear(HIDDEN, HIDDEN) for name in ("query", "key", "value")}
        self.attention = nn.ModuleDict({"self": nn.ModuleDict(parts), "output": _joining_layers(HIDDEN)})
        self.intermediate = nn.ModuleDict({"dense": nn.Linear(HIDDEN, WIDE)})
        self.output = _joining_layers(WIDE)

    def forward(
        self, states: torch.Tensor, seen: torch.Tensor, dropout: float = 0.0, at: torch.Tensor | None = None
    ) -> torch.Tensor:
        """Return the next states of all tokens, or of those ``at``; shape (texts, tokens, 384).

        ``seen`` is true where a token, by row, attends to another, by column; shape (texts, tokens or 1, tokens).
        """
        count = len(states)
        places = torch.arange(count, device=states.device)[:, None], at
        asking = states if at is None else states[places]
        mask = seen if at is None or seen.shape[1] == 1 else seen[places]
        attention = self.attention["self"]

        def heads(values: torch.Tensor) -> torch.Tensor:
            return values.view(count, -1, HEADS, HEAD).transpose(1, 2)

        context = functional.scaled_dot_product_attention(
            heads(attention["query"](asking)),
            heads(attention["key"](states)),
            heads(attention["value"](states)),
            attn_mask=mask[:, None],
            dropout_p=dropout,
        )
        context = context.transpose(1, 2).reshape(count, -1, HIDDEN)
        asking = _add_layer(asking, context, self.attention["output"], dropout)
        inner = functional.gelu(self.intermediate["dense"](asking), approximate=self.gelu)
        return _add_layer(asking, inner, self.output, dropout)


class Own(nn.Module):
    """The layers of the polarity model, with the names of the checkpoint."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.ModuleDict({str(number): BertLayer() for number in range(BRANCHING, LAYERS)})

    def forward(
        self, states: torch.Tensor, seen: torch.Tensor, dropout: float, at: torch.Tensor | None = None
    ) -> torch.Tensor:
        """Return the last states of the tokens ``at``; of all when None."""
        *below, last = self.layer.values()
        for layer in below:
            states = layer(states, seen, dropout)
        return last(states, seen, dropout, at)


@dataclass(frozen=True)
class TrunkReading:
    """The trunk's output for one text: token states, shape (tokens, 384), float16, and the unit vector."""

    states: torch.Tensor
    vector: torch.Tensor


class PolarityStack(nn.Module):
    """The polarity network: logits of "for" from readings of propositions and claims."""

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.encoder = Own()
        self.segment = nn.Parameter(torch.randn(2, HIDDEN) * 0.02)
        self.head = nn.ModuleList([nn.Linear(6 * HIDDEN, JOINED), nn.Linear(JOINED, 1)])
        self.dropout = dropout

    def forward(self, propositions: Sequence[TrunkReading], claims: Sequence[TrunkReading]) -> torch.Tensor:
        """Return one logit a pair; shape (pairs,)."""
        device, dropout = self.segment.device, self.dropout if self.training else 0.0
        joined = [
            torch.cat([proposition.states.float(), claim.states.float()])
            for proposition, claim in zip(propositions, claims, strict=True)
        ]
        states, present = pad_states(joined, device)
        parting = torch.tensor([len(reading.states) for reading in propositions], device=device)
        second = torch.arange(states.shape[1], device=device)[None] >= parting[:, None]
        seen = present[:, None] & (second[:, :, None] | ~second[:, None])
        firsts = torch.stack([torch.zeros_like(parting), parting], dim=1)
        read = self.encoder(states + self.segment[second.long()], seen, dropout, firsts).float().flatten(1)
        e_p = torch.stack([reading.vector for reading in propositions]).to(device)
        e_c = torch.stack([reading.vector for reading in claims]).to(device)
        met = [read, 10 * e_p, 10 * e_c, 10 * (e_p - e_c).abs(), 100 * e_p * e_c]
        with torch.autocast(device.type, enabled=False):
            hidden = functional.gelu(self.head[0](torch.cat(met, dim=1)), approximate="tanh")
            return self.head[1](functional.dropout(hidden, dropout))[:, 0]


def pad_states(rows: Sequence[torch.Tensor], device: torch.device) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the padded states of texts as float32, and the mask of real tokens."""
    states = nn.utils.rnn.pad_sequence([row.float() for row in rows], batch_first=True)
    lengths = torch.tensor([len(row) for row in rows])
    present = torch.arange(states.shape[1])[None] < lengths[:, None]
    return states.to(device), present.to(device)


def shipped_weights() -> TensorFile:
    """Return the weights of the shipped trunk, 12 bits a number."""
    return TensorFile.load(models_folder("minilm") / "weights.safetensors")


def fill_layer(layer: BertLayer, weights: TensorFile, number: int) -> None:
    """Load the checkpoint's layer of a number into a layer."""
    with torch.no_grad():
        for name, parameter in layer.named_parameters():
            stored = f"encoder.layer.{number}.{name}"
            parameter.copy_(torch.from_numpy(weights.matrix(stored) if parameter.ndim > 1 else weights.vector(stored)))


def tensors_of(model: nn.Module) -> dict[str, NDArray[np.float32]]:
    """Return a model's parameters and buffers."""
    return {name: tensor.detach().float().cpu().numpy() for name, tensor in model.state_dict().items()}


def load_checkpoint_weights(stack: nn.Module) -> None:
    """Load the checkpoint's layers of the same numbers into a stack's layers."""
    weights = shipped_weights()
    for name, layer in stack.encoder.layer.items():
        fill_layer(layer, weights, int(name))


def _joining_layers(width: int) -> nn.ModuleDict:
    return nn.ModuleDict({"dense": nn.Linear(width, HIDDEN), "LayerNorm": nn.LayerNorm(HIDDEN, eps=EPSILON)})


def _add_layer(states: torch.Tensor, inner: torch.Tensor, part: nn.Module, dropout: float) -> torch.Tensor:
    return part["LayerNorm"](states + functional.dropout(part["dense"](inner), dropout))
