"""What a GGUF file says of its model, and why a file is refused: headers are written here, value by value."""

import hashlib
import os
import struct
from pathlib import Path
from typing import Any

import pytest

from doxa.errors import ModelSetupError
from doxa.models.conditions import Conditions
from doxa.models.defaults import longest_answer
from doxa.models.known import identity_of, keep
from doxa.models.local import weights
from doxa.models.local.weights import file_of, read_model_file
from doxa.models.weighing.calibration import HearingCalibration, calibrated, is_weighed
from doxa.records.spec import LetterWeighing, ModelSettings

CHAT = {
    "general.architecture": "llama",
    "general.name": "Small",
    "general.file_type": 15,
    "llama.block_count": 4,
    "llama.context_length": 8192,
    "llama.embedding_length": 64,
    "llama.attention.head_count": 8,
    "llama.attention.head_count_kv": 2,
    "tokenizer.ggml.tokens": ["a", "b", "é"],
    "tokenizer.chat_template": "{{ messages }}",
}


def text(words: str) -> bytes:
    return struct.pack("<Q", len(words.encode())) + words.encode()


def encoded(value: Any) -> bytes:
    """Return a value with its type in front, as the format has it."""
    match value:
        case bool():
            return struct.pack("<I?", 7, value)
        case int():
            return struct.pack("<II", 4, value)
        case float():
            return struct.pack("<If", 6, value)
        case str():
            return struct.pack("<I", 8) + text(value)
    entries = [encoded(entry) for entry in value]
    return struct.pack("<I", 9) + entries[0][:4] + struct.pack("<Q", len(value)) + b"".join(one[4:] for one in entries)


def written(folder: Path, name: str = "small.gguf", **changes: Any) -> Path:
    entries = CHAT | {key.replace("__", "."): value for key, value in changes.items()}
    entries = {key: value for key, value in entries.items() if value is not None}
    header = struct.pack("<4sIQQ", b"GGUF", 3, 0, len(entries))
    path = folder / name
    path.write_bytes(header + b"".join(text(key) + encoded(value) for key, value in entries.items()))
    return path


def refusal(path: Path) -> str:
    with pytest.raises(ModelSetupError) as raised:
        read_model_file(path)
    return f"{raised.value.message} | {raised.value.hint}"


def test_a_header_says_what_identifies_the_weights(tmp_path: Path) -> None:
    path = written(tmp_path)
    known = read_model_file(path).weights
    assert known.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert (known.name, known.quantisation) == ("Small", "Q4_K_M")
    assert known.template == hashlib.sha256(b"{{ messages }}").hexdigest()


def test_a_header_may_say_no_name_and_an_unknown_quantisation(tmp_path: Path) -> None:
    known = read_model_file(written(tmp_path, general__name=None, general__file_type=99)).weights
    assert (known.name, known.quantisation) == ("small", "99")


@pytest.mark.parametrize(
    ("changes", "token_bytes"),
    [
        ({}, 2 * 4 * 2 * (8 + 8)),
        ({"llama__attention__head_count_kv": None}, 2 * 4 * 8 * (8 + 8)),
        ({"llama__attention__head_count_kv": [2, 0, 2, 0]}, 2 * 4 * (8 + 8)),
        ({"llama__attention__key_length": 16}, 2 * 4 * 2 * (16 + 8)),
    ],
)
def test_a_token_of_context_takes_two_bytes_a_number(tmp_path: Path, changes: dict[str, Any], token_bytes: int) -> None:
    file = read_model_file(written(tmp_path, **changes))
    assert (file.context, file.token_bytes) == (8192, token_bytes)


def test_a_real_file_reads_as_its_writer_wrote_it(tiny: Path) -> None:
    file = read_model_file(tiny)
    assert (file.weights.name, file.context, file.size) == ("tiny", 32_768, tiny.stat().st_size)
    assert file.token_bytes == 2 * 1 * 2 * (16 + 16)


