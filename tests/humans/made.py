"""People made for tests: rounds with planted evidence, a judge of one's own, and files in every layout."""

import csv
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from doxa.humans.data.people import MetMessage, People, PersonRound, evidence_key
from doxa.humans.replay.grid import Exposures, lay_exposures, stances
from doxa.humans.replay.judged import JudgedEvidence, MessageClaims
from doxa.records.base import digest
from doxa.records.claims import Claim

JUDGES = {"extractor": "scripted:judge", "scorer": "scripted:judge", "embedder": "scripted:judge"}

Told = tuple[int, float, Sequence[float]]
"""A claim: polarity, strength, and its vector."""


def judged(rounds: Sequence[PersonRound], told: dict[str, Sequence[Told]]) -> JudgedEvidence:
    """Judge messages by their key."""
    heard, vectors = {}, {}
    for one in rounds:
        for said in one.messages:
            claims = []
            for number, (polarity, strength, vector) in enumerate(told.get(said.key, ())):
                row = np.asarray(vector, dtype=np.int8).tobytes()
                vectors[digest(row)] = row
                claims.append(
                    Claim(
                        id=f"{said.key}#{number}",
                        proposition="motion",
                        text=said.text,
                        polarity=polarity,
                        strengths={"scorer": strength, "extractor": 1.0 - strength},
                        source=said.key,
                        vector=digest(row),
                    )
                )
            heard[evidence_key(one, said)] = MessageClaims(claims=tuple(claims), whole=tuple(claims[:1]))
    return JudgedEvidence(judges=JUDGES, heard=heard, vectors=vectors)


def round_of(person: str, initial: float, final: float, keys: Sequence[str], **more: object) -> PersonRound:
    """A person who received messages of these keys from somebody else."""
    fields = {"proposition": "P", "group": person, "id": f"{person}-round"} | more
    messages = tuple(MetMessage(key=key, speaker="other", text=f"words of {key}") for key in keys)
    return PersonRound(person=person, initial=initial, final=final, messages=messages, **fields)


def people(rounds: Sequence[PersonRound], **more: object) -> People:
    return People(name="made", about="People made for tests.", rounds=tuple(rounds), **more)


def ending(source: People, finals: Sequence[float]) -> People:
    """The same people with other final stances."""
    rounds = (replace(one, final=final) for one, final in zip(source.rounds, finals, strict=True))
    return replace(source, rounds=tuple(rounds))


def crowd(count: int = 200, seed: int = 1, mean: int = 6) -> tuple[list[float], list[list[tuple[int, float]]]]:
    """Initial stances and records of many people: most met one side more than the other."""
    random = np.random.default_rng(seed)
    befores, records = [], []
    for _ in range(count):
        befores.append(float(random.uniform(-0.9, 0.9)))
        side = random.choice([-1, 1])
        size = int(random.poisson(mean))
        signs = np.where(random.random(size) < 0.8, side, -side)
        records.append([(int(sign), float(s)) for sign, s in zip(signs, random.uniform(0.2, 1.0, size), strict=True)])
    return befores, records


def planted(u: float, a: float, *, sigma: float = 0.05, count: int = 200, seed: int = 1) -> Exposures:
    """People who follow the rule with this uptake and anchoring, and state it with some noise."""
    befores, records = crowd(count, seed)
    truth = stances(lay_exposures(befores, befores, records), (u,), (a,))[:, 0, 0]
    after = np.clip(truth + np.random.default_rng([seed, 9]).normal(0, sigma, count), -1, 1)
    return lay_exposures(befores, after.tolist(), records)


def planted_people(
    u: float, a: float, *, count: int = 60, seed: int = 1, noise: float = 0.05
) -> tuple[People, JudgedEvidence]:
    """The same as a data set with its judged evidence: every record is a message of its own."""
    befores, records = crowd(count, seed)
    after = planted(u, a, sigma=noise, count=count, seed=seed).after
    random = np.random.default_rng([seed, 3])
    rounds, told = [], {}
    for number, (before, final, mine) in enumerate(zip(befores, after.tolist(), records, strict=True)):
        keys = [f"m{number}-{place}" for place in range(len(mine))]
        for key, (sign, strength) in zip(keys, mine, strict=True):
            told[key] = [(sign, strength, random.integers(-3000, 3000, 16))]
        group, topic = f"g{number // 2}", f"topic {number % 7}"
        rounds.append(round_of(f"p{number}", before, final, keys, group=group, proposition=topic, id=f"r{number}"))
    return people(rounds), judged(rounds, told)


DEBATE_COLUMNS = (
    "chat_round_order", "event_order", "event_type", "worker_id", "sender_id", "recipient_id", "field", "text",
    "sliderValue", "agreement_level", "validity",
)  # fmt: skip


def debate_file(path: Path, rows: Sequence[dict[str, object]], encoding: str = "utf-8") -> Path:
    """Write one conversation in the columns of DEBATE; what a row does not give is blank."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding=encoding, newline="") as file:
        writer = csv.DictWriter(file, DEBATE_COLUMNS, restval="")
        writer.writeheader()
        writer.writerows(rows)
    return path


def opinion(worker: str, slider: object, *, post: bool = False, order: object = "") -> dict[str, object]:
    return {
        "event_type": "Post Opinion" if post else "Initial Opinion",
        "worker_id": worker,
        "sliderValue": slider,
        "chat_round_order": 9 if post else 0,
        "event_order": order,
    }


def chat(sender: str, recipient: str, text: str, order: object, turn: object = 1, **more: object) -> dict[str, object]:
    """A message as its recipient's log has it."""
    row = {"event_type": "message_received", "worker_id": recipient, "sender_id": sender, "recipient_id": recipient}
    return row | {"text": text, "event_order": order, "chat_round_order": turn} | more


def tweet(author: str, text: str, order: object, turn: object = 1, **more: object) -> dict[str, object]:
    row = {"event_type": "tweet", "worker_id": author, "sender_id": author, "text": text}
    return row | {"event_order": order, "chat_round_order": turn} | more


def lines_file(path: Path, rows: Sequence[object]) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path
