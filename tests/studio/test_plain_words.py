"""Settings, charts and runs in words: sliders say what they do, charts which end is which, runs what differs."""

import pytest

import doxa
from studio.conftest import CELLS, copy_run
from studio.served import StudioPage


def test_a_slider_says_what_its_setting_is_and_what_its_ends_mean(studio: StudioPage) -> None:
    studio.open_run("demo", "#what-if")
    lever = '[data-lever="agents.violet.belief.u"]'
    studio.wait(f"{lever} .ends")
    assert studio.text(f"{lever} > span") == "openness (u)"
    assert studio.text(f"{lever} .ends").split("\n") == ["others' arguments do not count", "they count a lot"]
    assert studio.text('[data-lever="agents.violet.belief.a"] > span') == "anchoring (a)"
    said = (
        "[...document.querySelectorAll('.drawer .lever')].every(lever => lever.querySelector('.ends').innerText.trim())"
    )
    assert studio.page.evaluate(said)
    studio.write(f"{lever} [type=range]", "0.7")
    studio.wait(".drawer .legend")
    words = studio.text(".drawer .legend")
    assert all(word in words for word in ("as recorded", "what if", "Violet", "Cobalt"))


def test_two_runs_are_called_by_the_one_setting_in_which_they_differ(studio: StudioPage) -> None:
    low, high = (f"sweep/{u}-0" for u in CELLS)
    studio.go(f"/compare/{studio.handle(low)}/{studio.handle(high)}", "#compare table")
    assert studio.text("h1") == "openness 0.2 and openness 0.8"
    assert studio.text(".legend").startswith("openness 0.2")
    assert studio.text("nav.bar").split("\n")[-2:] == ["openness 0.2", "openness 0.8"]
    heads = studio.page.evaluate(
        "[...document.querySelectorAll('#compare section:last-of-type th[scope=col]')].map(th => th.innerText)"
    )
    assert heads == ["at the end", "openness 0.2", "openness 0.8", "difference"]


def test_runs_that_differ_in_much_or_in_nothing_are_called_by_their_folders(studio: StudioPage) -> None:
    folder = studio.studio.folder
    copy_run(folder / "demo", folder / "twin")
    changes = {"belief.u": 0.9, "belief.a": 0.9, "script.rounds": 1}
    doxa.run("compulsory-voting", changes=changes, out=folder / "other")
    for other in ("twin", "other"):
        studio.go(f"/compare/{studio.handle('demo')}/{studio.handle(other)}", "#compare table")
        assert studio.text("h1") == f"demo and {other}"


@pytest.mark.parametrize("place", ["#sets", "#group"])
def test_cells_of_a_folder_are_called_by_what_was_varied(studio: StudioPage, place: str) -> None:
    address = "/sets?first=sweep&first_cell=0&second=sweep&second_cell=1" if place == "#sets" else "/group?name=sweep"
    studio.go(address, f"{place} .legend, {place} .multiple")
    words = studio.text(place)
    assert all(f"openness {u}" in words for u in CELLS)
    assert "belief.u =" not in words
