"""On a phone no table loses a cell: each is in sight, or comes into sight when its own box is scrolled."""

import pytest

from library import Library
from studio.served import StudioPage

CELLS = """
[...document.querySelectorAll('main table, .report table, .drawer table, .your-turn table')].map(table =>
  [...table.querySelectorAll('tbody :is(td, th)')].filter(cell => cell.innerText.trim() && cell.getClientRects().length)
    .map(cell => cell.innerText.replace(/\\s+/g, ' ').trim()))
"""
"""The texts of all cells that are drawn, table by table."""

HEADS = """
[...document.querySelectorAll('main table, .report table, .drawer table, .your-turn table')].flatMap(table => {
  const isDrawn = cell => cell.getClientRects().length > 0;
  const heads = [...table.querySelectorAll('thead th')];
  if (heads.every(isDrawn)) return [];
  const cells = [...table.querySelectorAll('tbody td')].filter(isDrawn);
  return cells.filter(cell => !cell.dataset.label && !cell.matches('.text, .bar, .spread')).map(cell => cell.innerText);
})
"""
"""Cells of tables without a head that do not say themselves what they are."""

OUT_OF_REACH = """
[...document.querySelectorAll('main table, .report table, .drawer table, .your-turn table')].flatMap(table => {
  let box = table.parentElement;
  while (box && !['auto', 'scroll'].includes(getComputedStyle(box).overflowX)) box = box.parentElement;
  const width = box ? box.scrollWidth : document.documentElement.clientWidth;
  const left = box ? box.getBoundingClientRect().left + box.clientLeft - box.scrollLeft : 0;
  return [...table.querySelectorAll(':is(td, th)')].filter(cell => cell.getClientRects().length)
    .filter(cell => cell.getBoundingClientRect().right - left > width + 1).map(cell => cell.innerText);
})
"""
"""Cells that no scrolling of their box brings into sight."""


KINDS = ("demo", "feed", "puzzle", "union", "land", "persuasion")
"""Runs whose pages have tables."""


def act(studio: StudioPage, screen: str) -> None:
    """Open a screen with everything that it folds away, and its tables."""
    demo = studio.handle("demo")
    if screen in KINDS:
        studio.go(f"/run/{studio.handle(screen)}", ".report table")
    elif screen == "what if":
        studio.go(f"/run/{demo}#what-if", ".lever")
        studio.write('[data-lever="agents.violet.belief.u"] [type=range]', "0.7")
        studio.wait(".ends-table")
    elif screen == "your turn":
        studio.go(f"/run/{demo}#your-turn", ".your-turn textarea")
        studio.write(
            ".your-turn textarea", "Fines for staying at home fall on the poor, who already have the least time."
        )
        studio.press("See what it does", ".your-turn")
        studio.wait("[data-effect]")
    elif screen == "compare":
        studio.go(f"/compare/{demo}/{studio.handle('sweep/0.2-0')}", "#compare .legend")
    elif screen == "sets":
        studio.go("/sets?first=sweep&first_cell=0&second=sweep&second_cell=1", "[data-end]")
    else:
        studio.go("/new", ".listen")
        studio.write(".listen textarea", "Kim (for): Fines fall on the poor.\nLee (against): A vote is a duty.")
        studio.wait(".listen table")
    studio.page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true; })")


@pytest.mark.parametrize("screen", [*KINDS, "what if", "your turn", "compare", "sets", "listen"])
def test_every_cell_of_every_table_is_in_reach(studio: StudioPage, library: Library, screen: str) -> None:
    if screen in KINDS and not (studio.studio.folder / screen).exists():
        library.copy(screen, studio.studio.folder / screen)
    act(studio, screen)
    wide = studio.page.evaluate(CELLS)
    assert any(wide)
    studio.sized(390, 844)
    act(studio, screen)
    assert studio.page.evaluate(CELLS) == wide
    assert studio.page.evaluate(HEADS) == []
    assert studio.page.evaluate(OUT_OF_REACH) == []
    assert studio.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
