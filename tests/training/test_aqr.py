"""Reading IBM-ArgQ-Rank-30kArgs, and what is said of files that are not it."""

from pathlib import Path

import pytest

from doxa.errors import CorpusError
from doxa_train.examples import read_aqr

HEAD = "argument,topic,set,WA,MACE-P,stance_WA,stance_WA_conf"
ROWS = [
    '"Markets, they say,\n punish",We should end subsidies,train,0.84,0.9,1,1',
    "It is dear,We should build rail,dev,0.5,0.4,-1,1",
    "It is late,We should ban cars,test,1.0,0.4,-1,1",
]


def written(folder: Path, *lines: str) -> Path:
    file = folder / "aqr.csv"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def test_rows_are_read_in_order(tmp_path):
    assert [(one.text, one.topic, one.part, one.quality) for one in read_aqr(written(tmp_path, HEAD, *ROWS))] == [
        ("Markets, they say, punish.", "We should end subsidies", "train", 0.84),
        ("It is dear.", "We should build rail", "dev", 0.5),
        ("It is late.", "We should ban cars", "test", 1.0),
    ]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["argument,topic,set", *ROWS], "no column 'WA'"),
        ([HEAD, "a,b,train,1.2,0,0,0"], "line 2: WA: '1.2' is not a number from 0 to 1"),
        ([HEAD, "a,b,train,nan,0,0,0"], "line 2: WA: 'nan' is not a number from 0 to 1"),
        ([HEAD, "a,b,train"], "line 2: WA: missing"),
        ([HEAD, "a,b,valid,0.5,0,0,0"], "line 2: the set is 'valid'"),
        ([HEAD, ",b,train,0.5,0,0,0"], "line 2: an argument and its topic"),
        ([HEAD, *ROWS, "again,We should ban cars,train,0.5,0,0,0"], "is in test and in train"),
        ([HEAD, *ROWS[:2]], "no row of test"),
    ],
)
def test_what_is_not_the_data_set_is_told_with_its_line(tmp_path, lines, said):
    with pytest.raises(CorpusError, match=said) as caught:
        read_aqr(written(tmp_path, *lines))
    assert caught.value.hint


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(CorpusError, match="cannot be read"):
        read_aqr(tmp_path / "none.csv")
