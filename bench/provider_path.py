"""How many calls a second the provider path makes: 256 at once against a local server that answers in 20 ms.

In one run, interleaved over several rounds so that each sees the same machine: (a) bare aiohttp, (b) the bare
openai client over aiohttp, (c) pydantic-ai's model_request with a native schema, (d) doxa's performer. The server
runs in a process of its own.

    python bench/provider_path.py [--calls 2000] [--rounds 3] [--profile]
"""

import argparse
import asyncio
import cProfile
import gc
import json
import pstats
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import aiohttp
from openai import AsyncOpenAI, DefaultAioHttpClient
from pydantic_ai.direct import model_request
from pydantic_ai.messages import ModelRequest, ModelRequestPart, SystemPromptPart, UserPromptPart
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.settings import ModelSettings as Sampling

from doxa.models.conditions import Conditions
from doxa.models.port import Performer, Request
from doxa.models.providers import compatible, schema as schemas
from doxa.records.base import JsonValue
from doxa.records.spec import ModelSettings, Participant, Proposition
from doxa.records.steps import Block, Step
from doxa.tasks.base import Scene
from doxa.tasks.judge_stance import JUDGE_STANCE

AT_ONCE = 256
LATENCY = 0.02
SERVER = Path(__file__).resolve().parents[1] / "tests" / "servers" / "openai_server.py"

Call = Callable[[int], Awaitable[object]]


def request_number(number: int) -> Request:
    text = f"Statement number {number}."
    inputs: dict[str, JsonValue] = {"proposition": "Cities should ban cars.", "speaker": "Violet", "text": text}
    return Request(
        step=Step(key=f"s{number}", actor="violet", task="judge_stance", inputs=inputs),
        inputs=JUDGE_STANCE.read_inputs(inputs),
        scene=Scene(actor=Participant(id="violet", name="Violet"), proposition=Proposition(text="Cities."), names={}),
        task=JUDGE_STANCE,
        prompt=(
            Block(tag="task", text=JUDGE_STANCE.stable, part="system"),
            Block(tag="request", text=text),
        ),
        settings=ModelSettings(model="compatible:bench"),
        seed=1,
    )


def body_number(number: int) -> dict[str, object]:
    schema, _ = schemas.encode_schema(JUDGE_STANCE.schema() or {}, schemas.SERVER)
    return {
        "model": "bench",
        "messages": [
            {"role": "system", "content": JUDGE_STANCE.stable},
            {"role": "user", "content": f"Statement number {number}."},
        ],
        "temperature": 0.5,
        "max_tokens": 300,
        "response_format": {"type": "json_schema", "json_schema": {"name": "r", "schema": schema, "strict": True}},
    }


async def measured(call: Call, calls: int) -> tuple[float, float]:
    """Return calls a second and milliseconds of CPU a call."""
    numbers = iter(range(calls))

    async def worker() -> None:
        for number in numbers:
            await call(number)

    gc.collect()
    began, spent = time.perf_counter(), time.process_time()
    await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
    return calls / (time.perf_counter() - began), (time.process_time() - spent) / calls * 1e3


async def compare(url: str, calls: int, rounds: int, profile: bool) -> None:
    session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
    client = AsyncOpenAI(base_url=url, api_key="none", max_retries=0, http_client=DefaultAioHttpClient())
    performer = compatible(
        ModelSettings(model="compatible:bench", temperature=0.5, max_tokens=300),
        Conditions(base_urls={"compatible": url}, concurrency=AT_ONCE),
    )
    ways = {
        "aiohttp": bare(session, url),
        "openai": bare_openai(client),
        "model_request": direct(client),
        "performer": through(performer, calls),
    }
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    for turn in range(rounds + 1):
        for name, call in ways.items():
            result = await measured(call, calls if turn else AT_ONCE)
            if turn:
                found[name].append(result)
    report(found)
    if profile:
        with profiled():
            await measured(ways["performer"], calls)
    await performer.close()
    await client.close()
    await session.close()


def bare(session: aiohttp.ClientSession, url: str) -> Call:
    async def call(number: int) -> None:
        async with session.post(f"{url}/chat/completions", json=body_number(number)) as answer:
            json.loads(await answer.read())["choices"][0]["message"]["content"]

    return call


def bare_openai(client: AsyncOpenAI) -> Call:
    async def call(number: int) -> None:
        await client.chat.completions.create(**body_number(number))  # type: ignore[call-overload]

    return call


def direct(client: AsyncOpenAI) -> Call:
    model = OpenAIChatModel("bench", provider=OpenAIProvider(openai_client=client))
    schema, _ = schemas.encode_schema(JUDGE_STANCE.schema() or {}, schemas.SERVER)
    wanted = OutputObjectDefinition(json_schema=schema, name="r", strict=True)
    native = ModelRequestParameters(output_mode="native", allow_text_output=False, output_object=wanted)
    sampling = Sampling(temperature=0.5, max_tokens=300)

    async def call(number: int) -> None:
        parts: list[ModelRequestPart] = [
            SystemPromptPart(JUDGE_STANCE.stable),
            UserPromptPart(f"Statement number {number}."),
        ]
        asked = [ModelRequest(parts=parts)]
        await model_request(model, asked, model_settings=sampling, model_request_parameters=native)

    return call


def through(performer: Performer, calls: int) -> Call:
    requests = [request_number(number) for number in range(max(calls, AT_ONCE))]

    async def call(number: int) -> None:
        await performer.perform(requests[number])

    return call


def report(found: dict[str, list[tuple[float, float]]]) -> None:
    ours = statistics.median(rate for rate, _ in found["performer"])
    print(f"{'':14} {'calls/s':>9} {'lowest':>9} {'CPU ms':>8} {'performer / this':>17}")
    for name, results in found.items():
        rate = statistics.median(rate for rate, _ in results)
        lowest = min(rate for rate, _ in results)
        cpu = statistics.median(cpu for _, cpu in results)
        print(f"{name:14} {rate:9.0f} {lowest:9.0f} {cpu:8.2f} {ours / rate:17.2f}")


@contextmanager
def profiled() -> Iterator[None]:
    watch = cProfile.Profile()
    watch.enable()
    yield
    watch.disable()
    pstats.Stats(watch).sort_stats("tottime").print_stats(25).sort_stats("cumtime").print_stats(45)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--profile", action="store_true")
    asked = parser.parse_args()
    command = [sys.executable, str(SERVER), "--latency", str(LATENCY)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            asyncio.run(compare(server.stdout.readline().strip(), asked.calls, asked.rounds, asked.profile))
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
