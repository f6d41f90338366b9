"""Arguments that run out are told: stances that stand still then look like agreement."""

from pathlib import Path

import pytest

import doxa
from app.calling import called
from doxa.analysis.building import view_of

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
