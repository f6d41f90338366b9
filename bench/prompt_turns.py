"""What small models say under the prompts of a debate, before and after a change of wording.

    python bench/prompt_turns.py                              prints the table from bench/turns
    python bench/prompt_turns.py play MODEL FOLDER            plays twelve debates with the doxa of this checkout
    python bench/prompt_turns.py gather WORDING FOLDER …      writes bench/turns/WORDING.jsonl.xz from such folders
    python bench/prompt_turns.py judge MODEL WORDING          lets a local model say which side each turn takes
    python bench/prompt_turns.py sheet FILE                   draws forty turns to be graded blind

Twelve debates of two speakers: four motions, three distances from the middle, 64 turns; seeds, samplers and
memory as a scenario has them that says nothing. *Fit* is the check of words on the first answer. *Side kept* is the
share of fit turns on the side of the speaker's position, as Qwen2.5-Coder-1.5B reads it by letters, in both orders of
the options, less its reading of an empty message; a coin keeps half. *Repeated* is the share of a turn's sequences of
four words that an earlier turn of the debate has. Words: the median, and the share of turns of 60 to 140 words. Tokens
in and cached are llama.cpp's own counts, a turn.

Two readers, agents on a large language model, graded forty of the first answers from the sheet. The first had written
the wordings and had seen some of the answers; the second knew the sheet alone. Words that were read out of a prompt
show its wording to anybody. The turns of two wordings that were tried between, with what was asked, are in
``bench/turns/tried.jsonl.xz``.
"""

import csv
import json
import lzma
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import httpx

import doxa
from doxa.log.rundir import RunLog, open_run
from doxa.models.local.server import server_for
from doxa.models.local.weights import read_model_file
from doxa.models.providers.words import spoken
from doxa.models.weighing.question import EMPTY, FORMS, ask_question, mean_lean, weigh_options
from doxa.policies.stance import BINS, LEVELS
from doxa.records.base import JsonValue, group_by
from doxa.records.steps import Block, rendered
from doxa.tasks.speech import EarlierTurn, SpeechContext, check_speech

TURNS = Path(__file__).parent / "turns"
MOTIONS = {
    "actors": ("We should ban the use of child actors", "", ""),
    "homeschooling": (
        "Homeschooling should be banned",
        "A primary school teacher of thirty years.",
        "A mother who teaches her two sons at home.",
    ),
    "journalism": ("We should subsidize journalism", "", ""),
    "space": (
        "We should subsidize space exploration",
        "An engineer who builds satellites.",
        "A nurse who counts every coin.",
    ),
}
STANCES = (0.9, 0.5, 0.1)
SHORTER = ("journalism0.9", "journalism0.5", "space0.5", "space0.1")
"""Debates of two rounds; the others have three."""
ORDERS = ((0, 1, 2), (1, 0, 2))
SEED, GRADED = 48, 40
ASKED = (
    "60 to 140 words of plain spoken English in the first person, in one paragraph, without lists or a name in front: "
    "answer what was said last, and give one to three reasons, none of them said before."
)
"""What both wordings ask for."""

SCENARIO = """
proposition = "{motion}"
seed = {seed}

[agents.mara]
side = "pro"
persona = "{first}"
prior = {{ mode = "target", stance = {stance}, reference_a = 0.4 }}

[agents.ilya]
side = "con"
persona = "{second}"
prior = {{ mode = "target", stance = -{stance}, reference_a = 0.4 }}

[script]
rounds = {rounds}

[belief]
u = 0.2
a = 0.4

[seeds]
per_side = 6
"""

Row = dict[str, Any]


