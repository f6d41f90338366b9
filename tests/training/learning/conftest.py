"""Small things to train: a few labelled rows whose words give them away, and an encoder of two narrow layers."""

from dataclasses import replace
from pathlib import Path

import pytest
import torch
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import DebertaV2Config, DebertaV2Model, PreTrainedTokenizerFast

from doxa_train.examples import Example

torch.set_num_threads(1)

WORDS = ["we", "should", "ban", "gambling", "cars", "uniforms", "it", "is", "good", "bad", "because", "they"]
VERBS = ["help", "harm", "teach"]

PARTS = (
    "argkp dev",
    "argkp test",
    "ibm dev",
    "ibm test",
    "perspectrum dev",
    "perspectrum test",
    "perspectrum test new",
    "ibm test new",
)


def row(number: int) -> Example:
    """A row whose direction is that of one word."""
    polarity = 1 if number % 2 else -1
    topic = WORDS[3 + number // 2 % 3]
    claim = f"It is {'good' if polarity > 0 else 'bad'} because they {VERBS[number % 3]} people {number % 5}."
    pair = (f"We should ban {topic}", claim)
    return Example(proposition=pair[0], claim=claim, polarity=polarity, origin="argkp", asked=pair)


@pytest.fixture
def rows() -> tuple[Example, ...]:
    return tuple(row(number) for number in range(40))


@pytest.fixture
def small_sets(monkeypatch, rows):
    """Forty rows to learn from and a few to test on, in the place of all."""
    tests = dict.fromkeys(PARTS, rows[:6])
    extra = tuple(replace(one, polarity=None) for one in rows[:4])
    monkeypatch.setattr("doxa_train.polarity.held_out_rows", lambda: tests)
    # the pool of all debates takes minutes to read
    monkeypatch.setattr("doxa_train.polarity.Pool", lambda embed: None)
    monkeypatch.setattr(
        "doxa_train.polarity.epoch_rows",
        lambda mix, seed, epoch, pool: (*rows, *(extra if mix.unlabelled else ())),
    )


@pytest.fixture(scope="session")
def backbone(tmp_path_factory) -> Path:
    """A folder as the Hugging Face hub has them: a DeBERTa of two layers, 16 wide, with a tokenizer of few words."""
    folder = tmp_path_factory.mktemp("backbone")
    numbers = {word: number for number, word in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", *WORDS, *VERBS])}
    tokenizer = Tokenizer(models.WordLevel(numbers, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, unk_token="[UNK]", pad_token="[PAD]", cls_token="[CLS]", sep_token="[SEP]"
    ).save_pretrained(folder)
    torch.manual_seed(0)
    DebertaV2Model(
        DebertaV2Config(
            vocab_size=len(numbers),
            hidden_size=16,
            num_hidden_layers=2,
            num_attention_heads=2,
            intermediate_size=32,
            max_position_embeddings=128,
            relative_attention=True,
            pos_att_type=["p2c", "c2p"],
            type_vocab_size=0,
        )
    ).save_pretrained(folder)
    return folder
