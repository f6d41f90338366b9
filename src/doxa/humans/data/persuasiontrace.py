"""persuasiontrace: people who talked with a language model that argued for or against a proposition (shipped).

Belief b in [0, 1] maps to S = 2b − 1. The persuader opens and the two alternate. A round with n messages by the
persuader has, with few exceptions, n − 1 beliefs on the way: **belief k follows the persuader's k-th message**, and the
final belief follows the last message. Rounds with another number of beliefs on the way have a remark. Where there are
more than n − 1, the k-th still follows the k-th message, and no message is between the last of them and the final.

``target_id`` is a counter that starts anew with each deployment: a person is a deployment and a ``target_id`` together.
A deployment of two dates (``DEPLOYMENTS``) went on counting on the second.
"""

from importlib.resources import files
from pathlib import Path
from typing import Any

from doxa.errors import CorpusError
from doxa.humans.data.people import MetMessage, People, PersonRound, Remark, StatedStance
from doxa.humans.data.registry import Dataset
from doxa.records.outside import from_scale, inflate, parse_json

FILE = "rounds.jsonl.gz"

DEPLOYMENTS = {
    "2026-02-01": "2026-01-26",
    "2026-04-21": "2026-04-20",
    "2026-04-30": "2026-04-29",
    "2026-05-04": "2026-05-03",
}
"""Date → the first date of the same deployment, where it has two; the counter of people goes on between them."""

FOLLOWS = (
    "belief k on the way was stated after the persuader's message k; the final belief after the last message "
    "(a round with n messages by the persuader has n − 1 beliefs on the way)"
)


def read_persuasiontrace(path: Path | None = None) -> People:
    """Return the people of the shipped rounds, or of the same file elsewhere.

    Raises:
        CorpusError: the file cannot be read.
    """
    try:
        content = path.read_bytes() if path else (files("doxa.corpora") / "shipped/persuasiontrace" / FILE).read_bytes()
        rows = [parse_json(line) for line in inflate(content).decode().splitlines() if not line.startswith("#")]
    except (OSError, ValueError) as error:
        raise CorpusError(
            f"the rounds of persuasiontrace cannot be read: {error}", hint="Install doxa again."
        ) from None
    try:
        rounds = tuple(_round(row) for row in rows)
        remarks = [remark for row in rows for remark in _remarks(row)]
    except (KeyError, TypeError, ValueError) as error:
        raise CorpusError(
            f"the rounds of persuasiontrace cannot be read: one is not as it was published ({type(error).__name__}: "
            f"{str(error).splitlines()[0]})",
            hint="Give the file as it was published, or install doxa again.",
        ) from None
    return People(
        name="persuasiontrace",
        about="People who talked with a language model that argued for or against a proposition.",
        rounds=rounds,
        remarks=tuple(remarks),
        belief_follows=FOLLOWS,
    )


def _round(row: dict[str, Any]) -> PersonRound:
    id, person = f"round-{row['id']}", _name_person(row)
    messages = tuple(
        MetMessage(
            key=f"{id}/{place}",
            speaker="persuader" if message["role"] == "persuader" else person,
            text=message["content"],
            own=message["role"] == "target",
        )
        for place, message in enumerate(row["messages"])
    )
    received = [place for place, message in enumerate(messages) if not message.own]
    stated = tuple(
        StatedStance(after=received[number] + 1, stance=from_scale(belief, 0, 1))
        for number, belief in enumerate(row["per_turn"][: len(received)])
    )
    return PersonRound(
        id=id,
        person=person,
        proposition=row["proposition"],
        group=person,
        initial=from_scale(row["initial"], 0, 1),
        final=from_scale(row["final"], 0, 1),
        messages=messages,
        stated=stated,
        control=row["control"],
        argued=0 if row["control"] else 1 if row["persuader_supports"] else -1,
        of_own_choice=row["participant_proposition"],
        traits={
            "persuader": str(row["persuader"]),
            "audio": "yes" if row["audio"] else "no",
            "deployment": _deployment(row),
        },
    )


def _name_person(row: dict[str, Any]) -> str:
    """Return the name of a row's person, the same in all rounds of one deployment, and in no other deployment."""
    return f"person-{_deployment(row)}-{row['target_id']}"


def _deployment(row: dict[str, Any]) -> str:
    day = str(row["deployment"])
    return DEPLOYMENTS.get(day, day)


def _remarks(row: dict[str, Any]) -> list[Remark]:
    received = sum(message["role"] == "persuader" for message in row["messages"])
    stated, where = len(row["per_turn"]), f"round-{row['id']} ({_name_person(row)})"
    if stated == received - 1:
        return []
    if not stated:
        why = f"no belief on the way, {received} messages received: no part in one-step-ahead prediction"
    else:
        why = f"{stated} beliefs on the way and {received} messages received, not one fewer"
    return [Remark(where=where, why=why, dropped=False)]


PERSUASIONTRACE = Dataset(
    read=read_persuasiontrace, recognises=lambda path: path.name == "human_rounds.jsonl.gz", shipped=True
)
