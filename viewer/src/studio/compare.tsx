// Two runs beside each other: only what differs, where they parted, and both sets of curves in one picture.
import { useMemo } from "preact/hooks";
import type uPlot from "uplot";
import { Words } from "../common";
import { usePlot } from "../plot";
import { jsonText, signed } from "../text";
import { type Comparison, read } from "./api";
import { Bar, Copy, To, Trouble, useAsked } from "./frame";

const MOST = 12;

export function Compare({ first, second }: { first: string; second: string }) {
  const [found, error] = useAsked(() => read<Comparison>(`/api/compare/${first}/${second}`), `${first}/${second}`);
  return (
    <>
      <Bar><span class="grow" /><To address={`/run/${first}`}>first run</To><To address={`/run/${second}`}>second run</To></Bar>
      <main class="compare" id="compare">
        <h1>Two runs</h1>
        <Trouble error={error} />
        {!found && !error && <p class="quiet">Folding both runs …</p>}
        {found && <><Settings found={found} /><Parted found={found} /><Curves found={found} /><Copy what="command" text={found.command} /></>}
      </main>
    </>
  );
}

function Settings({ found }: { found: Comparison }) {
  return (
    <section>
      <h2>What differs in the settings</h2>
      {!found.settings.length && <p>Nothing that is listed here.</p>}
      {found.settings.length > 0 && (
        <div class="wide"><table>
          <thead><tr><th scope="col">setting</th><th scope="col">first</th><th scope="col">second</th></tr></thead>
          <tbody>{found.settings.map((one) => <tr key={one.path}><th scope="row" class="mono">{one.path}</th><td>{jsonText(one.first)}</td><td>{jsonText(one.second)}</td></tr>)}</tbody>
        </table></div>
      )}
      {found.more.length > 0 && <p class="quiet">These differ as well: {found.more.join(", ")}.</p>}
    </section>
  );
}

function Parted({ found }: { found: Comparison }) {
  const { parting } = found;
  if (!parting) return <section><h2>Where they parted</h2><p>Nowhere: every turn of both has the same words.</p></section>;
  return (
    <section>
      <h2>Where they parted</h2>
      <p>{parting.batch === 0 ? "Before the first turn" : <>At <b class="mono">{parting.step}</b>{parting.note && `, ${parting.note}`}</>}{found.shared > 1 && `, after ${found.shared - 1} turns that are the same`}.</p>
      <div class="pair">
        {[parting.first, parting.second].map((text, place) => <blockquote key={place}><small>{place ? "second" : "first"} run</small><p>{text ? <Words text={text} /> : <span class="quiet">nothing was said</span>}</p></blockquote>)}
      </div>
      <div class="wide"><table>
        <thead><tr><th scope="col">after that turn</th><th scope="col">first S</th><th scope="col">second S</th><th scope="col">first L</th><th scope="col">second L</th></tr></thead>
        <tbody>{Object.entries(parting.moved).slice(0, MOST).map(([agent, [one, other]]) => <tr key={agent}><th scope="row">{agent}</th><td>{signed(one)}</td><td>{signed(other)}</td><td>{signed(parting.log_odds[agent]?.[0])}</td><td>{signed(parting.log_odds[agent]?.[1])}</td></tr>)}</tbody>
      </table></div>
    </section>
  );
}

function Curves({ found }: { found: Comparison }) {
  const agents = Object.keys(found.end).slice(0, MOST);
  const length = Math.max(1, ...found.curves.flatMap((curves) => Object.values(curves).map((curve) => curve.length)));
  const lines = useMemo(() => {
    const filled = (curve: (number | null)[] = []) => Array.from({ length }, (_, batch) => curve[batch] ?? null);
    return [Array.from({ length }, (_, batch) => batch), ...agents.flatMap((agent) => found.curves.map((curves) => filled(curves[agent])))] as uPlot.AlignedData;
  }, [found]);
  const box = usePlot(0, () => 300, lines, ({ css, font }) => ({
    cursor: { show: false },
    scales: { x: { time: false }, y: { range: [-1.04, 1.04] } },
    axes: [{ stroke: css("--faint"), font, grid: { show: false } }, { stroke: css("--faint"), font, size: 44, grid: { stroke: css("--line"), width: 1 } }],
    series: [{}, ...agents.flatMap((_, place) => {
      const stroke = css(`--agent-${place % 10}`);
      return [{ stroke, width: 2, points: { show: false } }, { stroke, width: 2, dash: [6, 4], points: { show: false } }];
    })],
  }));
  return (
    <section>
      <h2>Stances</h2>
      <p class="quiet">The first run is drawn through, the second dashed.</p>
      <div ref={box} class="plot" role="img" aria-label="Stances of both runs by turn; the last values are in the table below" />
      <div class="wide"><table>
        <thead><tr><th scope="col">at the end</th><th scope="col">first</th><th scope="col">second</th><th scope="col">difference</th></tr></thead>
        <tbody>{agents.map((agent, place) => {
          const [one, other] = found.end[agent]!;
          return <tr key={agent}><th scope="row"><span class="agent" style={{ "--c": `var(--agent-${place % 10})` }}>{agent}</span></th><td>{signed(one)}</td><td>{signed(other)}</td><td>{signed(one === null || other === null ? null : other - one)}</td></tr>;
        })}</tbody>
      </table></div>
    </section>
  );
}
