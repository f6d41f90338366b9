// Small pictures of runs, drawn when they come into sight: stances, or what the page of another system draws first.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { signed } from "../text";
import type { Marks, Matrix, Series, Square } from "../view";
import { read } from "./api";

type Curve = (number | null)[];

export interface Pictured {
  curves: Record<string, Curve>;
  agents: number;
  cost: number | null;
  /** Why the run cannot be read; empty for one that can. */
  problem: string;
  /** What happened, of a run without stances. */
  story: string;
  picture: Series | Matrix | Marks | null;
  /** Speaker and words of each turn, where there is nothing else to draw. */
  turns: [string, number][];
}

const known = new Map<string, Promise<Pictured>>();

/** Ask once for each state of a run. */
function sparkOf(run: string, state: string): Promise<Pictured> {
  const key = `${run} ${state}`;
  if (!known.has(key)) {
    if (known.size > 2000) known.clear();
    known.set(key, read<Pictured>(`/api/runs/${run}/spark`).catch((error: Error) => ({ curves: {}, agents: 0, cost: null, problem: error.message, story: "", picture: null, turns: [] })));
  }
  return known.get(key)!;
}

export function Spark({ run, state, height = 34, told: tell }: { run: string; state: string; height?: number; told?(spark: Pictured): void }) {
  const box = useRef<HTMLSpanElement>(null);
  const [found, setFound] = useState<Pictured | null>(null);
  useEffect(() => {
    let wanted = true;
    const look = new IntersectionObserver((seen) => {
      if (!seen.some((one) => one.isIntersecting)) return;
      look.disconnect();
      void sparkOf(run, state).then((spark) => wanted && (setFound(spark), tell?.(spark)));
    });
    look.observe(box.current!);
    return () => ((wanted = false), look.disconnect());
  }, [run, state]);
  const [told, drawing] = found ? drawingOf(found) : ["", null];
  return (
    <span ref={box} class="mini" role="img" aria-label={found ? told || "nothing to draw yet" : "a small picture"} title={told}>
      <svg viewBox="0 0 100 40" preserveAspectRatio="none" height={height} aria-hidden="true">{drawing}</svg>
    </span>
  );
}

/** Return a small picture, and the same in words. */
function drawingOf({ curves, picture, turns }: Pictured): [string, ComponentChildren] {
  const stances = Object.entries(curves).filter(([, curve]) => curve.some((stance) => stance !== null));
  if (stances.length) return [`stances, against below and for above: ${endsOf(stances)}`, <><Zero />{stances.map(([agent, curve], place) => <Line key={agent} curve={curve} place={place} />)}</>];
  if (picture?.kind === "series") {
    const [panel] = picture.panels;
    const values = panel!.lines.flatMap((line) => line.values.filter((value) => value !== null));
    const low = panel!.low ?? Math.min(...values), high = panel!.high ?? Math.max(...values);
    const fit = (value: number | null) => (value === null ? null : (2 * (value - low)) / (high - low || 1) - 1);
    return [`${picture.title}: ${endsOf(panel!.lines.map((line) => [line.agent || line.name, line.values]))}`, <><Zero />{panel!.lines.map((line, place) => <Line key={place} curve={line.values.map(fit)} place={place} />)}</>];
  }
  if (picture?.kind === "matrix") return [picture.title, picture.panels.map((panel, place) => <Squares key={place} from={(100 * place) / picture.panels.length} width={100 / picture.panels.length - (picture.panels.length > 1 ? 4 : 0)} rows={panel.squares.map((row) => row.map((square) => shadeOf(square, picture)))} />)];
  if (picture?.kind === "marks") {
    const columns = Object.values(picture.turns);
    return [`${picture.title}: ${picture.names.join(", ")}, by turn`, <Squares from={0} width={100} rows={picture.names.map((_, name) => columns.map((values) => shadeOf({ value: values[name] ?? null }, picture)))} />];
  }
  const speakers = [...new Set(turns.map(([speaker]) => speaker))];
  const most = Math.max(1, ...turns.map(([, words]) => words));
  return [speakers.length ? `who spoke when: ${speakers.join(", ")}` : "", turns.map(([speaker, words], place) => {
    const row = speakers.indexOf(speaker), height = 40 / speakers.length;
    return <rect key={place} x={(100 * place) / turns.length} width={80 / turns.length} y={row * height + height * 0.15} height={height * 0.7} style={{ fill: `var(--agent-${row % 10})`, opacity: 0.3 + (0.7 * words) / most }} />;
  })];
}

const Zero = () => <line class="zero" x1="0" x2="100" y1="20" y2="20" />;

const Line = ({ curve, place }: { curve: Curve; place: number }) => <path d={pathOf(curve)} style={{ stroke: `var(--agent-${place % 10})` }} />;

/** The colour of a square and how full it is; nothing where its value is not known. */
type Shaded = [string, number] | null;

function Squares({ from, width, rows }: { from: number; width: number; rows: Shaded[][] }) {
  const height = 40 / Math.max(1, rows.length);
  return <>{rows.flatMap((row, at) => row.map((shaded, place) => shaded && <rect key={`${at} ${place}`} x={from + (width * place) / row.length} width={(width / row.length) * 0.9} y={at * height} height={height * 0.85} style={{ fill: shaded[0], opacity: shaded[1] }} />))}</>;
}

function shadeOf(square: Pick<Square, "value"> & Partial<Square> | null, { shade }: Pick<Matrix | Marks, "shade">): Shaded {
  if (!square || square.value === null) return null;
  if (square.mark) return [`var(--${square.mark === "right" ? "for" : "against"})`, 0.8];
  if (typeof square.value !== "number" || !shade) return ["var(--faint)", 0.6];
  const share = (square.value - shade.low) / (shade.high - shade.low);
  return ["var(--agent-1)", 0.12 + 0.88 * Math.min(1, Math.max(0, share))];
}

const endsOf = (curves: [string, Curve][]): string => curves.slice(0, 8).map(([agent, curve]) => `${agent} ${signed(curve[0], 2)} to ${signed(curve[curve.length - 1], 2)}`).join(", ");

function pathOf(curve: Curve): string {
  let pen = "M";
  return curve.map((stance, place) => {
    if (stance === null) return ((pen = "M"), "");
    const point = `${pen}${((100 * place) / Math.max(1, curve.length - 1)).toFixed(2)},${(20 - 19 * stance).toFixed(2)}`;
    pen = "L";
    return point;
  }).join("");
}
