// Two sets of runs: the mean stance of every agent with the band of all runs, what differs, and by how much they end apart.
import { useMemo } from "preact/hooks";
import type uPlot from "uplot";
import { Wide } from "../common";
import { usePlot } from "../plot";
import { jsonText, signed } from "../text";
import { keyed, read } from "./api";
import { Bar, Copy, Trouble, useAsked } from "./frame";
import { nameOfSetting, namesOfTwo } from "./names";
import { Legend, STANCES, stanceAxes } from "./stances";

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
        <h1>{found ? namesOf(found).join(" and ") : "Two sets of runs"}</h1>
        <Trouble error={error} />
        {!found && !error && <p class="quiet">Reading both sets …</p>}
        {found && <Both found={found} asked={asked} />}
      </main>
    </>
  );
}

/** Return what to call both sets: by what differs, or as they were chosen. */
const namesOf = ({ settings, sets, ends }: Found): [string, string] => namesOfTwo(settings, Object.keys(ends).length, [sets[0].label || "the first", sets[1].label || "the second"]);

function Both({ found, asked }: { found: Found; asked: string }) {
  const settings = Object.entries(found.settings);
  const names = namesOf(found);
  return (
    <>
      <p>{found.sets.map((set, place) => <span key={place}>{place ? " and " : ""}<b>{names[place]}</b>: {set.runs} {set.runs === 1 ? "run" : "runs"}</span>)}.</p>
      <section>
        <h2>What differs in the settings</h2>
        {!settings.length && <p>Nothing that is listed here.</p>}
        {settings.length > 0 && <Wide label="Settings"><table><thead><tr><th scope="col">setting</th><th scope="col">{names[0]}</th><th scope="col">{names[1]}</th></tr></thead><tbody>{settings.map(([path, [one, other]]) => <tr key={path}><th scope="row">{nameOfSetting(path)} <small class="mono">{path}</small></th><td>{jsonText(one)}</td><td>{jsonText(other)}</td></tr>)}</tbody></table></Wide>}
      </section>
      <section>
        <h2>Stances</h2>
        <p class="quiet">Lines are means; a band reaches from the lowest to the highest of its runs.</p>
        <Legend kinds={[["solid", names[0]], ["dashed", names[1]]]} agents={Object.keys(found.ends).map((agent, place) => [agent, `var(--agent-${place % 10})`])} />
        <Plot found={found} />
        <Wide label="Means at the end"><table>
          <thead><tr><th scope="col">mean at the end</th><th scope="col">{names[0]}</th><th scope="col">{names[1]}</th><th scope="col">difference</th><th scope="col">its standard error</th></tr></thead>
          <tbody>{Object.entries(found.ends).map(([agent, end], place) => <tr key={agent} data-end={agent}><th scope="row"><span class="agent" style={{ "--c": `var(--agent-${place % 10})` }}>{agent}</span></th><td>{signed(end.first)}</td><td>{signed(end.second)}</td><td data-difference={end.difference}>{signed(end.difference)}</td><td>{end.error === null ? "one run" : end.error.toFixed(3)}</td></tr>)}</tbody>
        </table></Wide>
      </section>
      <section>
        <h2>Effects</h2>
        <p><a class="link" href={keyed(`/exhibits/of/sets${asked}`)} target="_blank" rel="noopener">Tables and figures</a>: the difference in each measure over pairs of runs, with intervals, and on a feed the posts that made it.</p>
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
    scales: STANCES,
    axes: stanceAxes({ css, font }),
    bands: drawn.map(({ place }, number) => ({ series: [3 * number + 1, 3 * number + 2] as [number, number], fill: `${css(`--agent-${place % 10}`)}22` })),
    series: [{}, ...drawn.flatMap(({ place, which }) => {
      const stroke = css(`--agent-${place % 10}`);
      const edge = { stroke, width: 0.5, alpha: 0.5, points: { show: false } };
      return [edge, edge, { stroke, width: 2, points: { show: false }, ...(which ? { dash: [6, 4] } : {}) }];
    })],
  }));
  return <div ref={box} class="plot" role="img" aria-label="Mean stances of both sets by turn with the bands of their runs; the last values are in the table below" />;
}