def play(model: str, folder: Path) -> None:
    """Play every debate, or what is left to do of it."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed, (name, (motion, first, second)) in enumerate(MOTIONS.items(), 1):
        for stance in STANCES:
            path = folder / f"{name}{stance}.toml"
            rounds = 2 if path.stem in SHORTER else 3
            words = {"motion": motion, "first": first, "second": second}
            path.write_text(SCENARIO.format(seed=seed, stance=stance, rounds=rounds, **words))
            settings: dict[str, JsonValue] = {"model": model, "seed": seed, "max_tokens": 240}
            log = doxa.run(
                path, out=path.with_suffix(""), changes={f"models.speaker.{key}": one for key, one in settings.items()}
            )
            print(path.stem, [row["status"] for row in rows_of(log)], flush=True)


def rows_of(log: RunLog) -> Iterator[Row]:
    """Yield a row for each turn of a debate: what was asked, the first answer, and what the check finds in it."""
    names = {one.id: one.name for one in log.spec.participants}
    calls = {call.id: call for call in log.calls()}
    motion, earlier = log.spec.proposition.text, list[EarlierTurn]()
    for outcome in log.outcomes:
        if outcome.task != "respond" or (log.path.name in SHORTER and outcome.key.startswith("r03")):
            continue
        call = calls[outcome.calls[0]]
        blocks = [log.blobs.block(name) for name in call.blocks]
        name = names[outcome.actor]
        context = SpeechContext(
            speaker=name,
            others=tuple(other for other in names.values() if other != name),
            motion=motion,
            request=rendered(tuple(block for block in blocks if block.tag not in ("memory", "said"))),
            earlier=tuple(earlier),
        )
        found = check_speech(spoken(call.text).text, context)
        yield {
            "debate": log.path.name,
            "turn": outcome.key,
            "model": call.model.rpartition("/")[2],
            "motion": motion,
            "level": level_of(blocks),
            "speaker": name,
            "before": f"{earlier[-1].speaker}: {earlier[-1].text}" if earlier else "",
            "answer": call.text,
            "fault": found.fault,
            "cut": found.cut,
            "text": found.text,
            "status": outcome.status,
            "repeated": repeated(found.text, earlier),
            "tokens": [call.input_tokens, call.cached_tokens, call.output_tokens],
        }
        if outcome.ok:
            earlier.append(EarlierTurn(speaker=name, text=outcome.text or ""))


def level_of(blocks: list[Block]) -> int:
    """Return the level of a speaker's position, 1 to 10, from the words of the prompt."""
    last = rendered(tuple(block for block in blocks if block.tag in ("stance", "request")))
    if number := re.search(r"level (\d+) of 10", last):
        return int(number[1])
    return 1 + next(place for place in range(BINS) if LEVELS[place].partition("{motion}")[2] in last)


def repeated(text: str, earlier: Iterable[EarlierTurn]) -> float:
    """Return the share of sequences of four words that stand in an earlier turn, in [0, 1]."""
    own, known = sequences(text), {one for turn in earlier for one in sequences(turn.text)}
    return sum(one in known for one in own) / len(own) if own else 0.0


def sequences(text: str) -> list[tuple[str, ...]]:
    words = re.findall(r"\w+", text.casefold())
    return list(zip(*(words[start:] for start in range(4)), strict=False))


def gather(wording: str, folders: Iterable[str]) -> None:
    """Write the rows of all debates in folders."""
    rows = [
        row
        for folder in folders
        for path in sorted(Path(folder).glob("*.toml"))
        for row in rows_of(open_run(path.with_suffix("")))
    ]
    write_rows(wording, rows)
    print(f"{len(rows)} turns")


