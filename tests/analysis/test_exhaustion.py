"""Arguments that run out are told: stances that stand still then look like agreement."""

from pathlib import Path

import pytest

import doxa
from app.calling import called
from doxa.analysis.building import view_of
from doxa.analysis.exhaustion import first_without_news

NEW = ("Fines fall on the poor.", "A forced vote is a careless vote.", "Turnout heals nothing by itself.")


def spoken(folder: Path, lines: list[str]) -> doxa.RunLog:
    """Return a run in which Cobalt says one line a round, and Violet thanks it."""
    rows = [("Cobalt", line) for line in lines] + [("Violet", f"Thank you, that was {n}.") for n in range(len(lines))]
    (folder / "talk.csv").write_text("speaker,text\n" + "".join(f'{name},"{text}"\n' for name, text in rows))
    changes = {"models.speaker": f"recorded:{folder / 'talk.csv'}", "script.rounds": len(lines)}
    return doxa.run("compulsory-voting", changes=changes, out=folder / "run")


@pytest.mark.parametrize(("repeats", "told"), [(3, "From round 4 on no new argument counted for anybody."), (1, None)])
def test_rounds_without_a_new_argument_are_told_where_they_are_several(tmp_path, repeats, told, capsys):
    log = spoken(tmp_path, [*NEW, *[NEW[0]] * repeats])
    story = view_of(log).story
    assert (told is not None) == ("no new argument" in story)
    assert (told or "") in story
    called("report", str(log.path), capsys=capsys)
    assert ("no new argument" in (log.path / "report.html").read_text()) == (told is not None)


def test_a_sweep_says_in_how_many_of_its_runs_arguments_ran_out(tmp_path, capsys):
    rows = [("Cobalt", line) for line in [*NEW, *[NEW[0]] * 3]] + [
        ("Violet", f"Thank you, that was {n}.") for n in range(6)
    ]
    (tmp_path / "talk.csv").write_text("speaker,text\n" + "".join(f'{name},"{text}"\n' for name, text in rows))
    words = ("--set", f"models.speaker=recorded:{tmp_path / 'talk.csv'}")
    ended = called(
        "sweep",
        "compulsory-voting",
        *words,
        "--grid",
        "script.rounds=3,6",
        "--out",
        str(tmp_path / "sweep"),
        capsys=capsys,
    )
    assert "In 1 of 2 runs no new argument counted for anybody from round 4 on" in " ".join(ended.split())
    swept = doxa.read_sweep(tmp_path / "sweep")
    assert [run.exhausted for run in swept.runs.runs] == [None, 4]
    assert "In 1 of 2 runs no new argument counted" in swept.means.caption


@pytest.mark.parametrize(("counted", "first"), [([1, 2, 3], 4), ([1, 5], None), ([1, 6], None), ([], None), ([4], 5)])
def test_rounds_count_whoever_speaks_in_them(counted, first):
    names = ["prior", *(f"round {1 + place // 2} · Ana" for place in range(12))]
    assert first_without_news(names, [2 * number for number in counted]) == first
