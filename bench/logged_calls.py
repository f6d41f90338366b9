"""How many *logged* calls a second the whole path makes: the engine drives 256 speakers at once against a local
server that answers in 20 ms, with the journal, the blobs, the event log and one fsync a batch.

For comparison, with the same prompts and concurrency: bare aiohttp and the bare openai client over aiohttp. The server
is a process of its own on the same machine.

    python bench/logged_calls.py [--rounds 8] [--repeats 3]
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import aiohttp
from openai import AsyncOpenAI, DefaultAioHttpClient

from doxa.engine.drive import drive
from doxa.engine.gate import Budget, Gate
from doxa.engine.turn import Desk
from doxa.log.rundir import open_run, writing
from doxa.models.conditions import Conditions
from doxa.models.port import Performer
from doxa.models.setup import performer_for
from doxa.records.spec import ModelSettings, Participant, Policy, Proposition, RunSpec
from doxa.records.steps import rendered

AT_ONCE = 256
LATENCY = 0.02
SERVER = Path(__file__).resolve().parents[1] / "tests" / "servers" / "openai_server.py"
SPEAKER = ModelSettings(model="compatible:bench", temperature=0.5, max_tokens=300)


def spec(rounds: int, seed: int) -> RunSpec:
    """Return a run of 256 speakers without beliefs who all speak at once, round after round."""
    quiet = Policy(retrieved=0, recent=0)
    people = tuple(
        Participant(id=f"a{number:03d}", name=f"Agent {number}", kernel=None, policy=quiet) for number in range(AT_ONCE)
    )
    return RunSpec(
        name="bench",
        seed=seed,
        proposition=Proposition(text="We should introduce compulsory voting"),
        participants=people,
        protocol="dialogue",
        script={"rounds": rounds, "turns": "simultaneous"},
        roles={"speaker": SPEAKER},
    )


async def logged(performer: Performer, rounds: int, seed: int, folder: Path) -> tuple[float, float, Path]:
    """Return logged calls a second, milliseconds of CPU a call, and the run directory."""
    path = folder / f"run{seed}"
    with writing(path, spec(rounds, seed)) as run:
        desk = Desk(run=run, performers=lambda _: performer, gate=Gate(Budget(), run.journal))
        began, spent = time.perf_counter(), time.process_time()
        await drive(desk)
        seconds, cpu = time.perf_counter() - began, time.process_time() - spent
    calls = rounds * AT_ONCE
    return calls / seconds, cpu / calls * 1e3, path


def bodies(path: Path) -> list[dict[str, object]]:
    """Return the requests of a run as a client sends them."""
    log = open_run(path)
    found = []
    for call in log.calls():
        prompt = tuple(log.blobs.block(name) for name in call.blocks)
        found.append(
            {
                "model": "bench",
                "messages": [
                    {"role": "system", "content": rendered(prompt, "system")},
                    {"role": "user", "content": rendered(prompt, "user")},
                ],
                "temperature": 0.5,
                "max_tokens": 300,
            }
        )
    return found


async def spread(call, asked: list[dict[str, object]]) -> tuple[float, float]:  # type: ignore[no-untyped-def]
    """Return calls a second and milliseconds of CPU a call, 256 at once."""
    left = iter(asked)

    async def worker() -> None:
        for body in left:
            await call(body)

    began, spent = time.perf_counter(), time.process_time()
    await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
    return len(asked) / (time.perf_counter() - began), (time.process_time() - spent) / len(asked) * 1e3


async def compare(url: str, rounds: int, repeats: int, folder: Path) -> dict[str, list[tuple[float, float]]]:
    session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
    client = AsyncOpenAI(base_url=url, api_key="none", max_retries=0, http_client=DefaultAioHttpClient())
    performer = performer_for(SPEAKER, Conditions(base_urls={"compatible": url}, concurrency=AT_ONCE))

    async def bare(body: dict[str, object]) -> None:
        async with session.post(f"{url}/chat/completions", json=body) as answer:
            json.loads(await answer.read())["choices"][0]["message"]["content"]

    async def openai(body: dict[str, object]) -> None:
        await client.chat.completions.create(**body)  # type: ignore[call-overload]

    _, _, path = await logged(performer, 1, 0, folder)  # connections open, code warms
    await spread(bare, bodies(path))
    await spread(openai, bodies(path))
    found: dict[str, list[tuple[float, float]]] = {"doxa, logged": [], "openai client": [], "aiohttp": []}
    for turn in range(1, repeats + 1):
        rate, cpu, path = await logged(performer, rounds, turn, folder)
        found["doxa, logged"].append((rate, cpu))
        asked = bodies(path)
        found["openai client"].append(await spread(openai, asked))
        found["aiohttp"].append(await spread(bare, asked))
    await performer.close()
    await client.close()
    await session.close()
    return found


def report(found: dict[str, list[tuple[float, float]]]) -> None:
    ours = statistics.median(rate for rate, _ in found["doxa, logged"])
    print(f"{'':14} {'calls/s':>9} {'lowest':>9} {'highest':>9} {'CPU ms':>8} {'doxa / this':>12}")
    for name, results in found.items():
        rates = [rate for rate, _ in results]
        middle, cpu = statistics.median(rates), statistics.median(cpu for _, cpu in results)
        print(f"{name:14} {middle:9.0f} {min(rates):9.0f} {max(rates):9.0f} {cpu:8.2f} {ours / middle:12.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--repeats", type=int, default=3)
    asked = parser.parse_args()
    os.environ.setdefault("DOXA_API_KEY", "none")
    command = [sys.executable, str(SERVER), "--latency", str(LATENCY)]
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server,
    ):
        assert server.stdout is not None
        try:
            url = server.stdout.readline().strip()
            report(asyncio.run(compare(url, asked.rounds, asked.repeats, Path(folder))))
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
