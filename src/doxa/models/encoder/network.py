"""An encoder of the user's choice in torch, with a linear head.

    score = w · mean(last states) + b

It is loaded by a name that ``transformers`` knows or from a folder, and saved as such a folder.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch import nn
from torch.nn import functional

from doxa.errors import ModelSetupError
from doxa.models.encoder.folder import HEAD, TOLD, EncoderManifest, Folder

Text = tuple[str, ...]
"""A claim alone, or a proposition and a claim."""


class Encoder(nn.Module):
    """A transformer and its head."""

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
    def answers(
        self, texts: Sequence[Text], *, at_once: int = 1, within: AbstractContextManager[Any] | None = None
    ) -> list[float]:
        """Return the scores of texts in their order; afterwards the model is in evaluation mode.

        ``at_once`` texts share a batch; with 1 the last digits of a score do not depend on other texts. ``within`` is
        the context of the forward pass.
        """
        self.eval()
        order = sorted(range(len(texts)), key=lambda place: sum(map(len, texts[place])))
        scores: dict[int, float] = {}
        with within or nullcontext():
            for start in range(0, len(order), at_once):
                places = order[start : start + at_once]
                scores.update(zip(places, self([texts[place] for place in places]).tolist(), strict=True))
        return [scores[place] for place in range(len(texts))]

    def freeze(self, layers: int, *, words: bool) -> None:
        """Exclude the embeddings and the lowest layers from training; ``words``: word embeddings are trained.

        Raises:
            ModelSetupError: the network has too few layers, or its layers are not accessible.
        """
        if not words:
            self.network.get_input_embeddings().weight.requires_grad_(False)
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

    def save(self, folder: Path, manifest: EncoderManifest) -> None:
        """Write the network, its tokenizer, the head, and the settings that loading needs."""
        folder.mkdir(parents=True, exist_ok=True)
        self.network.save_pretrained(folder)
        self.tokenizer.save_pretrained(folder)
        head = {name: tensor.detach().float().cpu().contiguous() for name, tensor in self.head.state_dict().items()}
        save_file(head, folder / HEAD)
        (folder / TOLD).write_text(manifest.model_dump_json(indent=1) + "\n", encoding="utf-8")


def begin_encoder(backbone: str, *, max_tokens: int, dropout: float) -> Encoder:
    """Return an encoder with a new head; its network is loaded by name or from a folder.

    Raises:
        ModelSetupError: no encoder of that name can be loaded.
    """
    from transformers import AutoModel, AutoTokenizer
    from transformers.utils import logging

    logging.disable_progress_bar()
    try:
        tokenizer = AutoTokenizer.from_pretrained(backbone)
        network = AutoModel.from_pretrained(backbone)
    except (OSError, ValueError) as error:
        raise ModelSetupError(
            f"no encoder can be loaded from {backbone!r}: {str(error).splitlines()[0]}",
            hint="Give a name of the Hugging Face hub, or a folder with config.json, the weights and the tokenizer.",
        ) from None
    return Encoder(network.float(), tokenizer, max_tokens=max_tokens, dropout=dropout)


def restored(folder: Folder) -> Encoder:
    """Return the encoder of a folder in evaluation mode.

    Raises:
        ModelSetupError: its network cannot be loaded.
    """
    encoder = begin_encoder(str(folder.path), max_tokens=folder.told.max_tokens, dropout=0.0)
    encoder.head.load_state_dict(load_file(folder.path / HEAD))
    encoder.eval()
    return encoder
