"""Offline agents on one feed: the time of the rounds and of reading the run afterwards, and its size on disk.

python bench/feed.py [--agents 1000] [--rounds 10] [--network]
"""

import argparse
import resource
import tempfile
import time
from pathlib import Path

from doxa.engine.drive import Progress
from doxa.experiments.sitting import run
from doxa.records.base import JsonValue
from doxa.systems.feed.exhibits.influence import influences
from doxa.systems.feed.exhibits.story import story_of


def changes(agents: int, rounds: int, network: bool) -> dict[str, JsonValue]:
    """Return changes of the built-in scenario: so many agents, on one feed for all or on a small-world network."""
    parameters: JsonValue = {"k": 20, "p": 0.05}
    follows: JsonValue = {"generator": "watts_strogatz_graph", "parameters": parameters}
    return {
        "agents.for.count": agents // 2,
        "agents.against.count": agents - agents // 2,
        "script.rounds": rounds,
        "network": follows if network else None,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agents", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--network", action="store_true", help="a small world of twenty neighbours each")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        began, worked = time.perf_counter(), time.process_time()
        marks: list[tuple[str, float]] = []

        def watch(now: Progress) -> None:
            marks.append((now.batch.note, time.perf_counter() - began))

        log = run(
            "feed", out=Path(folder) / "run", changes=changes(asked.agents, asked.rounds, asked.network), watch=watch
        )
        whole, cpu = time.perf_counter() - began, time.process_time() - worked
        ends = dict(marks)
        print(f"{asked.agents} agents, {asked.rounds} rounds: {whole:.0f} s ({cpu:.0f} s of processor time)")
        print("  " + ", ".join(f"{note} {at:.0f} s" for note, at in ends.items()))
        sizes = {file.name: file.stat().st_size / 1e6 for file in sorted(log.path.iterdir())}
        print("  " + ", ".join(f"{name} {size:.1f} MB" for name, size in sizes.items() if size >= 0.1))
        began, worked = time.perf_counter(), time.process_time()
        story = story_of(log)
        met = sum(len(one.exposures) for one in story.meetings)
        found = influences(story)
        print(f"{len(story.posts)} posts, met {met:,} times: {sizes['events.jsonl'] * 1e6 / met:.0f} bytes of log each")
        print(
            f"read, and influence of {len(found)} posts: {time.perf_counter() - began:.1f} s "
            f"({time.process_time() - worked:.1f} s of processor time), "
            f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB at most"
        )


if __name__ == "__main__":
    main()
