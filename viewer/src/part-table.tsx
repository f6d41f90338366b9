// A system's table: all rows, or those of the selected batch and of an agent whom the reader chooses.
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Agent, Diverging, useGrowing, Wide, Words } from "./common";
import { useBook, useDesk, useGo } from "./store";
import { clip, figure } from "./text";
import type { Column, Estimate, Quote, Table as TablePart } from "./view";

type Cell = TablePart["rows"][number][number];

/** A row with what it is of, which stands in columns that are not drawn themselves. */
interface TableRow {
  cells: Cell[];
  agent: string;
  batch: number | null;
  turn: string;
  /** Column → why its cell is highlighted. */
  odd: Record<string, string>;
}

/** A column with its place in a row, and the columns shown small under it. */
interface Main {
  column: Column;
  place: number;
  small: [Column, number][];
  /** The largest absolute value or count, which sets the scale of bars and ridges. */
  most: number;
  short: boolean;
}

const SHORT = 26; // the most characters of a text that needs no line of its own

export function Table({ part }: { part: TablePart }) {
  const { batch, agent } = useDesk();
  const [all, setAll] = useState(false);
  const [whole, setWhole] = useState(false);
  const [sorted, setSorted] = useState<Sorted>(UNSORTED);
  const columns = useMemo(() => part.columns.map((column, place) => (typeof column === "string" ? plain(column, part.rows, place) : column)), [part]);
  const [byAgent, byBatch] = (["agent", "batch"] as const).map((show) => columns.some((column) => column.show === show && part.by.includes(column.name)));
  const given = useMemo(() => part.rows.map((cells) => rowOf(cells, columns, part.by)), [part]);
  const agents = useMemo(() => (byAgent ? [...new Set(given.map((row) => row.agent).filter(Boolean))] : []), [part]);
  const who = agents.includes(agent) ? agent : (agents[0] ?? "");
  const mine = useMemo(() => given.filter((row) => !byAgent || !row.agent || row.agent === who), [part, who]);
  const leads = part.leads.filter((lead) => !byAgent || !lead.agent || lead.agent === who);
  const rows = inOrder(mine.filter((row) => !byBatch || row.batch === null || row.batch === batch), sorted);
  const batches = [...new Set([...mine, ...leads].flatMap((one) => one.batch ?? []))].sort((a, b) => a - b);
  const every = useMemo(() => mainsOf(columns, part.by, mine), [part, mine]);
  const mains = every.filter((main) => whole || !main.column.detail);
  const details = columns.filter((column) => column.detail);
  const count = useGrowing(rows.length, 0);
  const kept = rows.slice(0, all ? count : Math.min(count, part.first ?? count));
  const shows = (...looks: Column["show"][]) => mains.some((main) => looks.includes(main.column.show));
  const ridges = shows("spread"); // such rows are compared by eye: they stay one below another, also on a narrow screen
  const stack = !ridges && (shows("bar", "quotes") || mains.some((main) => !main.short));
  return (
    <>
      {part.by.length > 0 && <Choice agents={agents} who={who} batches={byBatch ? batches : []} />}
      <Wide label={part.title}>
        {leads.filter((lead) => !byBatch || lead.batch === null || lead.batch === batch).map((lead, place) => (
          <p key={place} class="sum">{lead.facts.map((fact, at) => <span key={at}>{at === 0 && lead.agent && <Agent id={lead.agent} />} {fact}</span>)}</p>
        ))}
        {rows.length === 0 ? <p class="quiet">{byBatch ? <Nothing /> : "No rows."}</p> : (
          <table class={`grid part ${stack ? "stack" : ""} ${ridges ? "ridges" : ""}`}>
            <thead><tr>{mains.map(({ column, place, short }) => <Name key={column.name} column={column} short={short} turn={sorted.place === place ? sorted.turn : 0} onSort={() => setSorted(next(sorted, place, column))} />)}</tr></thead>
            <tbody>{kept.map((row, place) => <Row key={place} row={row} mains={mains} part={part} leads={!byBatch} />)}</tbody>
          </table>
        )}
      </Wide>
      {part.first !== null && rows.length > part.first && <button class="more" aria-expanded={all} onClick={() => setAll(!all)}>{all ? `The first ${part.first}` : `All ${rows.length.toLocaleString("en")}`}</button>}
      {details.length > 0 && (
        <details class="plain" onToggle={(event) => setWhole(event.currentTarget.open)}>
          <summary>Further columns</summary>
          {details.map((column) => <p key={column.name}>{column.name}: {column.about}.</p>)}
        </details>
      )}
    </>
  );
}

