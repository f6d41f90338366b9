// What pages of tables do beside showing them: columns that sort, boxes that keys can scroll, and contents that follow.
import "./tokens.css";
import "./base.css";
import { follow } from "./contents";
import "./shared.css";

type Key = number | string | null;

/** Return what a cell sorts by: its exact number, its words, or null where the value is missing. */
function keyOf(row: HTMLTableRowElement, column: number): Key {
  const cell = row.cells[column];
  if (!cell || "missing" in cell.dataset) return null;
  return cell.dataset.value === undefined ? (cell.textContent ?? "").trim() : Number(cell.dataset.value);
}

/** Order two keys: numbers by size, before words by their alphabet; a missing value is last in both directions. */
function order(one: Key, other: Key, turn: 1 | -1): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
  if (typeof one === "number" && typeof other === "number") return turn * (one - other);
  if (typeof one !== typeof other) return turn * (typeof one === "number" ? -1 : 1);
  return turn * String(one).localeCompare(String(other), "en", { numeric: true });
}

function sort(table: HTMLTableElement, column: number): void {
  const heads = [...table.tHead!.rows[0]!.cells];
  const before = heads[column]!.getAttribute("aria-sort");
  // numbers begin with the largest, words with the first of the alphabet; a third press restores the table's own order
  const first = heads[column]!.classList.contains("number") ? "descending" : "ascending";
  const second = first === "ascending" ? "descending" : "ascending";
  const next = before === first ? second : before === second ? "none" : first;
  heads.forEach((head) => head.setAttribute("aria-sort", "none"));
  heads[column]!.setAttribute("aria-sort", next);
  const body = table.tBodies[0]!;
  const own = (row: HTMLTableRowElement) => Number(row.dataset.place);
  const rows = [...body.rows].sort((one, other) => {
    const ranked = next === "none" ? 0 : order(keyOf(one, column), keyOf(other, column), next === "ascending" ? 1 : -1);
    return ranked || own(one) - own(other);
  });
  body.append(...rows);
}

function makeSortable(table: HTMLTableElement): void {
  [...table.tBodies[0]!.rows].forEach((row, place) => (row.dataset.place = String(place)));
  [...table.tHead!.rows[0]!.cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.title = "sort by this column";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(table, column));
    head.append(button);
    head.setAttribute("aria-sort", "none");
  });
}

/** Let keys scroll the boxes whose content is wider than they are. */
function watchWidth(box: HTMLElement): void {
  const look = new ResizeObserver(() => {
    const over = box.scrollWidth > box.clientWidth + 1;
    for (const [name, value] of Object.entries({ tabindex: "0", role: "region", "aria-label": box.dataset.label ?? "table" })) over ? box.setAttribute(name, value) : box.removeAttribute(name);
  });
  look.observe(box);
  for (const inner of box.children) look.observe(inner);
}

document.querySelectorAll<HTMLTableElement>("table.grid").forEach(makeSortable);
document.querySelectorAll<HTMLElement>(".wide").forEach(watchWidth);
document.querySelectorAll<HTMLElement>("nav.contents").forEach(follow);
