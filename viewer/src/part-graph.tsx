// A graph: nodes on a circle, edges between them, and both listed as text.
import { Agent, Wide } from "./common";
import { type Book, useBook } from "./store";
import { clip, figure } from "./text";
import type { GraphNode, Graph as GraphPart } from "./view";

const [WIDE, HIGH, ROUND] = [760, 460, 160];
const LABELS = 60; // with more nodes, names would overlap

export function Graph({ part }: { part: GraphPart }) {
  const book = useBook();
  const nodes = new Map(part.nodes.map((node, place) => [node.id, { node, ...placed(place, part.nodes.length) }]));
  const heaviest = Math.max(...part.nodes.map((node) => node.weight)) || 1;
  const strongest = Math.max(0, ...part.edges.map((edge) => Math.abs(edge.weight))) || 1;
  const radius = (node: GraphNode) => 3 + 9 * Math.sqrt(node.weight / heaviest);
  const name = (id: string) => nameOf(book, nodes.get(id)!.node);
  return (
    <>
      <Wide label={part.title} more="graph">
        <svg viewBox={`0 0 ${WIDE} ${HIGH}`} role="img" aria-label={`${part.title}: ${part.nodes.length} nodes, ${part.edges.length} edges; listed as text below`}>
          {part.edges.map((edge, place) => {
            const [from, to] = [nodes.get(edge.source)!, nodes.get(edge.target)!];
            return <Edge key={place} from={from} to={to} gap={radius(to.node)} width={0.6 + (3.4 * Math.abs(edge.weight)) / strongest} tone={edge.weight < 0 ? "against" : ""} directed={part.directed} told={`${name(edge.source)} ${part.directed ? "→" : "–"} ${name(edge.target)}: ${edge.name} ${figure(edge.weight, part.decimals)}`} />;
          })}
          {[...nodes.values()].map(({ node, x, y, side }) => (
            <g key={node.id} style={{ "--c": book.colours.get(node.agent) ?? "var(--agent-1)" }}>
              <circle cx={x} cy={y} r={radius(node)}><title>{`${nameOf(book, node)}: ${figure(node.weight, part.decimals)}`}</title></circle>
              {nodes.size <= LABELS && <text x={x + side * (radius(node) + 6)} y={y + 4} text-anchor={side > 0 ? "start" : side < 0 ? "end" : "middle"}>{clip(nameOf(book, node), 18)}</text>}
            </g>
          ))}
        </svg>
      </Wide>
      <details class="plain">
        <summary>Nodes and edges as text</summary>
        <p>{part.nodes.map((node) => <span key={node.id} class="start">{node.agent ? <Agent id={node.agent} /> : nameOf(book, node)} {figure(node.weight, part.decimals)}</span>)}</p>
        {part.edges.slice(0, 2000).map((edge, place) => <p key={place}>{name(edge.source)} {part.directed ? "→" : "–"} {name(edge.target)} {edge.name && <>{edge.name} </>}<b>{figure(edge.weight, part.decimals)}</b></p>)}
      </details>
    </>
  );
}

const nameOf = (book: Book, node: GraphNode): string => node.name || book.agents.get(node.agent)?.name || node.id;

function placed(place: number, all: number): { x: number; y: number; side: number } {
  const angle = (2 * Math.PI * place) / all - Math.PI / 2;
  const [x, y] = [WIDE / 2 + 1.25 * ROUND * Math.cos(angle), HIGH / 2 + 1.2 * ROUND * Math.sin(angle)];
  return { x, y, side: Math.cos(angle) >= 0 ? 1 : -1 };
}

interface EdgeProps {
  from: { x: number; y: number };
  to: { x: number; y: number };
  gap: number;
  width: number;
  tone: string;
  directed: boolean;
  told: string;
}

/** An edge; a directed one is bent, so that opposite edges differ, and its arrow ends before the node. */
function Edge({ from, to, gap, width, tone, directed, told }: EdgeProps) {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / far, (to.y - from.y) / far];
  const bend = directed ? 0.12 * far : 0;
  const [mx, my] = [(from.x + to.x) / 2 - dy * bend, (from.y + to.y) / 2 + dx * bend];
  const reach = Math.hypot(to.x - mx, to.y - my) || 1;
  const [ux, uy] = [(to.x - mx) / reach, (to.y - my) / reach];
  const [x, y] = directed ? [to.x - ux * (gap + 7), to.y - uy * (gap + 7)] : [to.x, to.y];
  const size = 3 + width;
  return (
    <g class={`edge ${tone}`}>
      <path d={`M${from.x.toFixed(1)},${from.y.toFixed(1)} Q${mx.toFixed(1)},${my.toFixed(1)} ${x.toFixed(1)},${y.toFixed(1)}`} stroke-width={width.toFixed(2)}><title>{told}</title></path>
      {directed && <polygon points={[[x + ux * 7, y + uy * 7], [x - uy * size, y + ux * size], [x + uy * size, y - ux * size]].map((point) => point.map((at) => at.toFixed(1)).join(",")).join(" ")} />}
    </g>
  );
}
