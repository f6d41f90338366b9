// Grids of small squares: a number is shown as a shade, a word as a letter. Marks of turns are drawn as such grids.
import { Agent, Cells, Wide } from "./common";
import { useBook, useDesk, useGo } from "./store";
import { clip, figure } from "./text";
import type { Marks as MarksPart, MatrixPanel, Matrix as MatrixPart, Shade, Square } from "./view";

type Look = Pick<MatrixPart, "of" | "shade" | "decimals" | "rows_are" | "columns_are">;

export function Matrix({ part }: { part: MatrixPart }) {
  return <Wide label={part.title} more="metrics">{part.panels.map((panel, place) => <Grid key={place} panel={panel} look={part} />)}</Wide>;
}

/** One grid per name: agents as rows, their turns as columns, by round. */
export function Marks({ part }: { part: MarksPart }) {
  const { view, turns } = useBook();
  const columns: string[] = [];
  const at = new Map<string, string>(); // agent and column → turn
  const agents: string[] = [];
  const times = new Map<string, number>();
  for (const turn of view.turns) {
    if (!(turn.key in part.turns)) continue;
    const said = (times.get(`${turn.speaker}\n${turn.note}`) ?? 0) + 1;
    times.set(`${turn.speaker}\n${turn.note}`, said);
    const column = said > 1 ? `${turn.note}, turn ${said}` : turn.note;
    if (!columns.includes(column)) columns.push(column);
    if (!agents.includes(turn.speaker)) agents.push(turn.speaker);
    at.set(`${turn.speaker}\n${column}`, turn.key);
  }
  const loose = Object.keys(part.turns).filter((key) => !turns.has(key));
  const squareOf = (place: number, key: string | undefined): Square | null => (key === undefined ? null : { value: part.turns[key]![place] ?? null, label: "", mark: "", turn: key, batch: null });
  return (
    <>
      {agents.length > 0 && (
        <Wide label={part.title} more="metrics">
          {part.names.map((name, place) => {
            const squares = agents.map((agent) => columns.map((column) => squareOf(place, at.get(`${agent}\n${column}`))));
            return <Grid key={name} mean panel={{ title: name, agent: "", rows: agents, columns, squares }} look={{ of: name, shade: part.shade, decimals: part.decimals, rows_are: "agents", columns_are: "words" }} />;
          })}
        </Wide>
      )}
      {loose.length > 0 && (
        <dl class="settings">{loose.map((key) => <div key={key}><dt class="mono">{key}</dt><dd>{part.names.map((name, place) => `${name} ${worded(part.turns[key]![place] ?? null, part.decimals)}`).join(" · ")}</dd></div>)}</dl>
      )}
    </>
  );
}

export const worded = (value: number | string | null, decimals: number): string => (typeof value === "string" ? value : figure(value, decimals));

/** Return the short head of a column: 3 for `round 3`. */
const headOf = (name: string) => /^[a-z]+ (\d+)$/.exec(name)?.[1] ?? name;

function Grid({ panel, look, mean = false }: { panel: MatrixPanel; look: Look; mean?: boolean }) {
  const book = useBook();
  const name = (id: string, are: Look["rows_are"]) => (are === "agents" ? (book.agents.get(id)?.name ?? id) : id);
  const heads = panel.columns.map((id) => headOf(name(id, look.columns_are)));
  const means = mean ? panel.squares.map(meanOf) : [];
  const shows = means.some((value) => value !== null);
  return (
    <Cells data-grid={panel.title || panel.agent}>
      {(panel.agent || panel.title) && <caption>{panel.agent ? <Agent id={panel.agent} /> : panel.title}</caption>}
      {heads.some(Boolean) && (
        <thead class={heads.some((head) => head.length > 3) ? "turned" : ""}>
          <tr><td />{heads.map((head, place) => <th key={place} class={head.length > 3 ? "long" : ""}><span>{clip(head, 24)}</span></th>)}{shows && <th>mean</th>}</tr>
        </thead>
      )}
      <tbody>
        {panel.rows.map((row, down) => (
          <tr key={down}>
            <th>{look.rows_are === "agents" ? <Whose id={row} /> : row}</th>
            {panel.squares[down]!.map((square, across) => <td key={across}>{square && <Drawn square={square} look={look} row={name(row, look.rows_are)} column={name(panel.columns[across]!, look.columns_are)} />}</td>)}
            {shows && <td class="mean" data-mean={panel.title}>{figure(means[down]!, look.decimals)}</td>}
          </tr>
        ))}
      </tbody>
    </Cells>
  );
}

/** An agent's name; a button where a table of the page can show the agent's rows. */
function Whose({ id }: { id: string }) {
  const { chosen } = useBook();
  const { pick } = useGo();
  const { agent } = useDesk();
  return chosen.has(id) ? <button aria-pressed={agent === id} title="show this agent's rows" onClick={() => pick(id)}><Agent id={id} /></button> : <Agent id={id} />;
}

function Drawn({ square, look, row, column }: { square: Square; look: Look; row: string; column: string }) {
  const { turns } = useBook();
  const { toTurn, select } = useGo();
  const { value, mark } = square;
  const words = worded(value, look.decimals);
  const told = `${row}: ${look.of ? `${look.of} ` : ""}${words}${mark === "wrong" ? ", wrong" : ""}${column ? `, ${column}` : ""}`;
  const go = turns.has(square.turn) ? () => toTurn(square.turn) : square.batch !== null ? () => select(square.batch!, true) : undefined;
  const rest = { title: told, "aria-label": told, onClick: go, "data-value": value ?? "" };
  if (typeof value === "string") return <button class={`role ${mark}`} {...rest}>{clip(square.label || value, 24)}</button>;
  const { tone, depth } = value === null || !look.shade ? { tone: "", depth: 0 } : shaded(value, look.shade);
  return <button class={`cell ${tone}`} style={{ "--v": depth }} {...rest}>{value === null ? "–" : square.label}</button>;
}

function shaded(value: number, { low, middle, high }: Shade): { tone: string; depth: number } {
  const share = (from: number, to: number) => Math.max(0, Math.min(1, (value - from) / (to - from)));
  if (middle === null) return { tone: "", depth: share(low, high) };
  return value < middle ? { tone: "against", depth: share(middle, low) } : { tone: "for", depth: share(middle, high) };
}

function meanOf(row: (Square | null)[]): number | null {
  const known = row.flatMap((square) => (typeof square?.value === "number" ? square.value : []));
  return known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null;
}
