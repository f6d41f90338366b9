// A crowd over the rounds: the darker a cell, the more of it stand there. Over it, the path of whom the reader chooses.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type uPlot from "uplot";
import { Scrubber } from "./common";
import { type Line, linesOf, nameSides, zeroLine } from "./curves";
import { nameIn } from "./part-network";
import { type Ink, usePlot } from "./plot";
import { type Book, roundsOf, useBook, useDesk, useGo } from "./store";
import { signed } from "./text";
import type { Network as NetworkPart, Strip as StripPart } from "./view";

const SHADES = [0.08, 0.25, 0.5, 0.75, 1]; // the shades of the legend
const THIN = 40; // up to so many agents each has a thin line of its own

/** The path that is drawn, with the name that the page gives it. */
interface Path {
  name: string;
  colour: string;
  values: Line["values"];
}

export function Strip({ part }: { part: StripPart }) {
  const book = useBook();
  const { batch, member } = useDesk();
  const { select } = useGo();
  const agents = useMemo(() => pathsOfAgents(book, part), [book, part]);
  const [who, setWho] = useState(part.paths.length ? "0" : (agents[0]?.[0] ?? ""));
  useEffect(() => void (pathOf(book, part, agents, member) && setWho(member)), [member]);
  const chosen = useRef(batch);
  chosen.current = batch;
  const last = part.counts.length - 1;
  const path = useMemo(() => pathOf(book, part, agents, who), [agents, part, who]);
  const thin = useMemo(() => (part.paths.length || agents.length > THIN ? [] : agents.map(([, one]) => one)), [agents, part]);
  const lines = useMemo(() => [part.counts.map((_, place) => place), ...thin.map(({ values }) => values), ...[1, 2].map(() => path?.values ?? part.counts.map(() => null))] as uPlot.AlignedData, [part, thin, path]);
  const shares = useMemo(() => sharesOf(part), [part]);
  const box = usePlot(batch, heightOf, lines, (ink) => options(book, shares, thin, path, ink, chosen, (at) => select(at, true)));
  const at = Math.min(batch, last);
  const one = part.of.replace(/s$/, "");
  return (
    <div class="curves strip" data-strip={part.name}>
      <div class="plot" ref={box} role="img" aria-label={`${part.title}, by ${roundsOf(book.view).word || "batch"}: up to ${percent(shares.most)} of ${part.of} in one cell`} />
      {last > 0 && <Scrubber last={last} />}
      <p class="controls">
        <span>Path of</span>
        {part.paths.length > 0 && <label>{one} <input type="number" min={0} max={part.paths.length - 1} value={agents.some(([id]) => id === who) ? "" : who} onInput={(event) => setWho(event.currentTarget.value)} /> <small>0 to {part.paths.length - 1}</small></label>}
        {agents.length > 0 && (
          <label>{part.paths.length ? "or agent " : "agent "}
            <select value={agents.some(([id]) => id === who) ? who : ""} onChange={(event) => setWho(event.currentTarget.value || "0")}>
              {part.paths.length > 0 && <option value="">none</option>}
              {agents.map(([id, { name }]) => <option key={id} value={id}>{name}</option>)}
            </select>
          </label>
        )}
        <span class="shades">share of {part.of}: 0 {SHADES.map((shade) => <i key={shade} class="shade" style={{ "--v": shade }} />)} {percent(shares.most)}</span>
      </p>
      <p class="values">
        <span class="at">{book.names[at]}</span>
        {path && <span class="value" style={{ "--c": path.colour }} aria-live="polite"><span class="agent">{path.name}</span> <b>{signed(path.values[at], 2)}</b> <small>from {signed(path.values[0], 2)} at the start to {signed(path.values[last], 2)}</small></span>}
      </p>
      {path && <details class="plain"><summary>The path as text</summary><p>{path.values.map((value, place) => <span key={place} class="start">{book.names[place] ?? place} <b>{signed(value, 3)}</b></span>)}</p></details>}
    </div>
  );
}

const percent = (share: number) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
const heightOf = (place: HTMLElement) => (place.clientWidth < 520 ? 250 : Math.max(260, Math.min(360, window.innerHeight * 0.38)));