def test_a_file_is_hashed_once_and_again_when_it_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, sums = written(tmp_path), []
    monkeypatch.setattr(weights.hashlib, "file_digest", lambda file, kind: sums.append(kind) or hashlib.sha256())
    assert read_model_file(path).weights == read_model_file(path).weights
    assert len(sums) == 1
    os.utime(path, (1, 1))
    read_model_file(path)
    assert len(sums) == 2


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"tokenizer__chat_template": None}, "has no chat template: it is a base model"),
        ({"split__count": 3}, "is one part of a split file; llama-gguf-split"),
        ({"llama__attention__causal": False}, "is a model of embeddings"),
        ({"llama__pooling_type": 1}, "is a model of embeddings"),
    ],
)
def test_what_cannot_answer_is_refused(tmp_path: Path, changes: dict[str, Any], reason: str) -> None:
    assert reason in refusal(written(tmp_path, **changes))


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "small.gguf"
    whole = written(tmp_path, "whole.gguf").read_bytes()
    for content in (b"", b"GGUF", b"words " * 100, whole[:100], b"GGUF\x01" + whole[5:], whole[:24] + b"\xff" * 99):
        path.write_bytes(content)
        assert "is no GGUF file, or not a whole one" in refusal(path)


def test_a_wrong_name_says_which_files_are_there(tmp_path: Path) -> None:
    written(tmp_path, "qwen.gguf")
    said = refusal(tmp_path / "qwem.gguf")
    assert "No such file" in said
    assert f"Did you mean 'qwen.gguf'? In {tmp_path}: qwen.gguf." in said
    assert "Write local:FILE.gguf." in refusal(tmp_path / "nowhere" / "qwen.gguf")


def test_a_name_is_a_path_or_a_file_of_the_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ana")
    monkeypatch.setattr(weights, "fetch", lambda model: Path("/hub") / model.rpartition("/")[2])
    assert file_of("local:~/a.gguf") == Path("/home/ana/a.gguf")
    assert file_of("local:models/a.gguf") == Path("models/a.gguf")
    assert file_of("local:hf/org/repository/a.gguf") == Path("/hub/a.gguf")


def test_a_local_model_is_known_by_its_file(tmp_path: Path) -> None:
    first, copy = written(tmp_path), written(tmp_path, "copy.gguf")
    identity = identity_of(f"local:{first}", Conditions())
    assert identity == identity_of(f"local:{copy}", Conditions()) == read_model_file(first).weights.sha256


@pytest.mark.parametrize(("template", "longest"), [("{{ messages }}", 1_024), ("<think>{{ thoughts }}</think>", 3_072)])
def test_only_a_model_whose_template_has_a_place_for_thoughts_has_tokens_for_them(
    tmp_path: Path, template: str, longest: int
) -> None:
    path = written(tmp_path, tokenizer__chat_template=template)
    assert longest_answer("speaker", f"local:{path}") == longest


def test_a_calibration_holds_for_the_file_wherever_it_lies(tmp_path: Path) -> None:
    path = written(tmp_path)
    weighing = LetterWeighing(model=f"local:{path}")
    calibration = HearingCalibration(weighing=weighing, texts=80, right=0.9, offline=0.7)
    keep(calibration, identity_of(f"local:{path}", Conditions()))
    moved = f"local:{path.rename(tmp_path / 'moved.gguf')}"
    assert is_weighed(calibrated(ModelSettings(model=moved), Conditions()))
    assert not is_weighed(ModelSettings(model="openai:other", weighing=weighing))


@pytest.mark.parametrize(
    "changes",
    [{"llama__attention__head_count": 0}, {"llama__embedding_length": "wide"}, {"tokenizer__chat_template": 7}],
)
def test_a_header_that_makes_no_sense_is_refused(tmp_path: Path, changes: dict[str, Any]) -> None:
    assert "is no GGUF file, or not a whole one" in refusal(written(tmp_path, **changes))
