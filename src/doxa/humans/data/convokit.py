"""ConvoKit corpora: a folder with ``utterances.jsonl``, ``speakers.json`` and ``conversations.json``.

ConvoKit has no field for stances, so they are read from metadata. A conversation's ``meta`` contains ``proposition``
and ``stances``: {speaker: {"initial": …, "final": …}}; or a speaker's ``meta`` contains ``initial`` and ``final``, for
all conversations of the speaker. ``scale`` ([low, high]) and ``control`` are in the conversation's ``meta``; the scale
is [−1, 1] when absent. An utterance's ``meta`` may contain ``stances``: {speaker: stance stated after it}. An utterance
reaches everybody with stances in its conversation. Utterances are ordered by timestamp, then by place in the file.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from doxa.errors import CorpusError
from doxa.humans.data.people import MetMessage, People, PersonRound, Remark, StatedStance
from doxa.humans.data.registry import Dataset, stance_on, text_of, truth
from doxa.records.outside import parse_json, read_number

FILES = ("utterances.jsonl", "speakers.json", "conversations.json")


def read_convokit(path: Path | None) -> People:
    """Return the people of a corpus.

    Raises:
        CorpusError: a file is missing or damaged, or nobody has both stances.
    """
    if path is None:
        raise CorpusError("convokit needs the folder of a corpus", hint="doxa replay convokit --path DIR")
    remarks: list[Remark] = []
    utterances = _utterances(path / FILES[0], remarks)
    speakers, talks = (_json(path / name) for name in FILES[1:])
    rounds = [
        round
        for id, talk in talks.items()
        for round in _rounds(id, _meta(talk), utterances.get(id, []), speakers, remarks)
    ]
    unlisted = sorted(set(utterances) - set(talks))
    remarks += [Remark(where=f"conversation {id}", why=f"not in {FILES[2]}") for id in unlisted]
    if not rounds:
        raise CorpusError(
            f"{path}: nobody in it has an initial and a final stance",
            hint="ConvoKit has no field for stances: doxa docs replay shows where the metadata must have them.",
        )
    return People(
        name=path.resolve().name,
        about=f"The speakers of the ConvoKit corpus {path.resolve().name}.",
        rounds=tuple(rounds),
        remarks=tuple(remarks),
        belief_follows="a stance in an utterance's metadata was stated after it"
        if any(round.stated for round in rounds)
        else "",
    )


def _utterances(path: Path, remarks: list[Remark]) -> dict[str, list[dict[str, Any]]]:
    conversations: dict[str, list[dict[str, Any]]] = defaultdict(list)
    seen: set[str] = set()
    for line, content in enumerate(text_of(path)[0].split("\n"), 1):
        try:
            if content.strip():
                talk, row = _utterance(content, seen)
                conversations[talk].append(row)
        except ValueError as error:
            remarks.append(Remark(where=f"{path.name}, line {line}", why=str(error)))
    return {talk: sorted(rows, key=lambda row: row["moment"]) for talk, rows in conversations.items()}


def _utterance(content: str, seen: set[str]) -> tuple[str, dict[str, Any]]:
    """Return the conversation and the row of a line, whose id is then among those seen.

    Raises:
        ValueError: the line is no utterance, repeats an id, or has no text.
    """
    try:
        row = parse_json(content)
        id, talk = str(row["id"]), str(row.get("conversation_id") or row.get("root") or "")
        moment = read_number(row["timestamp"]) if row.get("timestamp") is not None else 0.0
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not an utterance ({error})") from None
    if id in seen:
        raise ValueError(f"a second utterance with the id {id!r}")
    seen.add(id)
    if not str(row.get("text") or "").strip():
        raise ValueError("without text")
    speaker = row.get("speaker", row.get("user", ""))
    speaker = speaker.get("id", "") if isinstance(speaker, dict) else str(speaker)
    return talk, {"id": id, "speaker": speaker, "text": row["text"], "moment": moment, "meta": _meta(row)}


def _rounds(
    id: str,
    meta: Mapping[str, Any],
    utterances: Sequence[dict[str, Any]],
    speakers: Mapping[str, Any],
    remarks: list[Remark],
) -> Iterator[PersonRound]:
    if not str(meta.get("proposition") or "").strip():
        remarks.append(Remark(where=f"conversation {id}", why="no proposition in its metadata"))
        return
    stances_by_person = meta.get("stances") if isinstance(meta.get("stances"), dict) else {}
    assert isinstance(stances_by_person, dict)
    for person in dict.fromkeys([*stances_by_person, *(row["speaker"] for row in utterances)]):
        stances = stances_by_person.get(person) or _meta(speakers.get(person, {}))
        try:
            yield _round(id, person, meta, stances, utterances)
        except (ValueError, TypeError, AttributeError) as error:
            remarks.append(Remark(where=f"conversation {id}, {person}", why=str(error)))


def _round(
    id: str, person: str, meta: Mapping[str, Any], stances: Mapping[str, Any], utterances: Sequence[dict[str, Any]]
) -> PersonRound:
    low, high = (read_number(bound) for bound in meta.get("scale", (-1, 1)))
    stated = [
        StatedStance(after=place, stance=stance_on(stated_stances[person], (low, high), "stated stance"))
        for place, row in enumerate(utterances, 1)
        if isinstance(stated_stances := row["meta"].get("stances"), dict) and person in stated_stances
    ]
    return PersonRound(
        id=f"{id}/{person}",
        person=person,
        proposition=str(meta["proposition"]).strip(),
        group=id,
        initial=stance_on(stances.get("initial"), (low, high), "initial stance"),
        final=stance_on(stances.get("final"), (low, high), "final stance"),
        messages=tuple(
            MetMessage(key=row["id"], speaker=row["speaker"], text=row["text"], own=row["speaker"] == person)
            for row in utterances
        ),
        stated=tuple(stated),
        control=truth(meta.get("control")),
    )


def _json(path: Path) -> dict[str, Any]:
    try:
        content = parse_json(text_of(path)[0])
    except ValueError as error:
        raise CorpusError(f"{path} is not JSON: {error}", hint="In a ConvoKit folder it is JSON.") from None
    if not isinstance(content, dict):
        raise CorpusError(f"{path} is not an object of ids", hint="In a ConvoKit folder it is an object.")
    return content


def _meta(row: Any) -> dict[str, Any]:
    meta = row.get("meta", row) if isinstance(row, dict) else {}
    return meta if isinstance(meta, dict) else {}


CONVOKIT = Dataset(
    read=read_convokit, recognises=lambda path: path.is_dir() and all((path / name).is_file() for name in FILES)
)
