"""A teacher's answers: logits of every pair that a training will draw, computed once and stored in ``teacher.npz``."""

import os
import struct
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from doxa.errors import ModelSetupError
from doxa.models.encoder.folder import open_folder, revision
from doxa.models.encoder.network import restored
from doxa.records.canonical import digest
from doxa_train.computing import Machine
from doxa_train.orders import Advance, Watch

Pair = tuple[str, str]

PORTION = 2048
"""The number of pairs after which answers are written to the file."""

AT_ONCE = 64


class Teacher:
    """A teacher and its answers by pair; earlier answers of the same teacher are read from the file."""

    def __init__(self, folder: Path, answers_file: Path) -> None:
        """Open the teacher's folder and read the file of its answers.

        Raises:
            ModelSetupError: the folder contains no encoder of polarity, or the file contains another teacher's answers.
        """
        self._folder = open_folder(folder)
        self._kept = answers_file
        self._revision = revision(folder)
        if self._folder.told.task != "polarity":
            raise ModelSetupError(
                f"{folder} contains an encoder of {self._folder.told.task}, not of polarity: it cannot be the teacher",
                hint="Give the --out of a `doxa train polarity --backbone …`.",
            )
        self._answers: dict[bytes, float] = self._read_answers()

    def ask(self, pairs: Iterable[Pair], machine: Machine, watch: Watch) -> None:
        """Compute and store the answers to pairs that have none yet."""
        new = sorted(
            (pair for pair in set(pairs) if _key(pair) not in self._answers), key=lambda pair: sum(map(len, pair))
        )
        if not new:
            return
        encoder = restored(self._folder).to(machine.device)
        for start in range(0, len(new), PORTION):
            part = new[start : start + PORTION]
            for at in range(0, len(part), AT_ONCE):
                batch = part[at : at + AT_ONCE]
                logits = encoder.answers(batch, at_once=AT_ONCE, within=machine.autocast())
                self._answers.update(zip(map(_key, batch), logits, strict=True))
                watch(Advance(stage="asking the teacher", done=start + at + len(batch), total=len(new)))
            self._write_answers()

    def logit(self, pair: Pair) -> float:
        """Return the teacher's logit of "for".

        Raises:
            KeyError: the pair was not asked.
        """
        return self._answers[_key(pair)]

    def _read_answers(self) -> dict[bytes, float]:
        if not self._kept.is_file():
            return {}
        with np.load(self._kept) as stored:
            if str(stored["teacher"]) != self._revision:
                raise ModelSetupError(
                    f"{self._kept} contains the answers of another teacher",
                    hint="Give another --out, or remove the file.",
                )
            keys = stored["pairs"].tobytes()
            return {keys[at * 16 : at * 16 + 16]: float(logit) for at, logit in enumerate(stored["logits"])}

    def _write_answers(self) -> None:
        beside = self._kept.with_suffix(".part.npz")
        keys = np.frombuffer(b"".join(self._answers), dtype=np.uint8)
        np.savez(beside, teacher=self._revision, pairs=keys, logits=np.array(list(self._answers.values()), np.float32))
        os.replace(beside, self._kept)


def _key(pair: Pair) -> bytes:
    proposition, claim = (text.encode() for text in pair)
    return bytes.fromhex(digest(struct.pack("<I", len(proposition)) + proposition + claim))[:16]
