"""A reply's schema keeps the names that requests were recorded under."""

from pydantic import ConfigDict

from doxa.records.base import Record
from doxa.tasks.base import reply_schema


class Speaker(Record):
    model_config = ConfigDict(title="EarlierSpeaker")

    name: str


class Speakers(Record):
    speakers: tuple[Speaker, ...]


class Winner(Record):
    model_config = ConfigDict(title="EarlierWinner")

    winner: Speaker | None = None


def test_a_titled_definition_stands_under_its_title_and_references_lead_there() -> None:
    schema = reply_schema(Speakers)
    assert list(schema["$defs"]) == ["EarlierSpeaker"]
    assert schema["$defs"]["EarlierSpeaker"]["title"] == "EarlierSpeaker"
    assert schema["properties"]["speakers"]["items"] == {"$ref": "#/$defs/EarlierSpeaker"}


def test_a_titled_reply_has_its_earlier_title() -> None:
    schema = reply_schema(Winner)
    assert schema["title"] == "EarlierWinner"
    assert {"$ref": "#/$defs/EarlierSpeaker"} in schema["properties"]["winner"]["anyOf"]