def read_rows(wording: str) -> list[Row]:
    with lzma.open(TURNS / f"{wording}.jsonl.xz", "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def write_rows(wording: str, rows: Iterable[Row]) -> None:
    TURNS.mkdir(exist_ok=True)
    with lzma.open(TURNS / f"{wording}.jsonl.xz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def judge(model: str, wording: str) -> None:
    """Add to each row how far a local model takes its words to be for the motion, in log-odds."""
    server, rows = server_for(Path(model), read_model_file(Path(model)), 1), read_rows(wording)
    try:
        key = {"Authorization": f"Bearer {server.key}"}
        with httpx.Client(base_url=server.start(), headers=key, timeout=300) as client:
            empty = {motion: lean(client, motion, EMPTY) for motion, *_ in MOTIONS.values()}
            for row in rows:
                if not row["fault"]:
                    row["side"] = round(lean(client, row["motion"], row["text"]) - empty[row["motion"]], 4)
    finally:
        server.close()
    write_rows(wording, rows)


def lean(client: httpx.Client, motion: str, text: str) -> float:
    """Return the log-odds that a text is for a motion, the mean over both orders."""
    return mean_lean([weigh_options(first_tokens(client, motion, text, order), order) for order in ORDERS]).side


def first_tokens(client: httpx.Client, motion: str, text: str, order: tuple[int, ...]) -> list[tuple[str, float]]:
    prompt = ask_question(FORMS["1"], motion, text, order)
    messages = [{"role": part, "content": rendered(prompt, part)} for part in ("system", "user")]
    sent = {"messages": messages, "max_tokens": 1, "temperature": 0, "logprobs": True, "top_logprobs": 20}
    reply = client.post("chat/completions", json=sent).raise_for_status().json()
    return [(top["token"], top["logprob"]) for top in reply["choices"][0]["logprobs"]["content"][0]["top_logprobs"]]


def table() -> None:
    """Print what each model did under each wording."""
    head = "turns   fit  in the end  faults                        side kept  repeated  words  in length"
    print(f"{'wording':8} {'model':5} {head}  tokens in  cached")
    for wording in ("before", "after"):
        rows = read_rows(wording)
        for model in sorted({row["model"] for row in rows}):
            print(f"{wording:8} {model.split('-')[2]:5} {summary([row for row in rows if row['model'] == model])}")


def summary(rows: list[Row]) -> str:
    """Return a line of the table."""
    fit = [row for row in rows if not row["fault"]]
    counted = Counter(row["fault"] for row in rows if row["fault"])
    faults = ", ".join(f"{fault} {count}" for fault, count in counted.most_common())
    sides = [(row["side"] > 0) == (row["level"] > BINS / 2) for row in fit if row.get("side") is not None]
    lengths = [len(row["text"].split()) for row in fit]
    kept = f"{sum(sides) / len(sides):.2f} of {len(sides)}" if sides else "not judged"
    shares = f"{len(fit) / len(rows):5.2f} {sum(row['status'] == 'ok' for row in rows) / len(rows):11.2f}"
    again = f"{sum(row['repeated'] for row in fit) / len(fit):9.2f}"
    long = f"{median(lengths):6.0f} {sum(60 <= length <= 140 for length in lengths) / len(lengths):10.2f}"
    sent, cached = (sum(row["tokens"][place] for row in rows) for place in (0, 1))
    tokens = f"{sent / len(rows):10,.0f} {cached / sent:7.2f}"
    return f"{len(rows):5} {shares}  {faults:28} {kept:>10} {again} {long} {tokens}"


def agreement() -> None:
    """Print how each reader's grades agree with the check, and what they find under each wording."""
    with (TURNS / "graded.csv").open(encoding="utf-8") as file:
        grades = list(csv.DictReader(file))
    print(f"\nfit by both readers alike: {sum(one['fit'] == one['second_fit'] for one in grades)} of {GRADED}")
    for reader, column in (("first", "fit"), ("second", "second_fit")):
        fit = {int(one["number"]): one[column] == "1" for one in grades}
        drawn = list(enumerate(draw(), 1))
        pairs = Counter((fit[number], not row["fault"]) for number, (_, row) in drawn)
        print(f"{reader} reader: {sum(fit.values())} fit, {pairs[True, True]} of them by the check too;")
        print(f"  {GRADED - sum(fit.values())} unfit, {pairs[False, False]} of them by the check too")
        found = [(wording, row["model"].split("-")[2], fit[number]) for number, (wording, row) in drawn]
        for key, group in sorted(group_by(found, lambda one: one[:2]).items()):
            print(f"  {' '.join(key)}: {sum(one[2] for one in group)} of {len(group)}")


def draw() -> list[tuple[str, Row]]:
    """Return the turns that are graded blind, each with its wording, in an order that tells nothing."""
    rows = [(wording, row) for wording in ("before", "after") for row in read_rows(wording)]
    return Random(SEED).sample(rows, GRADED)


def sheet(path: Path) -> None:
    """Write the sheet of a blind grader: motion, position, what both wordings ask for, the turn before, the answer."""
    with path.open("w", encoding="utf-8") as file:
        for number, (_, row) in enumerate(draw(), 1):
            position = LEVELS[row["level"] - 1].replace("{motion}", "the motion")
            asked = f"{row['speaker']} is asked for a turn. {position} {ASKED}"
            lines = (
                f"## {number}",
                f"Motion: {row['motion']}",
                asked,
                f"Before: {row['before']}",
                f"> {row['answer']}",
            )
            file.write("\n".join([*lines, "", ""]))


def main(command: str = "table", *words: str) -> None:
    if command == "play":
        play(words[0], Path(words[1]))
    elif command == "gather":
        gather(words[0], words[1:])
    elif command == "judge":
        judge(*words)
    elif command == "sheet":
        sheet(Path(words[0]))
    else:
        table()
        agreement()


if __name__ == "__main__":
    main(*sys.argv[1:])
