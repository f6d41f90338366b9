"""Finished readings are found again: specs and events keep the bytes of the code that first made them.

The hashes of specs are of the commit that bound calls to outcomes, those of events of format 4.
They change only in a commit that names the reason.
"""

from pathlib import Path

import pytest

from doxa.analysis.verify import verify
from doxa.experiments.sitting import Terms
from doxa.judging.stances import judging
from doxa.models.port import Request, Response
from doxa.records.base import canonical, digest
from doxa.records.spec import ModelSettings, Participant, RunSpec
from scenes.stage import POINTS, cast, debate, given_up, play, refused, share

READER = Participant(id="judge", name="The judge", kernel=None, role="judge")
ROLES = ("extractor", "scorer", "embedder", "judge")


def words(number: int) -> str:
    """Return a text with two claims, one, or none."""
    (_, _, first), (_, _, second) = POINTS[number % len(POINTS)], POINTS[(number + 4) % len(POINTS)]
    return "." if number % 7 == 0 else f"{first} on day {number}." + f" {second}." * (number % 2)


SCRIPTS = {
    "listening": {
        "words": [{"key": f"m{n}", "proposition": f"Motion {n % 3}", "text": words(n)} for n in range(40)],
        "whole": True,
    },
    "judging": {"statements": [{"key": f"s{n}", "speaker": "Violet", "text": words(n)} for n in range(70)]},
    "judging_responses": {
        "exchanges": [
            {"key": f"t{n}", "previous": words(n - 1), "speaker": "Amber", "text": words(n)} for n in range(1, 70)
        ]
    },
    "appraising": {
        "texts": [{"key": f"a{n}", "proposition": f"Motion {n // 25}", "text": words(n)} for n in range(70)],
        "claims": False,
        "score": True,
        "together": 3,
    },
}
HASHES = {
    "listening": ("bdaa7f4f0652505e", "b42a1bd2c01e4212"),
    "judging": ("39ff3b7d31273955", "0cdc7bddb255a64a"),
    "judging_responses": ("82207afd613cf5f7", "c2fde928b090bce9"),
    "appraising": ("1a4fef49767629ac", "96a8f4242d955c26"),
}
"""Protocol → the first sixteen digits of the hashes of spec.json and events.jsonl."""


def answer(request: Request) -> str | Response:
    """Answer as the cast does, but fail for some texts: refused, never JSON, or without vectors."""
    drawn = share(request.step.key)
    if request.task.name == "embed":
        return given_up("timeout")(request) if drawn < 0.08 else cast(request)
    if drawn < 0.08:
        return refused(request)
    if drawn > 0.92:
        return "I could not say."
    if request.task.name == "judge_stance":
        return canonical({"stance": round(2 * drawn - 1, 2), "clear": drawn < 0.8})
    if request.task.name == "judge_response":
        return canonical({"responds": drawn > 0.4, "opposes": drawn > 0.7})
    return cast(request)


def reading(protocol: str) -> RunSpec:
    roles = {role: ModelSettings(model="scripted") for role in ROLES}
    return debate(READER, protocol=protocol, script=SCRIPTS[protocol], roles=roles)


@pytest.mark.parametrize("protocol", SCRIPTS)
def test_a_reading_keeps_its_bytes(protocol: str, tmp_path: Path) -> None:
    played = play(reading(protocol), tmp_path / "run", answer)
    spec, events = ((played.log.path / name).read_bytes() for name in ("spec.json", "events.jsonl"))
    assert (digest(spec)[:16], digest(events)[:16]) == HASHES[protocol]
    assert verify(played.log.path).status == "verified"
    assert {one.body.status for one in played.events if one.kind == "outcome"} >= {"ok", "refused", "unparsed"}


@pytest.mark.parametrize("protocol", SCRIPTS)
def test_a_reading_that_stopped_goes_on_to_the_same_bytes(protocol: str, tmp_path: Path) -> None:
    whole = play(reading(protocol), tmp_path / "run", answer)
    log = tmp_path / "run" / "events.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[: len(lines) // 2]))
    again = play(reading(protocol), tmp_path / "run", answer)
    assert again.bytes == whole.bytes
    assert again.asked == ()


def test_a_reading_of_a_run_is_planned_where_it_always_lay(tmp_path: Path) -> None:
    log = play(debate(), tmp_path / "run").log
    planned = judging(log, ModelSettings(model="scripted"), Terms())
    assert planned.path == tmp_path / "run" / "readings" / "judging-1d34f8e5"
