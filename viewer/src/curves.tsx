// Stance by round: one line for each agent and kind of stance; lines never mix kinds.
import { useMemo, useRef, useState } from "preact/hooks";
import type uPlot from "uplot";
import { Agent, Scrubber } from "./common";
import { type Ink, usePlot } from "./plot";
import { type Book, kindsOf, roundsOf, useBook, useDesk, useGo } from "./store";
import { signed, visible } from "./text";

const DASH: Record<string, number[]> = { maintained: [], self_report: [7, 4], judged: [2, 4] };
export const KIND: Record<string, string> = { maintained: "maintained", self_report: "self-report", judged: "judged" };

const LISTED = 16; // the most agents whose values are written below the curves

export interface Line {
  agent: string;
  kind: string;
  values: (number | null | undefined)[];
}

/** Return the lines: a batch without a point is undefined and bridged; a stance that is not exposed is null, a gap. */
export function linesOf(book: Book): Line[] {
  return book.view.agents.flatMap((agent) =>
    kindsOf(book.view, agent.id).map((kind) => {
      const values: Line["values"] = new Array(book.last + 1).fill(undefined);
      for (const point of book.view.curves[agent.id] ?? []) if (point.kind === kind) values[point.batch] = point.stance;
      return { agent: agent.id, kind, values };
    }),
  );
}

export function Curves() {
  const book = useBook();
  const { batch } = useDesk();
  const { select } = useGo();
  const lines = useMemo(() => linesOf(book), [book]);
  const chosen = useRef(batch);
  const [hover, setHover] = useState<number | null>(null);
  chosen.current = batch;
  const drawn = useMemo(() => aligned(book, lines), [book, lines]);
  const box = usePlot(batch, heightOf, drawn, (ink) => options(book, lines, ink, chosen, setHover, (at) => select(at, true)));

  return (
    <div class="curves">
      <div class="plot" ref={box} role="img" aria-label="Stance of every agent by round; the same values are in the table of stances below" />
      {book.last > 0 && <Scrubber last={book.last} />}
      <Values lines={lines} at={hover ?? batch} hovering={hover !== null} />
    </div>
  );
}

function Values({ lines, at, hovering }: { lines: Line[]; at: number; hovering: boolean }) {
  const book = useBook();
  const several = lines.some((line) => line.kind !== "maintained");
  return (
    <p class={`values ${hovering ? "hovering" : ""}`} aria-live="off">
      <span class="at">{book.names[at]}</span>
      {(book.view.agents.length > LISTED ? [] : book.view.agents).map(({ id }) => (
        <span key={id} class="value" style={{ "--c": book.colours.get(id) }}>
          <Agent id={id} />
          {lines.filter((line) => line.agent === id).map((line) => (
            <span key={line.kind} class={`kind ${line.kind}`}>
              {several && <svg viewBox="0 0 22 4" aria-hidden="true"><line x1="0" x2="22" y1="2" y2="2" stroke-dasharray={(DASH[line.kind] ?? [4, 2, 1, 2]).join(" ")} /></svg>}
              {several && <small>{KIND[line.kind] ?? line.kind}</small>}
              <b>{signed(line.values[at])}</b>
            </span>
          ))}
        </span>
      ))}
    </p>
  );
}

function aligned(book: Book, lines: Line[]): uPlot.AlignedData {
  return [book.view.batches.map((_, place) => place), ...lines.map((line) => line.values)] as uPlot.AlignedData;
}

function heightOf(place: HTMLElement): number {
  return place.clientWidth < 520 ? 230 : Math.max(240, Math.min(340, window.innerHeight * 0.36));
}

