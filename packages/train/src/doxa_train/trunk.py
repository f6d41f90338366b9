"""The frozen trunk in torch: every text is read once, and its token states are stored for all epochs.

It has the shipped twelve-bit weights, as the run-time does, so that training and run-time have the same inputs.
"""

from collections.abc import Iterable

import torch
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional

from doxa.corpora.packed import models_folder
from doxa.models.embedded.network import HIDDEN
from doxa.models.embedded.trunk import BRANCHING, LAYERS, MAX_TOKENS
from doxa_train.computing import Machine
from doxa_train.orders import Advance, Watch
from doxa_train.stack import EPSILON, BertLayer, TrunkReading, fill_layer, shipped_weights

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
        for start in range(0, len(order), AT_ONCE):
            places = order[start : start + AT_ONCE]
            for place, reading in zip(places, self._readings([ids[place] for place in places]), strict=True):
                self._known[new[place]] = reading
            watch(Advance(stage="reading texts", done=min(start + AT_ONCE, len(order)), total=len(order)))

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
        states = branching.half().cpu()
        return [
            TrunkReading(states=row[: len(text_ids)].clone(), vector=vector)
            for row, text_ids, vector in zip(states, ids, vectors.cpu(), strict=True)
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
        with torch.no_grad():
            self.norm.weight.copy_(torch.from_numpy(weights.vector(name("LayerNorm"))))
            self.norm.bias.copy_(torch.from_numpy(weights.vector("embeddings.LayerNorm.bias")))
        self.layers = nn.ModuleList([BertLayer(exact=True) for _ in range(LAYERS)])
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
