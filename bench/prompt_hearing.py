"""What a model hears under the prompts of extraction and classification, on labelled dev texts.

    python bench/prompt_hearing.py MODEL FOLDER          such as local:FILE.gguf

Twelve messages of written debates, half of each side: the claims that are found in each, how many of their snippets
stand in the message letter for letter, and the share of messages of each side whose direction is right. Then the
directions of forty crowd claims, which are not extracted. Replies are JSON under a schema; then the same directions by
letters in both orders, less those of an empty message. Always "for" has the shares
1.00 and .00.
"""

import csv
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import fmean

import httpx
from prompt_turns import lean

from doxa.corpora.message_sets import WRITTEN_DEBATES
from doxa.evaluation.judging import EvaluationOrder, evaluate, evaluate_shift
from doxa.evaluation.sets import GoldText, gold_set, label_message
from doxa.evaluation.shift import Shifted
from doxa.log.rundir import open_run
from doxa.models.conditions import Conditions
from doxa.models.local.server import server_for
from doxa.models.local.weights import file_of, read_model_file
from doxa.models.weighing.question import EMPTY
from doxa.records.spec import is_local
from doxa.tasks.registry import task_named

MESSAGES, CLAIMS, SEED = 12, 40, 48
LONGEST = 600
"""Characters of a message: longer ones take a small model minutes."""


def choose_messages() -> list[GoldText]:
    """Return messages of the dev part, as many for as against, at most one of a side of a motion."""
    texts = [text for text in map(label_message, WRITTEN_DEBATES.read("dev")) if len(text.text) <= LONGEST]
    Random(SEED).shuffle(texts)
    first = {(text.proposition, text.polarity): text for text in texts}
    return [
        text for side in (1, -1) for text in [one for one in first.values() if one.polarity == side][: MESSAGES // 2]
    ]


def hear(model: str, texts: Sequence[GoldText], folder: Path) -> Shifted:
    """Return what a model makes of messages."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "texts.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("proposition", "text", "polarity"))
        rows.writerows((text.proposition, text.text, text.polarity) for text in texts)
    order = EvaluationOrder(
        judges=(model,), shift=True, sets=(), file=path, out=folder / "runs", conditions=Conditions(concurrency=1)
    )
    return evaluate_shift(order)[0]


def judge(model: str, folder: Path) -> list[tuple[int, int | None]]:
    """Return the side of each crowd claim, and the direction that a model gives it."""
    order = EvaluationOrder(
        judges=(model,),
        sets=("argkp",),
        part="dev",
        sample=CLAIMS,
        seed=SEED,
        out=folder,
        conditions=Conditions(concurrency=1),
    )
    (judged,) = evaluate(order)
    wholes = {key: found.whole for key, found in judged.found.items()}
    return [(one.polarity or 0, whole.polarity if (whole := wholes[one.key]) else None) for one in judged.gold.texts]


def read_letters(path: Path, texts: Sequence[GoldText]) -> list[tuple[int, int | None]]:
    """Return the side of each text, and that which a local model's letters lean to, less those of an empty message."""
    server = server_for(path, read_model_file(path), 1)
    try:
        key = {"Authorization": f"Bearer {server.key}"}
        with httpx.Client(base_url=server.start(), headers=key, timeout=300) as client:
            empty = {motion: lean(client, motion, EMPTY) for motion in {text.proposition for text in texts}}
            found = [lean(client, text.proposition, text.text) - empty[text.proposition] for text in texts]
    finally:
        server.close()
    return [(text.polarity or 0, 1 if one > 0 else -1) for text, one in zip(texts, found, strict=True)]


def sides(pairs: Sequence[tuple[int, int | None]]) -> str:
    """Return the share of what was heard rightly, of texts for and of texts against."""
    return ", ".join(
        f"{word} {fmean(found == side for gold, found in pairs if gold == side):.2f}"
        for word, side in (("for", 1), ("against", -1))
    )


def main(model: str, folder: str) -> None:
    messages = choose_messages()
    heard = hear(model, messages, Path(folder) / "messages")
    outcomes = [one for one in open_run(Path(heard.path)).outcomes if one.task.startswith("extract")]
    replies = [reply for one in outcomes if (reply := task_named(one.task).reply_of(one))]
    snippets = [claim.snippet for reply in replies for claim in reply.claims]
    exact = sum(any(snippet and snippet in text.text for text in messages) for snippet in snippets)
    print(
        f"messages: {len(messages)}, answered {sum(one.ok for one in outcomes)}, claims {len(snippets)}, exact {exact}"
    )
    print(f"directions of messages: {sides([(one.gold.polarity or 0, one.direction) for one in heard.guesses])}")
    print(f"directions of claims: {sides(judge(model, Path(folder) / 'claims'))}")
    if is_local(model):
        claims = gold_set("argkp", "dev", CLAIMS, SEED).texts
        print(f"by letters, messages: {sides(read_letters(Path(file_of(model)), messages))}")
        print(f"by letters, claims: {sides(read_letters(Path(file_of(model)), claims))}")


if __name__ == "__main__":
    main(*sys.argv[1:])
