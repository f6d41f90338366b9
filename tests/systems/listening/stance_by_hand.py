"""Final stances from a run's tables and blobs alone: what docs/log-format.md and docs/fidelity.md say, in forty lines.

Nothing of doxa is imported. ``tables`` is what ``doxa frames RUN --to csv --out TABLES`` writes.
"""

import base64
import csv
import hashlib
import json
from pathlib import Path

import numpy as np


def final_stances(run: Path, tables: Path) -> dict[str, float]:
    """Return agent → S = tanh(L / 2), with L = Σ p·ln(1 + s·γ) over the records that are active at the end."""
    blobs = [json.loads(line) for line in (run / "blobs.jsonl").read_text().splitlines()]
    stored = [base64.b64decode(blob["int8"]) for blob in blobs if "int8" in blob]
    rows = {hashlib.sha256(row).hexdigest(): np.frombuffer(row, np.int8).astype(float) for row in stored}
    vectors: dict[str, np.ndarray] = {}
    calls = [json.loads(line) for line in (run / "calls.jsonl").read_text().splitlines()]
    for call in (call for call in calls if call.get("id", "").endswith("/embed#1")):
        for number, name in enumerate(json.loads(call["text"])["vectors"], 1):
            vectors[f"{call['id'].removesuffix('/embed#1')}#{number}"] = rows[name]
    texts = {name: (tables / f"{name}.csv").read_text().splitlines(keepends=True) for name in ("agents", "claims")}
    read = {name: list(csv.DictReader(lines)) for name, lines in texts.items()}
    embedded = json.loads(next(call["text"] for call in calls if call.get("id") == "seeds/embed/1#1"))["vectors"]
    texts_of_seeds = sorted({row["text"] for row in read["claims"] if row["source"] == "seed"})
    of_seeds = dict(zip(texts_of_seeds, embedded, strict=True))
    return {row["agent"]: _stance(row, read["claims"], vectors, rows, of_seeds) for row in read["agents"] if row["u"]}


def _stance(agent, claims, vectors, rows, of_seeds) -> float:
    seeds = [row for row in claims if row["source"] == "seed" and row["speaker"] == agent["agent"]]
    active = [(int(row["polarity"]), float(row["strength"]), rows[of_seeds[row["text"]]], True) for row in seeds]
    low, high, target = 0.0, 1000.0, abs(2 * np.arctanh(float(agent["prior_stance"])))
    for _ in range(200):  # the factor c on the weight a of the seeds at which the prior is met
        factor = (low + high) / 2
        reached = abs(sum(p * np.log1p(s * float(agent["a"]) * factor) for p, s, *_ in active))
        low, high = (factor, high) if reached < target else (low, factor)
    for row in [row for row in claims if row["source"] != "seed" and row["polarity"] != "0" and row["strength"]]:
        p, s, vector = int(row["polarity"]), float(row["strength"]), vectors[row["claim"]]
        rivals = [place for place, record in enumerate(active) if record[0] == p]
        near = [active[place][2] for place in rivals]
        cosines = [round(row @ vector / np.sqrt(row @ row * (vector @ vector)), 6) for row in near]
        if rivals and max(cosines) >= float(agent["theta"]):
            nearest = rivals[int(np.argmax(cosines))]
            if s <= active[nearest][1]:
                continue
            del active[nearest]
        active.append((p, s, vector, False))
    gamma = {True: float(agent["a"]) * factor, False: float(agent["u"])}
    return float(np.tanh(sum(round(p * np.log1p(s * gamma[seed]), 12) for p, s, _, seed in active) / 2))
