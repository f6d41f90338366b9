"""Rows of the shelf that differ at a glance: what was varied, how a run ended, a small picture, and their order."""

from doxa.log.rundir import open_run
from doxa.studio.sparks import spark_of
from library import Library
from studio.served import StudioPage

ROWS = "[...document.querySelectorAll('.row.run')]"


def show_shelf(studio: StudioPage) -> None:
    """Go to a shelf on which all rows are in sight."""
    studio.sized(1280, 4000)
    studio.go("/", ".row.run")


def test_runs_of_a_sweep_are_called_by_what_was_varied_and_stand_in_its_order(
    studio: StudioPage, library: Library
) -> None:
    library.copy("sweep", studio.studio.folder / "grid")
    show_shelf(studio)
    studio.page.wait_for(f"{ROWS}.filter(row => /^violet's anch/.test(row.querySelector('b').innerText)).length === 8")
    names = studio.page.evaluate(
        f"{ROWS}.map(row => row.querySelector('b').innerText).filter(s => /anchoring/.test(s))"
    )
    assert names == [
        f"violet's anchoring {a}, violet's openness {u}, repetition {replicate}"
        for a in (0.5, 1)
        for u in (0.2, 0.8)
        for replicate in range(2)
    ]


def test_a_row_says_how_its_run_ended_by_the_numbers_of_the_log(studio: StudioPage) -> None:
    show_shelf(studio)
    log = open_run(studio.studio.folder / "demo")
    curves = spark_of(log.path).curves
    studio.page.wait_for(f"{ROWS}.some(row => /^demo ·/m.test(row.innerText) && /→/.test(row.innerText))")
    row = studio.page.evaluate(f"{ROWS}.find(row => /^demo ·/m.test(row.innerText)).querySelector('.ended').innerText")
    for agent, stance in log.ended.stances.items():
        side = "for" if stance > 0 else "against"
        ends = f"{agent} {side} ({curves[agent][0]:+.2f} → {stance:+.2f})".replace("-", "−")
        assert ends in row


def test_the_order_is_by_how_runs_ended_where_that_is_asked_for(studio: StudioPage) -> None:
    show_shelf(studio)
    studio.page.wait_for(f"{ROWS}.some(row => /openness/.test(row.innerText))")
    stances = {row["path"]: row["stances"] for row in studio.ask("/api/shelf")["runs"] if row["group"] == "sweep"}
    means = {path: sum(ends.values()) / len(ends) for path, ends in stances.items()}
    for order, sign in (("ended most for", -1), ("ended most against", 1)):
        studio.choose(".sieve label:last-of-type select", order)
        expected = [path.split("/")[1] for path in sorted(means, key=lambda path: sign * means[path])]
        studio.page.wait_for(
            f"JSON.stringify({ROWS}.map(row => /^(0[.]\\d-\\d) ·/m.exec(row.innerText)?.[1])"
            f".filter(Boolean)) === JSON.stringify({expected!r})"
        )


SYSTEMS = {"debate": "path", "land": "rect", "persuasion": "path", "puzzle": "rect", "union": "rect", "feed": "path"}
"""Kind of run → what its small picture is drawn of."""


def test_every_system_has_a_small_picture_and_says_how_it_ended(studio: StudioPage, library: Library) -> None:
    for kind in SYSTEMS:
        library.copy(kind, studio.studio.folder / "systems" / kind)
    show_shelf(studio)
    for kind, shape in SYSTEMS.items():
        row = f"{ROWS}.find(row => /^{kind} ·/m.test(row.innerText))"
        studio.page.wait_for(f"{row}?.querySelector('.mini {shape}')")
        log = open_run(studio.studio.folder / "systems" / kind)
        ended = studio.page.evaluate(f"{row}.querySelector('.ended').textContent")
        story = spark_of(log.path).story
        assert ended == story if story else ended.startswith("ended: ")
        assert studio.page.evaluate(f"{row}.querySelector('.mini').title")
