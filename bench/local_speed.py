"""Tokens a second of ``local:``, beside llama.cpp's own server, which is asked over HTTP without doxa.

    python bench/local_speed.py FILE.gguf [--rounds 5] [--slots 1 2]

Both keep the file in memory, with the same threads, slots and context. In turn, each gets the same prompts, as many
at once as it has slots: "in" is a new prompt of about 230 tokens that is answered with one token, "out" a short prompt
that is answered with up to 24. A figure is tokens by the server's own count, through the time until the last answer.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiohttp

from doxa.models.conditions import Conditions
from doxa.models.port import Request, Usage
from doxa.models.setup import performer_for
from doxa.records.base import JsonValue
from doxa.records.spec import ModelSettings, Participant, Proposition
from doxa.records.steps import Block, Step
from doxa.tasks.base import Scene
from doxa.tasks.recite import RECITE

THREADS = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
CONTEXT = 16_384
"""Tokens of each slot of the server that is asked directly, as doxa's has."""
WRITTEN = 24
"""The most tokens of an answer."""
PROSE = "The harbour of number {0} had {1} boats, and its keeper wrote every arrival into a long grey book. "

Ask = Callable[[str, int], Awaitable[Usage]]
"""(prompt, most tokens of the answer) → the tokens that the server counted."""


def long_prompt(number: int) -> str:
    """Return some 230 tokens that no earlier prompt begins with."""
    return "".join(PROSE.format(number, line) for line in range(10)) + "What was in the book? Answer in one word."


def short_prompt(number: int) -> str:
    return f"Tell the story of harbour number {number} and its keeper, at length."


def through_doxa(file: Path, slots: int, most: int) -> tuple[Ask, Callable[[], Awaitable[None]]]:
    """Return how doxa's performer is asked, and how it is closed."""
    settings = ModelSettings(model=f"local:{file}", temperature=0, max_tokens=most)
    performer = performer_for(settings, Conditions(concurrency=slots))

    async def ask(prompt: str, most: int) -> Usage:
        inputs: dict[str, JsonValue] = {"text": prompt}
        response = await performer.perform(
            Request(
                step=Step(key=prompt[:30], actor="ana", task=RECITE.name, inputs=inputs),
                inputs=RECITE.read_inputs(inputs),
                scene=Scene(
                    actor=Participant(id="ana", name="Ana"), proposition=Proposition(text="Harbours."), names={}
                ),
                task=RECITE,
                prompt=(Block(tag="request", text=prompt),),
                settings=settings,
                seed=1,
            )
        )
        return response.usage

    return ask, performer.close


def directly(session: aiohttp.ClientSession, url: str) -> Ask:
    async def ask(prompt: str, most: int) -> Usage:
        body = {"messages": [{"role": "user", "content": prompt}], "temperature": 0, "max_tokens": most}
        async with session.post(f"{url}/chat/completions", json=body) as answer:
            counted = json.loads(await answer.read())["usage"]
        return Usage(input_tokens=counted["prompt_tokens"], output_tokens=counted["completion_tokens"])

    return ask


async def rate(ask: Ask, prompts: list[str], most: int) -> float:
    """Return tokens a second: read where one token is the answer, else written."""
    began = time.perf_counter()
    usages = await asyncio.gather(*(ask(prompt, most) for prompt in prompts))
    spent = time.perf_counter() - began
    return sum((usage.input_tokens if most == 1 else usage.output_tokens) or 0 for usage in usages) / spent


async def compare(file: Path, url: str, slots: int, rounds: int) -> None:
    async with aiohttp.ClientSession() as session:
        bare = directly(session, url)
        readers, writers = through_doxa(file, slots, 1), through_doxa(file, slots, WRITTEN)
        ways = {"in": (long_prompt, 1, readers[0]), "out": (short_prompt, WRITTEN, writers[0])}
        for name, (prompt_of, most, ours) in ways.items():
            pairs = []
            for turn in range(rounds + 1):
                prompts = [prompt_of(turn * slots + slot) for slot in range(slots)]
                order = (ours, bare) if turn % 2 else (bare, ours)
                rates = {ask: await rate(ask, prompts, most) for ask in order}
                pairs.append((rates[ours], rates[bare]))
            report(name, slots, pairs[1:])
        for _, close in (readers, writers):
            await close()


def report(name: str, slots: int, pairs: list[tuple[float, float]]) -> None:
    ours, bare = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(first / second for first, second in pairs)
    print(f"{name:4} {slots:5} {ours:9.1f} {bare:9.1f} {ratio:7.2f}", flush=True)


def serve(file: str, slots: int) -> None:
    """Serve a file with llama.cpp until the standard input ends."""
    import xllamacpp

    settings = xllamacpp.CommonParams()
    settings.model.path = file
    for name, option in {
        "hostnames": ["127.0.0.1"],
        "port": 0,
        "n_parallel": slots,
        "n_ctx": slots * CONTEXT,
        "kv_unified": False,
    }.items():
        setattr(settings, name, option)
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = THREADS
    server = xllamacpp.Server(settings)
    print(f"{server.listening_address}/v1", flush=True)
    sys.stdin.read()
    os._exit(0)  # the server's threads do not always end with the interpreter


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--slots", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--serve", action="store_true", help="serve the file alone")
    asked = parser.parse_args()
    if asked.serve:
        serve(str(asked.file), asked.slots[0])
    print(f"tokens a second, medians of {asked.rounds} pairs")
    print(f"{'':4} {'slots':>5} {'local:':>9} {'llama.cpp':>9} {'ratio':>7}")
    for slots in asked.slots:
        pipe, command = subprocess.PIPE, [sys.executable, __file__, str(asked.file), "--serve", "--slots", str(slots)]
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True) as server:
            assert server.stdout is not None
            asyncio.run(compare(asked.file, server.stdout.readline().strip(), slots, asked.rounds))
            server.communicate()


if __name__ == "__main__":
    main()