const plain = (name: string, rows: Cell[][], place: number): Column => {
  const isText = rows.some((row) => typeof row[place] === "string" || Array.isArray(row[place]));
  const isWhole = rows.every((row) => row[place] == null || Number.isInteger(row[place]));
  return { name, show: isText ? "text" : "number", decimals: isWhole ? 0 : 3, signed: false, low: -1, high: 1, small: false, about: "", detail: false };
};

function rowOf(cells: Cell[], columns: Column[], by: string[]): TableRow {
  const row: TableRow = { cells, agent: "", batch: null, turn: "", odd: {} };
  columns.forEach(({ name, show }, place) => {
    const cell = cells[place] ?? null;
    if (show === "batch" && row.batch === null) row.batch = cell as number | null;
    else if (cell === null) return;
    else if (show === "agent" && by.includes(name)) row.agent = cell as string;
    else if (show === "turn") row.turn = cell as string;
    else if (show === "odd") row.odd[columns[place - 1]!.name] = cell as string;
  });
  return row;
}

/** The column that orders the rows, and how: upwards, downwards, or 0 for the table's own order. */
interface Sorted {
  place: number;
  turn: -1 | 0 | 1;
}

const UNSORTED: Sorted = { place: -1, turn: 0 };

/** Return the next order of a column: numbers begin with the largest, words with the first of the alphabet. */
function next(sorted: Sorted, place: number, column: Column): Sorted {
  const first = isText(column) ? 1 : -1;
  if (sorted.place !== place || sorted.turn === 0) return { place, turn: first };
  return sorted.turn === first ? { place, turn: first === 1 ? -1 : 1 } : UNSORTED;
}

/** Return rows by one column; missing values are last in both directions, and equal rows keep their order. */
function inOrder(rows: TableRow[], { place, turn }: Sorted): TableRow[] {
  if (turn === 0) return rows;
  const keyed = rows.map((row) => ({ row, key: row.cells[place] ?? null }));
  keyed.sort(({ key: one }, { key: other }) => {
    if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
    if (typeof one === "number" && typeof other === "number") return turn * (one - other);
    return turn * String(one).localeCompare(String(other), "en", { numeric: true });
  });
  return keyed.map(({ row }) => row);
}

function Nothing() {
  const { names } = useBook();
  const { batch } = useDesk();
  return <>No rows in {names[batch]}. Choose another.</>;
}

/** The choice of the agent and the batch whose rows are shown. */
function Choice({ agents, who, batches }: { agents: string[]; who: string; batches: number[] }) {
  const book = useBook();
  const { batch } = useDesk();
  const { pick, select } = useGo();
  return (
    <div class="controls">
      {agents.length > 0 && (
        <select aria-label="agent" data-by="agent" value={who} onChange={(event) => pick(event.currentTarget.value)}>
          {agents.map((id) => <option key={id} value={id}>{book.agents.get(id)?.name ?? id}</option>)}
        </select>
      )}
      {batches.map((at) => <button class="chip" key={at} aria-pressed={at === batch} onClick={() => select(at)}>{book.names[at] ?? at}</button>)}
    </div>
  );
}

