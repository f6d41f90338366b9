// Who hears whom: nodes in fixed places, coloured by where each stands after the selected batch. A node that is chosen
// has its path in the strip of the same crowd. One stop of Tab: arrows move between nodes, Enter chooses.
import { useMemo, useState } from "preact/hooks";
import { Scrubber } from "./common";
import { useBook, useDesk, useGo } from "./store";
import { counted, signed } from "./text";
import type { Network as NetworkPart } from "./view";

const [WIDE, HIGH, RIM] = [700, 500, 12];
const NEAR = 30; // how far from a node a pointer may be
const TONES = [-1, -0.5, 0, 0.5, 1]; // the colours of the legend
const STEPS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function Network({ part }: { part: NetworkPart }) {
  const book = useBook();
  const { batch, member } = useDesk();
  const { follow } = useGo();
  const [at, setAt] = useState<number | null>(null);
  const spots = useMemo(() => part.places.map(([x, y]) => [RIM + ((x + 1) / 2) * (WIDE - 2 * RIM), RIM + ((1 - y) / 2) * (HIGH - 2 * RIM)] as const), [part]);
  const lines = useMemo(() => part.links.map(([one, other]) => `M${place(spots[one]!)}L${place(spots[other]!)}`).join(""), [part, spots]);
  const heard = useMemo(() => part.nodes.map((_, node) => part.links.filter((link) => link.includes(node)).length), [part]);
  const now = part.batches.findLastIndex((one) => one <= batch);
  const nameOf = (node: number) => nameIn(book.agents.get(part.nodes[node]!)?.name, part, node);
  const tell = (node: number) => `${nameOf(node)}: ${signed(part.stances[node]![now], 2)}, ${counted(heard[node]!, "line")}`;
  const chosen = part.nodes.indexOf(member);
  const shown = at ?? (chosen >= 0 ? chosen : null);
  const nodes = useMemo(() => spots.map(([x, y], node) => (
    <circle key={node} id={`node-${node}`} cx={x} cy={y} role="option" aria-selected={node === chosen} aria-label={tell(node)} class={toneOf(part.stances[node]![now]!)} style={depthOf(part.stances[node]![now]!)} />
  )), [part, spots, now, chosen]);
  const nearest = (event: MouseEvent) => {
    const box = (event.currentTarget as SVGSVGElement).getScreenCTM()!;
    const far = spots.map(([x, y]) => Math.hypot(x * box.a + box.e - event.clientX, y * box.d + box.f - event.clientY));
    const best = far.indexOf(Math.min(...far));
    return far[best]! < NEAR ? best : null;
  };
  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey || !(step || ((event.key === "Enter" || event.key === " ") && shown !== null))) return;
    event.preventDefault();
    event.stopPropagation(); // arrows move through the run elsewhere
    if (step) setAt(shown === null ? 0 : beside(spots, shown, step));
    else follow(part.nodes[shown!]!);
  };
  return (
    <div class="curves network">
      <svg
        viewBox={`0 0 ${WIDE} ${HIGH}`} tabIndex={0} role="listbox" aria-label={`${part.title}: ${counted(part.nodes.length, "node")} by stance; arrows move, Enter shows a path`} aria-activedescendant={shown === null ? undefined : `node-${shown}`}
        onMouseMove={(event) => setAt(nearest(event))} onMouseLeave={() => setAt(null)} onBlur={() => setAt(null)} onKeyDown={onKey}
        onClick={(event) => { const node = nearest(event); if (node !== null) follow(part.nodes[node]!); }}
      >
        <path d={lines} style={{ "--thin": Math.max(0.05, Math.min(0.5, 300 / part.links.length)) }} />
        {nodes}
        {[chosen, shown ?? -1].map((node) => node >= 0 && <circle key={node} class="ring" cx={spots[node]![0]} cy={spots[node]![1]} />)}
      </svg>
      {book.last > 0 && <Scrubber last={book.last} />}
      <p class="values">
        <span class="at">{book.names[batch]}</span>
        <span class="value" aria-live="polite">{shown === null ? <small>Point at a node, or choose one: its path is drawn above.</small> : tell(shown)}</span>
        <span class="shades">against −1 {TONES.map((tone) => <i key={tone} class={`shade ${toneOf(tone)}`} style={depthOf(tone)} />)} +1 for</span>
      </p>
      <details class="plain"><summary>Where each stands, as text</summary><p>{part.nodes.map((_, node) => <span key={node} class="start">{nameOf(node)} <b>{signed(part.stances[node]![now], 2)}</b></span>)}</p></details>
    </div>
  );
}

const place = ([x, y]: readonly [number, number]) => `${x.toFixed(1)},${y.toFixed(1)}`;
const toneOf = (stance: number | null) => (stance === null ? "unknown" : stance < 0 ? "down" : "up");
const depthOf = (stance: number | null) => ({ "--v": Math.abs(stance ?? 0) });

/** Return the name of a node: an agent's own, or what it is with its number. */
export const nameIn = (agent: string | undefined, part: { of: string; nodes: string[] }, node: number) => agent ?? (/^\d+$/.test(part.nodes[node]!) ? `${part.of.replace(/s$/, "")} ${part.nodes[node]}` : part.nodes[node]!);

/** Return the nearest node in a direction; the same one where none is there. */
function beside(spots: (readonly [number, number])[], from: number, [dx, dy]: [number, number]): number {
  const [fromX, fromY] = spots[from]!;
  const far = spots.map(([x, y]) => {
    const [along, across] = [(x - fromX) * dx + (y - fromY) * dy, Math.abs((x - fromX) * dy) + Math.abs((y - fromY) * dx)];
    return along > 0 && across <= along ? along + across : Infinity;
  });
  const best = Math.min(...far);
  return best < Infinity ? far.indexOf(best) : from;
}
