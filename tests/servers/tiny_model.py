"""A llama of random weights with a vocabulary of its own, made by a seed and written as GGUF: two hundred kilobytes.

It knows nothing and answers nonsense. What it can be counted on is to be a real model of a real inference server, whose
decoder is constrained by the schemas that doxa sends.

One width of the hidden state is 1 for every token and is never written to, so that the last layer can prefer tokens
whatever came before: the end of a text and of a string comes sooner than by chance, and a control token never.
"""

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from doxa.systems.dialogue.tasks import RESPOND

WIDTH, LAYERS, HEADS, HIDDEN, CONTEXT = 32, 1, 2, 64, 32_768
VOCABULARY = 768
WHOLE = ("é", "—", "“", "”", "日", "🌳")
"""Characters beyond ASCII that the model can say; it never says a part of one."""
BEGIN, END, TURN = "<s>", "</s>", "<|turn|>"

TEMPLATE = (
    "{% for message in messages %}<|turn|>{{ message['role'] }}\n{{ message['content'] }}{% endfor %}"
    "{% if add_generation_prompt %}<|turn|>assistant\n{% endif %}"
)

PREFERRED = {END: 2.7, '"': 3.0, ".": 1.0}
CONSTANT = 3.0
"""The part of each embedding that is the same for all tokens."""
ATTENTION = 3.0
"""How far attention is from an average of all that was said, so that other prompts have other answers."""

SHAPES = '{"claims": [{"claim": "", "snippet": ""}], "strength": 0.5, "stance": -0.25, "reason": "", "judgements": []} '


def write_model(path: Path, seed: int = 22) -> Path:
    """Write the model of a seed and return its path; the same seed gives the same bytes."""
    import gguf  # heavy, and not installed where the server has no wheel

    tokens, merges = _vocabulary()
    names = [*tokens, BEGIN, END, TURN]
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name("tiny")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(HIDDEN)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_vocab_size(len(names))
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(names)
    writer.add_token_types([gguf.TokenType.NORMAL] * len(tokens) + [gguf.TokenType.CONTROL] * 3)
    writer.add_token_merges(merges)
    writer.add_bos_token_id(names.index(BEGIN))
    writer.add_eos_token_id(names.index(END))
    writer.add_chat_template(TEMPLATE)
    for name, weights in _weights(names, np.random.default_rng(seed)).items():
        writer.add_tensor(name, weights.astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _vocabulary() -> tuple[list[str], list[str]]:
    """Return the tokens and merges of a byte-level vocabulary over ASCII and a few characters beyond."""
    level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    spelled = [level.pre_tokenize_str(character)[0][0] for character in map(chr, [10, *range(32, 127)])]
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    whole = [level.pre_tokenize_str(character)[0][0] for character in WHOLE]
    room = VOCABULARY - len(whole)
    trainer = trainers.BpeTrainer(vocab_size=room, initial_alphabet=spelled, show_progress=False)
    tokenizer.train_from_iterator([RESPOND.stable, *[SHAPES] * 20], trainer)
    learned = json.loads(tokenizer.to_str())["model"]
    merges = [pair if isinstance(pair, str) else " ".join(pair) for pair in learned["merges"]]
    return [*sorted(learned["vocab"], key=learned["vocab"].get), *whole], merges


def _weights(names: list[str], random: np.random.Generator) -> dict[str, NDArray[np.float64]]:
    """Return all tensors by their names in the format."""

    def drawn(rows: int, columns: int) -> NDArray[np.float64]:
        return random.standard_normal((rows, columns)) / np.sqrt(columns)

    embeddings = random.standard_normal((len(names), WIDTH))
    embeddings[:, 0] = CONSTANT
    tensors: dict[str, NDArray[np.float64]] = {"token_embd.weight": embeddings}
    for layer in range(LAYERS):
        shapes = {"attn_q": WIDTH, "attn_k": WIDTH, "attn_v": WIDTH, "attn_output": WIDTH}
        block = {name: drawn(WIDTH, columns) * ATTENTION for name, columns in shapes.items()}
        block |= {"ffn_gate": drawn(HIDDEN, WIDTH), "ffn_up": drawn(HIDDEN, WIDTH), "ffn_down": drawn(WIDTH, HIDDEN)}
        block["attn_output"][0] = block["ffn_down"][0] = 0.0
        block |= {"attn_norm": np.ones(WIDTH), "ffn_norm": np.ones(WIDTH)}
        tensors |= {f"blk.{layer}.{name}.weight": weights for name, weights in block.items()}
    last = drawn(len(names), WIDTH) * 2
    last[:, 0] = [PREFERRED.get(name, 0.0) for name in names]
    last[[names.index(BEGIN), names.index(TURN)], 0] = -100.0
    return tensors | {"output_norm.weight": np.ones(WIDTH), "output.weight": last}


if __name__ == "__main__":
    import sys

    print(write_model(Path(sys.argv[1])))