function mainsOf(columns: Column[], by: string[], rows: TableRow[]): Main[] {
  const mains: Main[] = [];
  columns.forEach((column, place) => {
    if (by.includes(column.name) || column.show === "turn" || column.show === "odd") return;
    if (column.small && mains.length) return void mains[mains.length - 1]!.small.push([column, place]);
    const cells = rows.map((row) => row.cells[place]);
    const sizes = cells.flatMap((cell) => (typeof cell === "number" ? Math.abs(cell) : Array.isArray(cell) && column.show === "spread" ? Math.max(...(cell as number[])) : []));
    const short = column.show !== "quotes" && cells.every((cell) => typeof cell !== "string" || cell.length <= SHORT);
    mains.push({ column, place, small: [], most: sizes.reduce((a, b) => Math.max(a, b), 0), short });
  });
  return mains;
}

const isText = (column: Column) => column.show === "text" || column.show === "batch" || column.show === "agent" || column.show === "quotes";
const look = (column: Column, short: boolean) => (isText(column) ? `text ${short ? "short" : ""}` : column.show);

function Name({ column, short, turn, onSort }: { column: Column; short: boolean; turn: Sorted["turn"]; onSort(): void }) {
  const { low, high } = column;
  const sortable = column.show !== "spread" && column.show !== "quotes";
  const end = (value: number) => (low < 0 && value > 0 ? "+" : "") + figure(value, Number.isInteger(value) ? 0 : 2);
  return (
    <th class={look(column, short)} title={[column.name, column.about].filter(Boolean).join(": ")} aria-sort={sortable ? (turn === 0 ? "none" : turn > 0 ? "ascending" : "descending") : undefined}>
      {column.show === "spread" ? <span class="scale"><i>{end(low)}</i><i>{end((low + high) / 2)}</i><i>{end(high)}</i></span> : sortable ? <button onClick={onSort}>{column.name}</button> : column.name}
    </th>
  );
}

function Row({ row, mains, part, leads }: { row: TableRow; mains: Main[]; part: TablePart; leads: boolean }) {
  const { batch } = useDesk();
  const { select } = useGo();
  const own = leads && row.batch !== null;
  return (
    <tr class={own ? (row.batch === batch ? "own chosen" : "own") : ""} data-batch={row.batch ?? undefined} data-turn={row.turn || undefined} onClick={own ? () => select(row.batch!) : undefined}>
      {mains.map((main, at) => {
        const inside = <Inside row={row} main={main} part={part} />;
        return (
          <td key={at} class={`${look(main.column, main.short)} ${main.column.name in row.odd ? "unknown" : ""}`} title={row.odd[main.column.name]} data-label={main.column.show === "quotes" || main.column.show === "agent" ? undefined : main.column.name}>
            {at === 0 && main.column.show !== "quotes" ? <First row={row} own={own}>{inside}</First> : inside}
            <Small row={row} main={main} />
          </td>
        );
      })}
    </tr>
  );
}

/** The first cell, which links to the row's turn, or else to its batch. */
function First({ row, own, children }: { row: TableRow; own: boolean; children: ComponentChildren }) {
  const { turns } = useBook();
  const { batch } = useDesk();
  const { toTurn, select } = useGo();
  if (turns.has(row.turn)) return <button onClick={() => toTurn(row.turn)}>{children}</button>;
  if (own) return <button class="link" aria-pressed={row.batch === batch} onClick={() => select(row.batch!)}>{children}</button>;
  return <>{children}</>;
}

