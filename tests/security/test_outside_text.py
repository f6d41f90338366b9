"""Text from outside: JSON nested too deeply, gzip that inflates without end, and a mark before a file."""

import gzip
import json
import zlib
from pathlib import Path

import pytest

from doxa.corpora.loading import read_own
from doxa.errors import CorpusError, DamagedLogError, DoxaError
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import run
from doxa.humans.data.registry import dataset_named, read_people
from doxa.judging.readers.debates import read_debate
from doxa.log.rundir import open_run
from doxa.records.outside import DEEPEST, GZIP_OR_ZLIB, Inflater, TooLargeError, inflate, parse_json
from doxa.systems.puzzle.files import read_puzzles

DEEP = '{"a":' * 20_000 + "1" + "}" * 20_000


class TestJson:
    @pytest.mark.parametrize("text", [DEEP, DEEP.replace("{", "[").replace("}", "]").replace('"a":', "")])
    def test_a_text_nested_without_end_is_refused(self, text: str) -> None:
        with pytest.raises(ValueError, match="nested more than"):
            parse_json(text)

    def test_the_bound_is_exact(self) -> None:
        assert parse_json("[" * DEEPEST + "1" + "]" * DEEPEST)
        with pytest.raises(ValueError, match="nested"):
            parse_json("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1) + " ")

    def test_brackets_within_a_text_do_not_count(self) -> None:
        assert parse_json(json.dumps(["[{" * 1000])) == ["[{" * 1000]

    @pytest.mark.parametrize("text", ["\ufeff[1]", b"\xef\xbb\xbf[1]"])
    def test_a_mark_before_it_is_no_fault(self, text: str | bytes) -> None:
        assert parse_json(text) == [1]


class TestGzip:
    def test_what_was_compressed_comes_back(self) -> None:
        assert inflate(gzip.compress(b"one") + gzip.compress(b"two") + b"\0\0") == b"onetwo"

    def test_a_bomb_is_stopped_at_the_bound(self) -> None:
        bomb = gzip.compress(b"\0" * 2_000_000)
        pieces = []
        with pytest.raises(TooLargeError, match="more than 1,000,000 bytes"):
            pieces.extend(Inflater(1_000_000).feed(bomb))
        assert len(b"".join(pieces)) <= 1_000_000

    def test_zlib_is_read_where_it_is_asked_for(self) -> None:
        assert b"".join(Inflater(window=GZIP_OR_ZLIB).feed(zlib.compress(b"words"))) == b"words"

    @pytest.mark.parametrize(
        "damaged", [b"plain", gzip.compress(b"words" * 99, mtime=0)[:-9], b""], ids=["plain", "cut off", "empty"]
    )
    def test_damaged_bytes_are_refused(self, damaged: bytes) -> None:
        with pytest.raises(ValueError, match="compressed bytes"):
            inflate(damaged)


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


class TestReaders:
    @pytest.mark.parametrize("name", ["own.jsonl", "corpus.jsonl", "debate.jsonl", "puzzle.jsonl"])
    def test_every_reader_refuses_nested_json(self, name: str, tmp_path: Path) -> None:
        path = write(tmp_path, name, DEEP)
        readers = {"own": read_people, "corpus": read_own, "debate": read_debate, "puzzle": read_puzzles}
        with pytest.raises(DoxaError, match=r"nested|not JSON|expected a JSON object"):
            readers[path.stem](str(path) if path.stem == "own" else path)

    @pytest.mark.parametrize("speakers", [DEEP, "[]", "3", '"text"', '[["a", "b"]]'])
    def test_speakers_of_a_wrong_shape_are_refused(self, speakers: str, tmp_path: Path) -> None:
        write(tmp_path, "utterances.jsonl", '{"id": 1, "conversation_id": "c", "speaker": "a", "text": "t"}')
        write(tmp_path, "conversations.json", "{}")
        write(tmp_path, "speakers.json", speakers)
        with pytest.raises(CorpusError, match=r"speakers\.json"):
            dataset_named("conversation").read(tmp_path)

    def test_a_bomb_in_place_of_the_rounds_is_refused(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("doxa.records.outside.inflate.__defaults__", (1000,))
        path = tmp_path / "human_rounds.jsonl.gz"
        path.write_bytes(gzip.compress(b" " * 100_000))
        with pytest.raises(CorpusError, match="more than 1,000 bytes"):
            read_people(str(path))

    def test_a_scenario_with_a_mark_before_it_is_read(self, tmp_path: Path) -> None:
        shipped = load_scenario("compulsory-voting")._origin
        assert shipped is not None
        path = write(tmp_path, "marked.toml", "\ufeff" + shipped[1])
        assert load_scenario(path).agents == load_scenario("compulsory-voting").agents


@pytest.mark.parametrize("name", ["calls.jsonl", "blobs.jsonl", "events.jsonl", "spec.json"])
def test_a_log_with_nested_json_is_damaged(name: str, tmp_path: Path) -> None:
    log = run("compulsory-voting", out=tmp_path / "run", changes={"script.rounds": 1})
    (log.path / name).write_text(DEEP + "\n")
    with pytest.raises(DamagedLogError):
        open_run(log.path).calls()