function options(
  book: Book, lines: Line[], { css, font }: Ink, chosen: { current: number },
  onHover: (at: number | null) => void, onPick: (at: number) => void,
): Omit<uPlot.Options, "width" | "height"> {
  const { word, ends: over } = roundsOf(book.view);
  const rounds = new Map([...over].map(([round, batch]) => [batch, round]));
  const digits = String(Math.max(0, ...over.keys())).length;
  const splits = (u: uPlot) => {
    const most = Math.min(16, u.bbox.width / (devicePixelRatio || 1) / (10 + 8 * digits));
    const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => over.size / step <= most) ?? 5000;
    return [...over].filter(([round]) => round % every === 0).map(([, batch]) => batch);
  };
  const labelled = book.view.agents.length <= 8;
  const widest = labelled ? Math.min(90, 14 + 7.5 * Math.max(...book.view.agents.map((agent) => agent.name.length))) : 16;
  return {
    padding: [14, widest, 0, 0],
    cursor: { y: false, drag: { x: false, y: false, setScale: false }, points: { size: 7 } },
    scales: { x: { time: false, range: [0, Math.max(1, book.last)] }, y: { range: [-1.04, 1.04] } },
    axes: [
      {
        stroke: css("--faint"), font, grid: { show: false }, ticks: { stroke: css("--line"), size: 4 }, size: 26,
        label: word, labelFont: font, labelSize: 18, labelGap: 0,
        splits, values: (_, shown) => shown.map((split) => String(rounds.get(split) ?? "")),
      },
      {
        stroke: css("--faint"), font, size: 44, gap: 6, grid: { stroke: css("--line"), width: 1 }, ticks: { show: false },
        splits: () => [-1, -0.5, 0, 0.5, 1], values: (_, splits) => splits.map((split) => signed(split, 1)),
      },
    ],
    series: [
      {},
      ...lines.map((line) => ({
        label: line.agent,
        stroke: css(book.colours.get(line.agent)!),
        alpha: line.kind === "maintained" ? 1 : 0.7,
        width: line.kind === "maintained" ? 2 : 1.5,
        dash: DASH[line.kind] ?? [4, 2, 1, 2],
        points: { show: book.last <= 60, size: line.kind === "maintained" ? 5 : 4, fill: line.kind === "maintained" ? css(book.colours.get(line.agent)!) : css("--card") },
      })),
    ],
    hooks: {
      drawClear: [(u) => backdrop(u, css, font, chosen.current)],
      drawAxes: [(u) => zeroLine(u, css)],
      draw: [(u) => labelled && ends(u, book, lines, css, font)],
      setCursor: [(u) => onHover(u.cursor.idx ?? null)],
      ready: [
        (u) => u.over.addEventListener("click", () => u.cursor.idx != null && onPick(u.cursor.idx)),
        (u) => u.over.addEventListener("mouseleave", () => onHover(null)),
      ],
    },
  };
}

/** Draw the words for and against, and mark the selected batch, behind the curves. */
function backdrop(u: uPlot, css: (name: string) => string, font: string, chosen: number) {
  const { ctx } = u;
  const { top, height } = u.bbox;
  const dpr = devicePixelRatio || 1;
  const x = Math.round(u.valToPos(chosen, "x", true));
  ctx.save();
  ctx.fillStyle = css("--select");
  ctx.fillRect(x - 5 * dpr, top, 10 * dpr, height);
  ctx.restore();
  nameSides(u, css, font);
}

/** Write the words for and against at the ends of the scale. */
export function nameSides(u: uPlot, css: (name: string) => string, font: string) {
  const { ctx } = u;
  const { left, top, height } = u.bbox;
  const dpr = devicePixelRatio || 1;
  ctx.save();
  ctx.font = font.replace("12px", `italic ${12 * dpr}px`);
  ctx.textAlign = "left";
  ctx.textBaseline = "top";
  ctx.fillStyle = css("--for");
  ctx.fillText("for", left + 8 * dpr, top + 6 * dpr);
  ctx.textBaseline = "bottom";
  ctx.fillStyle = css("--against");
  ctx.fillText("against", left + 8 * dpr, top + height - 6 * dpr);
  ctx.restore();
}

/** Draw the line between for and against. */
export function zeroLine(u: uPlot, css: (name: string) => string) {
  u.ctx.save();
  u.ctx.fillStyle = css("--faint");
  u.ctx.fillRect(u.bbox.left, Math.round(u.valToPos(0, "y", true)), u.bbox.width, devicePixelRatio || 1);
  u.ctx.restore();
}

/** Write each agent's name at the end of its first line; names that would overlap are moved down. */
function ends(u: uPlot, book: Book, lines: Line[], css: (name: string) => string, font: string) {
  const dpr = devicePixelRatio || 1;
  const labels = book.view.agents.flatMap((agent) => {
    const line = lines.find((one) => one.agent === agent.id);
    const value = line?.values.findLast((one) => typeof one === "number");
    return typeof value === "number" ? [{ agent, y: u.valToPos(value, "y", true) }] : [];
  });
  labels.sort((a, b) => a.y - b.y);
  for (let place = 1; place < labels.length; place++) labels[place]!.y = Math.max(labels[place]!.y, labels[place - 1]!.y + 15 * dpr);
  u.ctx.save();
  u.ctx.font = font.replace("12px", `600 ${12 * dpr}px`);
  u.ctx.textBaseline = "middle";
  u.ctx.textAlign = "left";
  for (const { agent, y } of labels) {
    u.ctx.fillStyle = css(book.colours.get(agent.id)!);
    u.ctx.fillText(visible(agent.name).slice(0, 12), u.bbox.left + u.bbox.width + 9 * dpr, y);
  }
  u.ctx.restore();
}