function Inside({ row, main: { column, place, most, short }, part }: { row: TableRow; main: Main; part: TablePart }) {
  const cell = row.cells[place] ?? null;
  if (cell === null) return <>{column.show === "quotes" ? "" : "–"}</>;
  if (column.show === "batch") return <>{cell === 0 ? "start" : cell}</>;
  if (typeof cell === "object" && "value" in cell) return <>{estimate(cell, column)}</>;
  if (typeof cell === "number") {
    const number = figure(cell, column.decimals, column.signed);
    return column.show === "bar" ? <><Diverging before={0} after={cell} scale={most} /><b>{number}</b></> : <>{number}</>;
  }
  if (cell === "") return null;
  if (typeof cell === "string") return column.show === "agent" ? <Agent id={cell} /> : short || place === 0 ? <>{clip(cell, 400)}</> : <Words text={cell} limit={300} />;
  if (column.show === "quotes") return <>{(cell as string[]).map((id) => <Said key={id} quote={part.quotes[id]!} />)}</>;
  return <Ridge counts={cell as number[]} column={column} most={most} />;
}

function estimate({ value, low, high, p }: Estimate, { decimals, signed }: Column): string {
  const [middle, from, to] = [value, low, high].map((end) => (end === null ? "–" : figure(end, decimals, signed)));
  const bounds = low === null && high === null ? "" : ` [${from}, ${to}]`;
  return `${middle}${bounds}${p === null ? "" : p < 0.001 ? ", p < 0.001" : `, p = ${p.toFixed(3)}`}`;
}

/** The small facts under a cell: texts as they are, numbers with their names; counts of 0 are left out. */
function Small({ row, main }: { row: TableRow; main: Main }) {
  const facts = main.small.flatMap(([column, place]) => {
    const cell = row.cells[place] ?? null;
    if (cell === null || (cell === 0 && column.decimals === 0)) return [];
    return [{ column, words: typeof cell === "number" ? figure(cell, column.decimals, column.signed) : String(cell) }];
  });
  if (!facts.length) return null;
  return <p class="item-facts">{facts.map(({ column, words }) => <span key={column.name} title={column.about} class={column.name in row.odd ? "unknown" : ""}>{column.show === "text" ? words : `${column.name} ${words}`}</span>)}</p>;
}

/** A quote with its speaker, tags and facts, and the answer to it. */
export function Said({ quote, limit = 400 }: { quote: Quote; limit?: number }) {
  const { turns } = useBook();
  const { toTurn } = useGo();
  const link = turns.has(quote.turn) ? () => toTurn(quote.turn) : undefined;
  const who = quote.agent ? <Agent id={quote.agent} /> : quote.label && <b>{quote.label}</b>;
  return (
    <div class="said" data-quote={quote.turn || undefined}>
      {(who || quote.tags.length > 0 || quote.facts.length > 0 || link) && (
        <p class="item-facts">
          {link ? <button onClick={link}>{who || "turn"}</button> : who}
          {quote.agent && quote.label && <span>{quote.label}</span>}
          {quote.tags.map((tag) => <span class="tag" key={tag}>{tag}</span>)}
          {quote.facts.map((fact) => <span key={fact}>{fact}</span>)}
        </p>
      )}
      <p class="item-text"><Words text={quote.text} limit={limit} /></p>
      {quote.answer && <p class="item-text">→ <Words text={quote.answer} limit={limit} /></p>}
    </div>
  );
}

/** A histogram as one outline; all histograms of a column have the same scale. */
function Ridge({ counts, column: { low, high }, most }: { counts: number[]; column: Column; most: number }) {
  const height = 30;
  const cells = counts.length;
  const zero = (-low / (high - low)) * cells;
  const up = (count: number) => height - (count / (most || 1)) * height;
  const points = counts.map((count, cell) => `${cell},${up(count)} ${cell + 1},${up(count)}`);
  const label = `${counts.reduce((a, b) => a + b, 0).toLocaleString("en")} in ${cells} cells from ${figure(low, 0, true)} to ${figure(high, 0, true)}: ${counts.join(" ")}`;
  return (
    <svg class="ridge" viewBox={`0 0 ${cells} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
      {zero > 0 && zero < cells && <line x1={zero} x2={zero} y1="0" y2={height} />}
      <polygon points={`0,${height} ${points.join(" ")} ${cells},${height}`} />
    </svg>
  );
}
