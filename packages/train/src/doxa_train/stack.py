"""The torch side of polarity: the frozen trunk, the layers over it, and their weights.

    [h(p) + s₀ ; h(c) + s₁] → layers → [cls_p, cls_c, 10e_p, 10e_c, 10|e_p − e_c|, 100 e_p e_c] → logit

h are a text's token states after the trunk's third layer, e its unit vector. No token of a proposition attends to a
claim. The trunk reads every text once, and its token states are stored for all epochs; it has the shipped
twelve-bit weights, as the run-time does, so that training and run-time have the same inputs.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.numpy import load_file
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional

from doxa.corpora.packed import models_folder
from doxa.errors import ModelSetupError
from doxa.models.embedded.network import HEAD, HEADS, HIDDEN
from doxa.models.embedded.trunk import BRANCHING, LAYERS, MAX_TOKENS
from doxa.models.embedded.weights import TensorFile
from doxa_train.learning import Machine
from doxa_train.orders import PolarityOrder, Watch, portions

WIDE = 4 * HIDDEN
EPSILON = 1e-12
JOINED = 256
"""Width of the polarity head."""


class BertLayer(nn.Module):
    """One BERT layer."""

    def __init__(self) -> None:
        super().__init__()
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
        inner = functional.gelu(self.intermediate["dense"](asking))
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
            hidden = functional.gelu(self.head[0](torch.cat(met, dim=1)))
            return self.head[1](functional.dropout(hidden, dropout))[:, 0]


def pad_states(rows: Sequence[torch.Tensor], device: torch.device) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the padded states of texts as float32, and the mask of real tokens."""
    states = nn.utils.rnn.pad_sequence([row.float() for row in rows], batch_first=True)
    present = torch.arange(states.shape[1])[None] < torch.tensor([len(row) for row in rows])[:, None]
    return states.to(device), present.to(device)


def shipped_weights() -> TensorFile:
    """Return the weights of the shipped trunk, 12 bits a number."""
    return TensorFile.load(models_folder("minilm") / "weights.safetensors")


def fill_layer(layer: BertLayer, weights: TensorFile, number: int) -> None:
    """Load the checkpoint's layer of a number into a layer."""
    _copy_weights(layer, weights, f"encoder.layer.{number}.")


def _copy_weights(module: nn.Module, weights: TensorFile, prefix: str = "") -> None:
    with torch.no_grad():
        for name, parameter in module.named_parameters():
            read = weights.matrix if parameter.ndim > 1 else weights.vector
            parameter.copy_(torch.from_numpy(np.array(read(f"{prefix}{name}"))))


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


AT_ONCE = 64
"""The number of texts of similar length in a batch."""


class TrunkReader:
    """The trunk with the readings of all texts so far."""

    def __init__(self, machine: Machine, branching: int = BRANCHING) -> None:
        """``branching``: the number of layers after which states are taken; 0 takes them before the first."""
        self._machine = machine
        self._known: dict[str, TrunkReading] = {}
        self._tokenizer = Tokenizer.from_file(str(models_folder("minilm") / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._network = _Network(branching).to(machine.device).eval()

    def read_texts(self, texts: Iterable[str], watch: Watch) -> None:
        """Read the texts that have not been read yet."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        ids = [encoding.ids for encoding in self._tokenizer.encode_batch(new)]
        order = sorted(range(len(new)), key=lambda place: len(ids[place]))
        for places in portions(order, AT_ONCE, "reading texts", watch):
            for place, reading in zip(places, self._readings([ids[place] for place in places]), strict=True):
                self._known[new[place]] = reading

    def reading(self, text: str) -> TrunkReading:
        """Return the reading of a text.

        Raises:
            KeyError: the text was not read.
        """
        return self._known[text]

    @torch.no_grad()
    def _readings(self, ids: list[list[int]]) -> list[TrunkReading]:
        device = self._machine.device
        tokens = nn.utils.rnn.pad_sequence([torch.tensor(text_ids) for text_ids in ids], batch_first=True).to(device)
        lengths = torch.tensor([len(text_ids) for text_ids in ids], device=device)
        present = torch.arange(tokens.shape[1], device=device)[None] < lengths[:, None]
        with self._machine.autocast():
            branching, vectors = self._network(tokens, present)
        return [
            TrunkReading(states=row[: len(text_ids)].clone(), vector=vector)
            for row, text_ids, vector in zip(branching.half().cpu(), ids, vectors.cpu(), strict=True)
        ]


class _Network(nn.Module):
    """Embeddings and all six layers, for the states at the branching and the sentence vectors."""

    def __init__(self, branching: int) -> None:
        super().__init__()
        self.branching = branching
        weights = shipped_weights()
        name = "embeddings.{}.weight".format
        self.words = nn.Embedding.from_pretrained(torch.from_numpy(weights.matrix(name("word_embeddings"))))
        places = weights.matrix(name("position_embeddings")) + weights.matrix(name("token_type_embeddings"))[0]
        self.places = nn.Embedding.from_pretrained(torch.from_numpy(places))
        self.norm = nn.LayerNorm(HIDDEN, eps=EPSILON)
        _copy_weights(self.norm, weights, "embeddings.LayerNorm.")
        self.layers = nn.ModuleList([BertLayer() for _ in range(LAYERS)])
        for number, layer in enumerate(self.layers):
            fill_layer(layer, weights, number)

    def forward(self, tokens: torch.Tensor, present: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the states at the branching, shape (texts, tokens, 384), and unit vectors, shape (texts, 384)."""
        states = self.norm(self.words(tokens) + self.places.weight[: tokens.shape[1]])
        branching = states
        for number, layer in enumerate(self.layers):
            if number == self.branching:
                branching = states
            states = layer(states, present[:, None]).float()
        mean = (states * present[..., None]).sum(1) / present.sum(1, keepdim=True)
        return branching, functional.normalize(mean, dim=1)


def with_earlier_epochs(order: PolarityOrder) -> PolarityOrder:
    """Return the order with the number of epochs of the earlier trainings; 0 where it starts anew.

    Raises:
        ModelSetupError: the folder to start from is not that of a polarity training.
    """
    if order.start is None:
        return order
    try:
        order_settings = json.loads((order.start / "settings.json").read_text(encoding="utf-8"))["order"]
        behind = order_settings["recipe"]["epochs"] + order_settings.get("behind", 0)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _no_training(order.start) from error
    return replace(order, behind=behind)


def load_earlier_weights(stack: nn.Module, folder: Path) -> None:
    """Load the weights of an earlier training into a stack.

    Raises:
        ModelSetupError: the folder contains no weights, or those of another network.
    """
    try:
        tensors = load_file(folder / "weights.safetensors")
        stack.load_state_dict(
            # trainings of earlier versions also stored the ranges of inputs
            {name: torch.from_numpy(tensor) for name, tensor in tensors.items() if not name.startswith("ranges.")}
        )
    except (OSError, RuntimeError) as error:
        raise _no_training(folder) from error


def load_shipped_weights(stack: nn.Module) -> None:
    """Load the polarity weights that doxa ships into a stack."""
    _copy_weights(stack, TensorFile.load(models_folder("polarity_weights") / "weights.safetensors"))


def _no_training(folder: Path) -> ModelSetupError:
    return ModelSetupError(
        f"{folder} contains no polarity training to continue",
        hint="Give the --out of a `doxa train polarity` without --backbone.",
    )
