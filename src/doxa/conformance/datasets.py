"""The check of a data set plug-in against its contract."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from doxa.errors import CorpusError
from doxa.records.outside import has_words


def check_dataset(dataset: Any, path: Path | None = None) -> None:
    """Raise where a data set breaks its contract: the same people every time, valid rounds, errors for other files.

    Args:
        dataset: a ``Dataset`` of the room of real people, which this room does not know.
        path: files of its layout; None for a set that is read without a path.

    Raises:
        AssertionError: the data set breaks the contract.
    """
    missing = [name for name in ("read", "recognises", "shipped") if not hasattr(dataset, name)]
    assert not missing, f"a data set is a Dataset with read, recognises and shipped; this lacks {missing[0]}"
    assert path is not None or dataset.shipped, "a data set that is not shipped is checked on files: give their path"
    people = dataset.read(path)
    assert hasattr(people, "rounds"), f"read returns People, not {type(people).__name__}"
    assert dataset.read(path) == people, "read returns the same people when it reads the same files again"
    if path is not None:
        assert dataset.recognises(path) is True, f"recognises does not know {path}, which read can read"
    _check_people(people)
    _check_other_files(dataset)


def _check_people(people: Any) -> None:
    assert has_words(people.name), "the people have no name"
    assert has_words(people.about), "the people are not described: about is empty"
    assert people.rounds, "the people have no round; read raises CorpusError where there is none"
    names = [round.id for round in people.rounds]
    assert len(names) == len(set(names)), "two rounds have the same id"
    for round in people.rounds:
        for stance in (round.initial, round.final, *(stated.stance for stated in round.stated)):
            assert -1.0 <= stance <= 1.0, f"round {round.id!r}: the stance {stance} is not in [-1, 1]"
        assert has_words(round.proposition), f"round {round.id!r} has no proposition"
        assert round.argued in (-1, 0, 1), f"round {round.id!r}: argued is {round.argued}, not -1, 0 or 1"


def _check_other_files(dataset: Any) -> None:
    """Raise where files of another layout are recognised, or are read without an error."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        other = folder / "other.txt"
        other.write_text("Nobody was asked anything here.\n", encoding="utf-8")
        for place in (other, folder):
            assert dataset.recognises(place) is False, f"recognises takes {place.name!r} for its own layout"
        if dataset.shipped:
            return
        try:
            dataset.read(other)
        except CorpusError:
            return
        raise AssertionError("read returns people of a file that holds none; it must raise CorpusError")
