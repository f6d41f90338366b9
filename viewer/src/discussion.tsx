// A discussion under prompt policies: five metrics by agent and round as shaded cells, and the weights by round.
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { Agent, Cells, Section, Wide } from "./parts";
import { type Book, useBook, useGo } from "./store";
import { plain } from "./text";
import type { DiscussionView, SpokenView } from "./view";

/** Where the tiers mid and high begin. */
const TIERS = [0.85, 1.25];

export function Discussion() {
  const { view } = useBook();
  const found = view.discussion;
  if (!found) return null;
  const lead = `“${found.query}” Rule: ${found.rules.join(", ")}. A cell is one turn: pale 0, full 1, a dash where it is not known. A cell leads to its turn.`;
  return (
    <Section id="discussion" title="Discussion" lead={lead}>
      <Wide label="Metrics" more="metrics">
        {found.metrics.map((name) => <Metric key={name} found={found} name={name} />)}
      </Wide>
      <div class="wide weights">
        {Object.keys(found.turns[0]?.weights ?? {}).map((part) => <Weight key={part} found={found} part={part} />)}
      </div>
    </Section>
  );
}

function Metric({ found, name }: { found: DiscussionView; name: string }) {
  const { toTurn } = useGo();
  const rounds = roundsOf(found);
  return (
    <Cells data-metric={name}>
      <caption>{name}</caption>
      <thead><tr><td />{rounds.map((round) => <th key={round}>{round}</th>)}<th>mean</th></tr></thead>
      <tbody>
        {agentsOf(found).map((agent) => {
          const row = rounds.map((round) => found.turns.find((turn) => turn.agent === agent && turn.round === round));
          return (
            <tr key={agent}>
              <th><Agent id={agent} /></th>
              {row.map((turn, place) => <td key={place}>{turn && <Cell turn={turn} name={name} onClick={() => toTurn(turn.key)} />}</td>)}
              <td data-mean={name}>{plain(mean(row, name))}</td>
            </tr>
          );
        })}
      </tbody>
    </Cells>
  );
}

function Cell({ turn, name, onClick }: { turn: SpokenView; name: string; onClick: () => void }) {
  const value = turn.metrics[name] ?? null;
  const agent = useBook().agents.get(turn.agent)?.name ?? turn.agent;
  const told = `${agent}: ${name} ${plain(value)}, round ${turn.round}`;
  return (
    <button class="cell" style={{ "--v": value === null ? 0 : Math.max(0, value) }} title={told} aria-label={told} data-value={value ?? ""} onClick={onClick}>
      {value === null ? "–" : ""}
    </button>
  );
}

/** One component's weight by round, a line an agent. */
function Weight({ found, part }: { found: DiscussionView; part: string }) {
  const book = useBook();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = box.current!;
    let plot: uPlot | undefined;
    const draw = () => (plot?.destroy(), (plot = new uPlot(options(book, found, place), weightsOf(found, part), place)));
    const theme = matchMedia("(prefers-color-scheme: dark)");
    const fit = new ResizeObserver(() => plot?.setSize({ width: place.clientWidth, height: 150 }));
    draw();
    fit.observe(place);
    theme.addEventListener("change", draw);
    return () => (fit.disconnect(), theme.removeEventListener("change", draw), plot?.destroy());
  }, [book]);
  const [first, last] = [Math.min(...weights(found, part)), Math.max(...weights(found, part))];
  return (
    <figure>
      <figcaption>w<sub>{part}</sub> by round <small>{plain(first)}{first < last ? ` to ${plain(last)}` : ""}; dashed: mid and high begin</small></figcaption>
      <div ref={box} role="img" aria-label={`Weight of ${part} by round, between ${plain(first)} and ${plain(last)}`} />
    </figure>
  );
}

const roundsOf = (found: DiscussionView) => [...new Set(found.turns.map((turn) => turn.round))];
const agentsOf = (found: DiscussionView) => [...new Set(found.turns.map((turn) => turn.agent))];
const weights = (found: DiscussionView, part: string) => found.turns.map((turn) => turn.weights[part]!);

function mean(row: (SpokenView | undefined)[], name: string): number | null {
  const known = row.flatMap((turn) => turn?.metrics[name] ?? []);
  return known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null;
}

function weightsOf(found: DiscussionView, part: string): uPlot.AlignedData {
  const rounds = roundsOf(found);
  const of = (agent: string) => rounds.map((round) => found.turns.find((turn) => turn.agent === agent && turn.round === round)?.weights[part] ?? null);
  return [rounds, ...TIERS.map((tier) => rounds.map(() => tier)), ...agentsOf(found).map(of)];
}

function options(book: Book, found: DiscussionView, place: HTMLElement): uPlot.Options {
  const styles = getComputedStyle(document.documentElement);
  const css = (name: string) => styles.getPropertyValue(name.replace(/^var\((.*)\)$/, "$1")).trim();
  const axis = { stroke: css("--faint"), font: `12px ${css("--sans")}`, ticks: { show: false } };
  const last = Math.max(2, ...found.turns.map((turn) => turn.round));
  return {
    width: place.clientWidth || 320,
    height: 150,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: [1, last] }, y: { range: [-0.05, 2.05] } },
    axes: [
      { ...axis, size: 26, grid: { show: false }, incrs: [1, 2, 5, 10, 20, 50] },
      { ...axis, size: 34, grid: { stroke: css("--line"), width: 1 }, splits: () => [0, 0.5, 1, 1.5, 2] },
    ],
    series: [
      {},
      ...TIERS.map(() => ({ stroke: css("--faint"), width: 1, dash: [3, 4], points: { show: false } })),
      ...agentsOf(found).map((agent, shift) => ({ stroke: css(book.colours.get(agent)!), width: 2, dash: shift ? [8, 4 * shift] : [], points: { show: false } })),
    ],
  };
}
