// Lines over a common x: panels side by side, with their values as text.
import { useMemo, useRef } from "preact/hooks";
import type uPlot from "uplot";
import { Agent, Wide } from "./common";
import { type Ink, usePlot } from "./plot";
import { type Book, useBook, useDesk, useGo } from "./store";
import { figure } from "./text";
import type { SeriesLine, SeriesPanel, Series as SeriesPart } from "./view";

const LEGEND = 16; // the most lines that are named under a panel

export function Series({ part }: { part: SeriesPart }) {
  const { names } = useBook();
  const at = (place: number) => (part.batches ? names[part.x[place]!] : undefined) ?? `${part.x_name} ${figure(part.x[place]!, Number.isInteger(part.x[place]) ? 0 : 2)}`.trim();
  const lines = part.panels.flatMap((panel) => panel.lines.map((line) => ({ panel, line })));
  return (
    <>
      <div class="wide weights">{part.panels.map((panel, place) => <Panel key={place} part={part} panel={panel} />)}</div>
      <details class="plain">
        <summary>The values as text</summary>
        <Wide label={`${part.title} as text`} more="tall">
          <table class="grid">
            <thead><tr><th class="text">{part.batches ? "after" : part.x_name || "x"}</th>{lines.map(({ panel, line }, place) => <th key={place}>{panel.title && <small>{panel.title} </small>}<Named line={line} /></th>)}</tr></thead>
            <tbody>{part.x.map((x, place) => <tr key={x}><td class="text">{at(place)}</td>{lines.map(({ line }, column) => <td key={column}>{figure(line.values[place]!, 4)}</td>)}</tr>)}</tbody>
          </table>
        </Wide>
      </details>
    </>
  );
}

const Named = ({ line }: { line: SeriesLine }) => (line.agent ? <><Agent id={line.agent} />{line.name && <small> {line.name}</small>}</> : <>{line.name}</>);

function Panel({ part, panel }: { part: SeriesPart; panel: SeriesPanel }) {
  const book = useBook();
  const { batch } = useDesk();
  const { select } = useGo();
  const chosen = useRef(batch);
  chosen.current = batch;
  const height = () => (part.panels.length > 1 ? 150 : 240);
  const lines = useMemo(() => aligned(part, panel), [part, panel]);
  const box = usePlot(batch, height, lines, (ink) => options(book, part, panel, ink, chosen, select));
  const values = panel.lines.flatMap((line) => line.values.filter((value) => value !== null));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const range = values.length ? `${figure(least, 2)}${least < most ? ` to ${figure(most, 2)}` : ""}` : "no value";
  return (
    <figure>
      <figcaption>{panel.title} <small>{range}</small></figcaption>
      <div ref={box} role="img" aria-label={`${panel.title || part.title}: ${panel.lines.length} lines, ${range}; values as text below`} />
      <p class="values">
        {panel.lines.slice(0, LEGEND).map((line, place) => (
          <span key={place} class="value" style={{ "--c": colourOf(book, line, place) }}>
            <span class="kind"><svg viewBox="0 0 22 4" aria-hidden="true"><line x1="0" x2="22" y1="2" y2="2" stroke-dasharray={dashOf(line, place).join(" ")} /></svg>{book.agents.get(line.agent)?.name ?? line.agent} {line.name}</span>
          </span>
        ))}
        {panel.lines.length > LEGEND && <span>and {panel.lines.length - LEGEND} more</span>}
      </p>
    </figure>
  );
}

/** Return a line's dashes, which distinguish lines that lie on one another. */
const dashOf = (line: SeriesLine, place: number): number[] => (line.dashed ? [3, 4] : place ? [8, 4 * place] : []);
const colourOf = (book: Book, line: SeriesLine, place: number): string => book.colours.get(line.agent) ?? `var(--agent-${place % 10})`;
const aligned = (part: SeriesPart, panel: SeriesPanel): uPlot.AlignedData => [part.x, ...panel.levels.map((level) => part.x.map(() => level)), ...panel.lines.map((line) => line.values)] as uPlot.AlignedData;

function options(book: Book, part: SeriesPart, panel: SeriesPanel, { css, font }: Ink, chosen: { current: number }, select: (batch: number, follow?: boolean) => void): Omit<uPlot.Options, "width" | "height"> {
  const axis = { stroke: css("--faint"), font, ticks: { show: false } };
  const [first, last] = [part.x[0]!, part.x[part.x.length - 1]!];
  return {
    cursor: { show: part.batches, y: false, drag: { x: false, y: false, setScale: false } },
    scales: { x: { time: false, range: [first, Math.max(first + 1, last)] }, y: { range: (_, low, high) => spanned(panel, low, high) } },
    axes: [
      { ...axis, size: 26, grid: { show: false }, ...(part.x.every(Number.isInteger) ? { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] } : {}) },
      { ...axis, size: 44, grid: { stroke: css("--line"), width: 1 } },
    ],
    series: [
      {},
      ...panel.levels.map(() => ({ stroke: css("--faint"), width: 1, dash: [3, 4], points: { show: false } })),
      ...panel.lines.map((line, at) => ({ stroke: css(colourOf(book, line, at)), width: 2, dash: dashOf(line, at), points: { show: part.x.length === 1 || line.values.includes(null), size: 5 } })),
    ],
    hooks: part.batches ? {
      drawClear: [(u) => {
        u.ctx.fillStyle = css("--select");
        u.ctx.fillRect(Math.round(u.valToPos(chosen.current, "x", true)) - 5 * devicePixelRatio, u.bbox.top, 10 * devicePixelRatio, u.bbox.height);
      }],
      ready: [(u) => u.over.addEventListener("click", () => u.cursor.idx != null && select(part.x[u.cursor.idx]!, true))],
    } : {},
  };
}

/** Return the range of y from the lowest to the highest value, with a margin that keeps lines at the ends visible. */
function spanned({ low, high }: SeriesPanel, least: number | null, most: number | null): [number, number] {
  const [from, to] = [low ?? least ?? 0, high ?? most ?? 1];
  const away = (to - from || 1) * 0.03;
  return [from - away, to + away];
}