/** Return the path of an agent, of a numbered member of the crowd, or of a node of its network; undefined where none is. */
function pathOf(book: Book, part: StripPart, agents: [string, Path][], who: string): Path | undefined {
  const agent = agents.find(([id]) => id === who);
  if (agent) return agent[1];
  const values = /^\d{1,6}$/.test(who) ? part.paths[Number(who)] : undefined;
  if (values) return { name: `${part.of.replace(/s$/, "")} ${Number(who)}`, colour: "var(--ink)", values };
  const network = Object.values(book.view.parts).find((one) => one.kind === "network" && one.of === part.of && one.nodes.includes(who)) as NetworkPart | undefined;
  if (!network) return undefined;
  const node = network.nodes.indexOf(who);
  return { name: nameIn(undefined, network, node), colour: "var(--ink)", values: part.counts.map((_, at) => network.stances[node]![network.batches.indexOf(at)]) };
}

/** Return the paths of the run's agents that show a stance, by id. */
function pathsOfAgents(book: Book, part: StripPart): [string, Path][] {
  return linesOf(book).filter(({ values }) => values.some((value) => typeof value === "number")).map(({ agent, values }) => [
    agent, { name: book.agents.get(agent)?.name ?? agent, colour: book.colours.get(agent)!, values: part.counts.map((_, place) => values[place]) },
  ]);
}

function sharesOf(part: StripPart): { cells: number[][]; most: number } {
  const cells = part.counts.map((row) => {
    const all = row.reduce((sum, count) => sum + count, 0);
    return row.map((count) => count / all);
  });
  return { cells, most: Math.max(...cells.map((row) => Math.max(...row))) };
}

function options(book: Book, { cells, most }: ReturnType<typeof sharesOf>, thin: Path[], path: Path | undefined, { css, font }: Ink, chosen: { current: number }, pick: (batch: number) => void): Omit<uPlot.Options, "width" | "height"> {
  const { word } = roundsOf(book.view);
  return {
    padding: [14, 16, 0, 0],
    cursor: { y: false, drag: { x: false, y: false, setScale: false }, points: { show: false } },
    scales: { x: { time: false, range: [-0.5, cells.length - 0.5] }, y: { range: [-1, 1] } },
    axes: [
      {
        stroke: css("--faint"), font, grid: { show: false }, ticks: { show: false }, size: 26, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
        label: word, labelFont: font, labelSize: 18, labelGap: 0, values: (_, shown) => shown.map((split) => (split === 0 ? "start" : Number.isInteger(split) && split < cells.length ? String(split) : "")),
      },
      { stroke: css("--faint"), font, size: 44, gap: 6, grid: { show: false }, ticks: { show: false }, splits: () => [-1, -0.5, 0, 0.5, 1], values: (_, splits) => splits.map((split) => signed(split, 1)) },
    ],
    series: [
      {},
      ...thin.map(({ colour }) => ({ stroke: css(colour), width: 1, alpha: 0.6, points: { show: false } })),
      { stroke: css("--card"), width: 6, points: { show: false } }, // a rim, which keeps the path in sight on cells of its own colour
      { stroke: css(path?.colour ?? "--ink"), width: 3, points: { show: cells.length <= 60, size: 7, fill: css(path?.colour ?? "--ink"), stroke: css("--card") } },
    ],
    hooks: {
      drawClear: [(u) => (shade(u, cells, most, css("--crowd")), zeroLine(u, css), frame(u, chosen.current, css("--ink")), nameSides(u, css, font))],
      ready: [(u) => u.over.addEventListener("click", () => u.cursor.idx != null && pick(u.cursor.idx))],
    },
  };
}

/** Draw the cells by the roots of their shares, so that small groups can be seen. */
function shade(u: uPlot, cells: number[][], most: number, colour: string) {
  const { ctx } = u;
  ctx.save();
  ctx.fillStyle = colour;
  cells.forEach((row, place) => {
    const [from, to] = [Math.round(u.valToPos(place - 0.5, "x", true)), Math.round(u.valToPos(place + 0.5, "x", true))];
    row.forEach((share, cell) => {
      const [low, high] = [cell, cell + 1].map((edge) => Math.round(u.valToPos((2 * edge) / row.length - 1, "y", true)));
      ctx.globalAlpha = Math.sqrt(share / most);
      if (share) ctx.fillRect(from, high!, to - from, low! - high!);
    });
  });
  ctx.restore();
}

/** Mark the selected batch by a frame around its column. */
function frame(u: uPlot, batch: number, colour: string) {
  const [from, to] = [u.valToPos(batch - 0.5, "x", true), u.valToPos(batch + 0.5, "x", true)];
  u.ctx.save();
  u.ctx.strokeStyle = colour;
  u.ctx.lineWidth = 1.5 * (devicePixelRatio || 1);
  u.ctx.strokeRect(from, u.bbox.top, to - from, u.bbox.height);
  u.ctx.restore();
}
