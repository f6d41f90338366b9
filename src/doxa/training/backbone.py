"""An encoder of one's own choice, by name or folder, with one linear reading on top.

    score = w · mean(last states) + b

Read from a name that ``transformers`` knows or a folder, and written as such a folder with ``head.safetensors`` and
``settings.json`` beside, so that ``encoder:DIR`` and ``--teacher DIR`` can use it.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import torch
from safetensors.torch import load_file
from torch import nn
from torch.nn import functional

from doxa.errors import ModelSetupError
from doxa.records.canonical import digest
from doxa.training.computing import Machine
from doxa.training.saving import save_json, save_weights

Text = tuple[str, ...]
"""A claim alone, or a proposition and a claim."""

AT_ONCE = 64


class Encoder(nn.Module):
    """A transformer and its head; ``scores`` reads texts in training, ``answers`` in use."""

    def __init__(self, network: Any, tokenizer: Any, *, max_tokens: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.network = network
        self.head = nn.Linear(network.config.hidden_size, 1)
        nn.init.normal_(self.head.weight, std=0.02)
        nn.init.zeros_(self.head.bias)
        self.tokenizer = tokenizer
        self.max_tokens = max_tokens
        self.dropout = dropout

    def forward(self, texts: Sequence[Text]) -> torch.Tensor:
        """Return one score a text or pair; shape (texts,)."""
        tokens = self.tokenizer(
            *([list(column) for column in zip(*texts, strict=True)]),
            truncation=True,
            max_length=self.max_tokens,
            padding=True,
            return_tensors="pt",
        ).to(self.head.weight.device)
        states = self.network(**tokens).last_hidden_state
        present = tokens["attention_mask"][..., None]
        mean = ((states * present).sum(1) / present.sum(1)).float()
        with torch.autocast(mean.device.type, enabled=False):
            return self.head(functional.dropout(mean, self.dropout if self.training else 0.0))[:, 0]

    @torch.no_grad()
    def answers(self, texts: Sequence[Text], machine: Machine) -> list[float]:
        """Return scores of texts in their order; the model is left in use, not in training."""
        self.eval()
        order = sorted(range(len(texts)), key=lambda place: sum(map(len, texts[place])))
        found: dict[int, float] = {}
        for start in range(0, len(order), AT_ONCE):
            places = order[start : start + AT_ONCE]
            with machine.autocast():
                scores = self([texts[place] for place in places])
            found.update(zip(places, scores.tolist(), strict=True))
        return [found[place] for place in range(len(texts))]

    def freeze(self, layers: int, *, words: bool) -> None:
        """Keep the embeddings and the lowest layers as they are; ``words`` says whether word embeddings learn.

        Raises:
            ModelSetupError: the network has fewer layers, or does not tell them.
        """
        embeddings = self.network.get_input_embeddings()
        if not words:
            embeddings.weight.requires_grad_(False)
        if not layers:
            return
        stack = getattr(getattr(self.network, "encoder", None), "layer", None)
        if stack is None or len(stack) <= layers:
            raise ModelSetupError(
                f"{layers} layers of {type(self.network).__name__} cannot be frozen",
                hint="Give --frozen-layers a number below its layers, or leave it out.",
            )
        for part in (self.network.embeddings, *stack[:layers]):
            part.requires_grad_(False)

    def save(self, folder: Path, *, task: str) -> None:
        """Write the network, its tokenizer, the head, and what reading them again needs."""
        folder.mkdir(parents=True, exist_ok=True)
        self.network.save_pretrained(folder)
        self.tokenizer.save_pretrained(folder)
        save_weights(self.head, folder / "head.safetensors")
        save_json(folder / "encoder.json", {"task": task, "pooling": "mean", "max_tokens": self.max_tokens})


def begun(backbone: str, *, max_tokens: int, dropout: float) -> Encoder:
    """Return an encoder with a new head, its network by name or folder.

    Raises:
        ModelSetupError: there is none of that name.
    """
    from transformers import AutoModel, AutoTokenizer

    try:
        tokenizer = AutoTokenizer.from_pretrained(backbone)
        network = AutoModel.from_pretrained(backbone)
    except (OSError, ValueError) as error:
        raise ModelSetupError(
            f"no encoder can be read from {backbone!r}: {str(error).splitlines()[0]}",
            hint="Give a name of the Hugging Face hub, or a folder with config.json, the weights and the tokenizer.",
        ) from None
    return Encoder(network.float(), tokenizer, max_tokens=max_tokens, dropout=dropout)


def restored(folder: Path) -> tuple[Encoder, str]:
    """Return the encoder that a training wrote, and its task: ``polarity`` or ``strength``.

    Raises:
        ModelSetupError: the folder is not one that ``doxa train … --backbone`` wrote.
    """
    told, head = folder / "encoder.json", folder / "head.safetensors"
    if not (told.is_file() and head.is_file()):
        raise ModelSetupError(
            f"{folder} holds no encoder that doxa trained",
            hint="Give the --out of a finished `doxa train polarity --backbone …` or `doxa train strength --backbone …`.",
        )
    settings = json.loads(told.read_text(encoding="utf-8"))
    encoder = begun(str(folder), max_tokens=int(settings["max_tokens"]), dropout=0.0)
    encoder.head.load_state_dict(load_file(head))
    return cast(Encoder, encoder.eval()), str(settings["task"])


def revision(folder: Path) -> str:
    """Return a hash of a folder's weights."""
    parts = sorted([*folder.glob("*.safetensors"), folder / "encoder.json"])
    return digest("".join(f"{one.name}:{digest(one.read_bytes())}" for one in parts))[:16]
