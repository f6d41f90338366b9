// Two sets of runs: the mean stance of every agent with the band of all runs, what differs, and by how much they end apart.
import { useMemo } from "preact/hooks";
import type uPlot from "uplot";
import { BATCHES, usePlot } from "../plot";
import { jsonText, signed } from "../text";
import { read } from "./api";
import { Bar, Copy, Trouble, useAsked } from "./frame";

interface Band {
  mean: (number | null)[];
  low: (number | null)[];
  high: (number | null)[];
}

interface SetOfRuns {
  label: string;
  runs: number;
  bands: Record<string, Band>;
}

interface Found {
  settings: Record<string, [unknown, unknown]>;
  sets: [SetOfRuns, SetOfRuns];
  command: string;
  ends: Record<string, { first: number; second: number; difference: number; error: number | null }>;
}

export function Sets({ asked }: { asked: string }) {
  const [found, error] = useAsked(() => read<Found>(`/api/sets${asked}`), asked);
  return (
    <>
      <Bar />
      <main class="compare" id="sets">
        <h1>Two sets of runs</h1>
        <Trouble error={error} />
        {!found && !error && <p class="quiet">Reading both sets …</p>}
        {found && <Both found={found} />}
      </main>
    </>
  );
}

function Both({ found }: { found: Found }) {
  const settings = Object.entries(found.settings);
  return (
    <>
      <p>{found.sets.map((set, place) => <span key={place}>{place ? " and " : ""}<b>{place ? "second" : "first"}</b>: {set.label || "the same settings"}, {set.runs} {set.runs === 1 ? "run" : "runs"}</span>)}.</p>
      <section>
        <h2>What differs in the settings</h2>
        {!settings.length && <p>Nothing that is listed here.</p>}
        {settings.length > 0 && <div class="wide"><table><thead><tr><th scope="col">setting</th><th scope="col">first</th><th scope="col">second</th></tr></thead><tbody>{settings.map(([path, [one, other]]) => <tr key={path}><th scope="row" class="mono">{path}</th><td>{jsonText(one)}</td><td>{jsonText(other)}</td></tr>)}</tbody></table></div>}
      </section>
      <section>
        <h2>Stances</h2>
        <p class="quiet">Means of the first set are drawn through, of the second dashed; a band reaches from the lowest to the highest of its runs.</p>
        <Plot found={found} />
        <div class="wide"><table>
          <thead><tr><th scope="col">mean at the end</th><th scope="col">first</th><th scope="col">second</th><th scope="col">difference</th><th scope="col">its standard error</th></tr></thead>
          <tbody>{Object.entries(found.ends).map(([agent, end], place) => <tr key={agent} data-end={agent}><th scope="row"><span class="agent" style={{ "--c": `var(--agent-${place % 10})` }}>{agent}</span></th><td>{signed(end.first)}</td><td>{signed(end.second)}</td><td data-difference={end.difference}>{signed(end.difference)}</td><td>{end.error === null ? "one run" : end.error.toFixed(3)}</td></tr>)}</tbody>
        </table></div>
      </section>
      {found.command && <Copy what="command" text={found.command} />}
    </>
  );
}

function Plot({ found }: { found: Found }) {
  const agents = [...new Set(found.sets.flatMap((set) => Object.keys(set.bands)))];
  const drawn = agents.flatMap((agent, place) => found.sets.flatMap((set, which) => (set.bands[agent] ? [{ band: set.bands[agent], place, which }] : [])));
  const length = Math.max(1, ...drawn.map(({ band }) => band.mean.length));
  const lines = useMemo(() => {
    const filled = (curve: (number | null)[]) => Array.from({ length }, (_, batch) => curve[batch] ?? null);
    return [Array.from({ length }, (_, batch) => batch), ...drawn.flatMap(({ band }) => [filled(band.high), filled(band.low), filled(band.mean)])] as uPlot.AlignedData;
  }, [found]);
  const box = usePlot(0, () => 320, lines, ({ css, font }) => ({
    cursor: { show: false },
    scales: { x: { time: false }, y: { range: [-1.04, 1.04] } },
    axes: [{ stroke: css("--faint"), font, grid: { show: false }, incrs: BATCHES }, { stroke: css("--faint"), font, size: 44, grid: { stroke: css("--line"), width: 1 } }],
    bands: drawn.map(({ place }, number) => ({ series: [3 * number + 1, 3 * number + 2] as [number, number], fill: `${css(`--agent-${place % 10}`)}22` })),
    series: [{}, ...drawn.flatMap(({ place, which }) => {
      const stroke = css(`--agent-${place % 10}`);
      const edge = { stroke, width: 0.5, alpha: 0.5, points: { show: false } };
      return [edge, edge, { stroke, width: 2, points: { show: false }, ...(which ? { dash: [6, 4] } : {}) }];
    })],
  }));
  return <div ref={box} class="plot" role="img" aria-label="Mean stances of both sets by turn with the bands of their runs; the last values are in the table below" />;
}
