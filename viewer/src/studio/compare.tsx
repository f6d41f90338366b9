// Two runs beside each other: only what differs, where they parted, and both sets of curves in one picture.
import { useMemo } from "preact/hooks";
import type uPlot from "uplot";
import { BATCHES, usePlot } from "../plot";
import { counted, jsonText, signed } from "../text";
import { type Comparison, type Parting, read } from "./api";
import { Bar, Copy, To, Trouble, useAsked } from "./frame";

const MOST = 12;

/** Pairs of words up to which two texts are compared word by word. */
const MOST_PAIRS = 4_000_000;

export function Compare({ first, second }: { first: string; second: string }) {
  const [found, error] = useAsked(() => read<Comparison>(`/api/compare/${first}/${second}`), `${first}/${second}`);
  return (
    <>
      <Bar><span class="grow" /><To address={`/run/${first}`}>first run</To><To address={`/run/${second}`}>second run</To></Bar>
      <main class="compare" id="compare">
        <h1>Two runs</h1>
        <Trouble error={error} />
        {!found && !error && <p class="quiet">Folding both runs …</p>}
        {found && <><Settings found={found} /><Parted found={found} first={first} second={second} /><Curves found={found} /><Copy what="command" text={found.command} /></>}
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
          <tbody>{found.settings.map((one) => <tr key={one.path}><th scope="row" class="mono">{one.path}</th><td>{one.first === null ? "as it was" : jsonText(one.first)}</td><td>{one.second === null ? "as it was" : jsonText(one.second)}</td></tr>)}</tbody>
        </table></div>
      )}
      {found.more.length > 0 && <p class="quiet">These differ as well: {found.more.join(", ")}.</p>}
    </section>
  );
}

function Parted({ found, first, second }: { found: Comparison; first: string; second: string }) {
  const { parting, minds } = found;
  const early = minds && (!parting || minds.batch < parting.batch) ? minds : null;
  return (
    <section>
      <h2>Where they parted</h2>
      {early && (
        <div class="parted" data-minds={early.batch}>
          <p>{early.batch === 0 ? "The minds differ before the first turn" : <>The same words move the minds otherwise from <Turn parting={early} first={first} second={second} /> on</>}.</p>
          <Moved parting={early} />
        </div>
      )}
      {!parting && <p>{early ? "The words part nowhere: every turn of both has the same." : "Nowhere: every turn of both has the same words."}</p>}
      {parting && (
        <div class="parted" data-words={parting.batch}>
          <p>{parting.batch === 0 ? "The words part before the first turn" : <>The words part at <Turn parting={parting} first={first} second={second} /></>}{found.shared > 1 && `, after ${counted(found.shared - 1, "turn")} that ${found.shared === 2 ? "is" : "are"} the same`}.</p>
          <div class="pair">
            {[parting.first, parting.second].map((text, place) => <blockquote key={place}><small>{place ? "second" : "first"} run</small><p>{text ? <Apart text={text} other={place ? parting.first : parting.second} /> : <span class="quiet">nothing was said</span>}</p></blockquote>)}
          </div>
          <Moved parting={parting} />
        </div>
      )}
    </section>
  );
}

/** A turn with links to it in both runs. */
function Turn({ parting, first, second }: { parting: Parting; first: string; second: string }) {
  const at = `#turn=${encodeURIComponent(parting.step)}`;
  return <><b class="mono">{parting.step}</b>{parting.note && `, ${parting.note}`} <small>(<To address={`/run/${first}${at}`}>first</To>, <To address={`/run/${second}${at}`}>second</To>)</small></>;
}

/** What a turn did to each mind of both runs. */
function Moved({ parting }: { parting: Parting }) {
  return (
    <div class="wide"><table>
      <thead><tr><th scope="col">after that turn</th><th scope="col">first S</th><th scope="col">second S</th><th scope="col">first L</th><th scope="col">second L</th><th scope="col">difference of L</th></tr></thead>
      <tbody>{Object.entries(parting.moved).slice(0, MOST).map(([agent, [one, other]]) => {
        const [left, right] = parting.log_odds[agent] ?? [null, null];
        return <tr key={agent} data-agent={agent}><th scope="row">{agent}</th><td>{signed(one)}</td><td>{signed(other)}</td><td>{signed(left)}</td><td>{signed(right)}</td><td data-gap={left === null || right === null ? "" : right - left}>{signed(left === null || right === null ? null : right - left)}</td></tr>;
      })}</tbody>
    </table></div>
  );
}

/** A text with the words marked that the other one does not have in their order. */
function Apart({ text, other }: { text: string; other: string }) {
  return <>{wordsApart(text, other).map(([words, apart], place) => (apart ? <mark key={place}>{words}</mark> : <span key={place}>{words}</span>))}</>;
}

/** Return a text in pieces, with whether each is missing in the other, by the longest run of words that both have. */
function wordsApart(text: string, other: string): [string, boolean][] {
  const one = text.split(/(?<=\s)/), two = other.split(/(?<=\s)/).map((word) => word.trim());
  if (!other || one.length * two.length > MOST_PAIRS) return [[text, Boolean(other)]];
  const same = Array.from({ length: one.length + 1 }, () => new Uint16Array(two.length + 1));
  for (let i = one.length - 1; i >= 0; i--) for (let j = two.length - 1; j >= 0; j--) same[i]![j] = one[i]!.trim() === two[j] ? same[i + 1]![j + 1]! + 1 : Math.max(same[i + 1]![j]!, same[i]![j + 1]!);
  const pieces: [string, boolean][] = [];
  const add = (word: string, apart: boolean) => {
    const last = pieces[pieces.length - 1];
    if (last && last[1] === apart) last[0] += word;
    else pieces.push([word, apart]);
  };
  for (let i = 0, j = 0; i < one.length; ) {
    if (j < two.length && one[i]!.trim() === two[j]) add(one[i++]!, false), j++;
    else if (j < two.length && same[i]![j + 1]! >= same[i + 1]![j]!) j++;
    else add(one[i++]!, true);
  }
  return pieces;
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
    axes: [{ stroke: css("--faint"), font, grid: { show: false }, incrs: BATCHES }, { stroke: css("--faint"), font, size: 44, grid: { stroke: css("--line"), width: 1 } }],
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
