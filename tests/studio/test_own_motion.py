"""A run on a motion of one's own, from an empty form to the run's page, in a real browser."""

from pathlib import Path

import doxa
from doxa.corpora import load_corpus
from doxa.evaluation.checking import CheckOrder, check_corpus
from doxa.log.rundir import open_run
from studio.served import StudioPage

MOTION = "The town should close its centre to cars"
FOR = ["Children could walk to school without fear of traffic.", 'Shops gain customers who "stop more often".']
AGAINST = ["Closing the centre to cars would ruin the shops.", "Old people cannot reach the doctor without a car."]


def shown_readings(studio: StudioPage) -> dict[str, tuple[str, str]]:
    """Return argument → its direction and strength, as the form shows the judge's reading."""
    rows = "[...document.querySelectorAll('.readings li')]"
    found = studio.page.evaluate(
        f"{rows}.map(row => [row.querySelector('.line').textContent, row.dataset.direction,"
        "row.querySelector('input').placeholder])"
    )
    return {text: (direction, strength) for text, direction, strength in found}


def test_a_motion_of_ones_own_goes_from_an_empty_form_to_the_page_of_its_run(
    studio: StudioPage, tmp_path: Path
) -> None:
    studio.go("/new", ".own")
    assert "Write what is debated" in studio.text(".own .lacks")
    studio.write(".own [name=motion]", MOTION)
    studio.page.wait_for("document.querySelector('.own .lacks').innerText.includes('at least one for and one against')")
    studio.write(".own [name=pro]", "\n".join([f"- {FOR[0]}", f"2. {FOR[1]}", "", FOR[0]]))
    studio.write(".own [name=con]", "\n".join([f"{AGAINST[0]}\t0.35", AGAINST[1]]))
    studio.page.wait_for(
        "document.querySelectorAll('.readings li[data-direction]:not([data-direction=\"\"])').length === 4"
    )
    readings = shown_readings(studio)
    assert list(readings) == [*FOR, *AGAINST]
    assert readings[AGAINST[0]][0] == "against"
    studio.write(".readings li:nth-child(2) input[aria-label*='Shops']", "0.7")
    studio.write("[data-person='0'] [name=name]", "Zoé")
    studio.write("[data-person='0'] [name=persona]", "A nurse who works nights.")
    studio.write("[data-person='1'] [name=u]", "0.8")
    studio.press("Add somebody", ".own")
    studio.write("[data-person='2'] [name=name]", "Zoë")
    studio.write(".own [name=rounds]", "2")
    studio.press("What would it take?", ".own")
    studio.page.wait_for("document.querySelector('.own [role=status]')?.innerText.includes('No call of a model')")
    studio.press("Begin the run", ".own")
    studio.page.wait_for("location.pathname.startsWith('/run/') && document.querySelector('.pill.done')", 60)
    assert studio.text("h1") == MOTION

    (path,) = studio.studio.folder.glob("scenarios/The-town-*.toml")
    log = open_run(studio.studio.folder / path.stem)
    people = {one.id: (one.name, one.side, one.belief["u"], one.persona) for one in log.spec.participants}
    assert people == {
        "zoe": ("Zoé", "pro", 0.4, "A nurse who works nights."),
        "ben": ("Ben", "con", 0.8, ""),
        "zoe-2": ("Zoë", "neutral", 0.4, ""),
    }
    assert {(label.text, label.polarity, label.strength) for label in log.spec.labels} == {
        (FOR[0], 1, None), (FOR[1], 1, 0.7), (AGAINST[0], -1, 0.35), (AGAINST[1], -1, None),
    }  # fmt: skip
    checked = check_corpus(CheckOrder(corpus=load_corpus(path), out=tmp_path / "check")).arguments
    assert readings == {one.text: (one.read, f"{one.read_strength:.2f}") for one in checked}
    again = doxa.run(path, out=tmp_path / "terminal")
    assert again.spec == log.spec
    assert [event.body for event in again.events] == [event.body for event in log.events]


def test_a_model_needs_no_arguments_a_name_and_a_bound(studio: StudioPage) -> None:
    studio.go("/new", ".own")
    studio.write(".own [name=motion]", MOTION)
    studio.write(".own [name=pro]", "")
    studio.write(".own [name=con]", "")
    studio.choose(".own [name=words]", "model")
    studio.page.wait_for("document.querySelector('.own .lacks')?.innerText.includes('provider:model')")
    studio.write(".own [name=model]", "openai:gpt-4o-mini")
    studio.page.wait_for("document.querySelector('.own .usd')")
    assert "stands at 0" in studio.text(".own")
    assert studio.page.evaluate("document.querySelector('.own .begin').disabled")
    studio.press("What would it take?", ".own")
    studio.page.wait_for("document.querySelector('.own [role=status]')?.innerText.includes('calls')")
    studio.write(".own .usd", "1")
    assert not studio.page.evaluate("document.querySelector('.own .begin').disabled")
    studio.write(".own [name=model]", "http://elsewhere/v1")
    studio.page.wait_for("document.querySelector('.own .trouble')?.innerText.includes('is not provider:model')")
