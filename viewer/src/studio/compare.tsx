// Two runs beside each other: only what differs, where they parted, and both sets of curves in one picture.
import { useMemo } from "preact/hooks";
import type uPlot from "uplot";
import { Wide } from "../common";
import { usePlot } from "../plot";
import { counted, jsonText, signed } from "../text";
import { type Comparison, type Parting, read } from "./api";
import { Bar, Copy, To, Trouble, useAsked } from "./frame";
import { nameOfSetting, namesOfTwo } from "./names";
import { Legend, STANCES, stanceAxes } from "./stances";

const MOST = 12;

/** Pairs of words up to which two texts are compared word by word. */
const MOST_PAIRS = 4_000_000;

export function Compare({ first, second }: { first: string; second: string }) {
  const [found, error] = useAsked(() => read<Comparison>(`/api/compare/${first}/${second}`), `${first}/${second}`);
  const names = found ? namesOfTwo(Object.fromEntries(found.settings.map(({ path, first, second }) => [path, [first, second]])), found.agents, found.folders) : (["first run", "second run"] as [string, string]);
  return (
    <>
      <Bar><span class="grow" /><To address={`/run/${first}`}>{names[0]}</To><To address={`/run/${second}`}>{names[1]}</To></Bar>
      <main class="compare" id="compare">
        <h1>{found ? `${names[0]} and ${names[1]}` : "Two runs"}</h1>
        <Trouble error={error} />
        {!found && !error && <p class="quiet">Folding both runs …</p>}
        {found && <><Settings found={found} names={names} /><Parted found={found} first={first} second={second} names={names} /><Curves found={found} names={names} /><Copy what="command" text={found.command} /></>}
      </main>
    </>
  );
}

type Names = [string, string];

function Settings({ found, names }: { found: Comparison; names: Names }) {
  return (
    <section>
      <h2>What differs in the settings</h2>
      {!found.settings.length && <p>Nothing that is listed here.</p>}
      {found.settings.length > 0 && (
        <Wide label="Settings"><table>
          <thead><tr><th scope="col">setting</th><th scope="col">{names[0]}</th><th scope="col">{names[1]}</th></tr></thead>
          <tbody>{found.settings.map((one) => <tr key={one.path}><th scope="row">{nameOfSetting(one.path)} <small class="mono">{one.path}</small></th><td>{one.first === null ? "as it was" : jsonText(one.first)}</td><td>{one.second === null ? "as it was" : jsonText(one.second)}</td></tr>)}</tbody>
        </table></Wide>
      )}
      {found.more.length > 0 && <p class="quiet">These differ as well: {found.more.join(", ")}.</p>}
    </section>
  );
}

function Parted({ found, first, second, names }: { found: Comparison; first: string; second: string; names: Names }) {
  const { parting, minds } = found;
  const early = minds && (!parting || minds.batch < parting.batch) ? minds : null;
  return (
    <section>
      <h2>Where they parted</h2>
      {early && (
        <div class="parted" data-minds={early.batch}>
          <p>{early.batch === 0 ? "The minds differ before the first turn" : <>The same words move the minds otherwise from <Turn parting={early} first={first} second={second} names={names} /> on</>}.</p>
          <Moved parting={early} names={names} />
        </div>
      )}
      {!parting && <p>{early ? "The words part nowhere: every turn of both has the same." : "Nowhere: every turn of both has the same words."}</p>}
      {parting && (
        <div class="parted" data-words={parting.batch}>
          <p>{parting.batch === 0 ? "The words part before the first turn" : <>The words part at <Turn parting={parting} first={first} second={second} names={names} /></>}{found.shared > 1 && `, after ${counted(found.shared - 1, "turn")} that ${found.shared === 2 ? "is" : "are"} the same`}.</p>
          <div class="pair">
            {[parting.first, parting.second].map((text, place) => <blockquote key={place}><small>{names[place]}</small><p>{text ? <Apart text={text} other={place ? parting.first : parting.second} /> : <span class="quiet">nothing was said</span>}</p></blockquote>)}
          </div>
          <Moved parting={parting} names={names} />
        </div>
      )}
    </section>
  );
}

/** A turn with links to it in both runs. */
function Turn({ parting, first, second, names }: { parting: Parting; first: string; second: string; names: Names }) {
  const at = parting.step ? `#turn=${encodeURIComponent(parting.step)}` : `#batch=${parting.batch}`;
  return <>{parting.step && <b class="mono">{parting.step}</b>}{parting.step && parting.note && ", "}{parting.note} <small>(<To address={`/run/${first}${at}`}>{names[0]}</To>; <To address={`/run/${second}${at}`}>{names[1]}</To>)</small></>;
}

/** Return the agents whose stances are furthest apart, those of few in their own order, and how many are left out. */
function furthest(pairs: Record<string, [number | null, number | null]>): [string[], number] {
  const agents = Object.keys(pairs);
  if (agents.length <= MOST) return [agents, 0];
  const apart = (agent: string) => Math.abs((pairs[agent]![0] ?? 0) - (pairs[agent]![1] ?? 0));
  return [agents.sort((one, other) => apart(other) - apart(one)).slice(0, MOST), agents.length - MOST];
}

const LeftOut = ({ count }: { count: number }) => (count ? <p class="quiet">The {MOST} agents that are furthest apart; {counted(count, "other")} left out.</p> : null);

/** What a turn did to each mind of both runs. */
function Moved({ parting, names }: { parting: Parting; names: Names }) {
  const [agents, others] = furthest(parting.moved);
  const hasOdds = Object.values(parting.log_odds).some((odds) => odds.some((one) => one !== null));
  return (
    <>
      <Wide label="What the turn did to each mind"><table>
        <thead><tr><th scope="col">after that turn</th>{names.map((name) => <th key={name} scope="col">stance: {name}</th>)}{hasOdds && <>{names.map((name) => <th key={name} scope="col">log-odds L: {name}</th>)}<th scope="col">difference of L</th></>}</tr></thead>
        <tbody>{agents.map((agent) => {
          const [one, other] = parting.moved[agent]!;
          const [left, right] = parting.log_odds[agent] ?? [null, null];
          return <tr key={agent} data-agent={agent}><th scope="row">{agent}</th><td>{signed(one)}</td><td>{signed(other)}</td>{hasOdds && <><td>{signed(left)}</td><td>{signed(right)}</td><td data-gap={left === null || right === null ? "" : right - left}>{signed(left === null || right === null ? null : right - left)}</td></>}</tr>;
        })}</tbody>
      </table></Wide>
      <LeftOut count={others} />
    </>
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

function Curves({ found, names }: { found: Comparison; names: Names }) {
  const [agents, others] = furthest(found.end);
  const length = Math.max(1, ...found.curves.flatMap((curves) => Object.values(curves).map((curve) => curve.length)));
  const lines = useMemo(() => {
    const filled = (curve: (number | null)[] = []) => Array.from({ length }, (_, batch) => curve[batch] ?? null);
    return [Array.from({ length }, (_, batch) => batch), ...agents.flatMap((agent) => found.curves.map((curves) => filled(curves[agent])))] as uPlot.AlignedData;
  }, [found]);
  const box = usePlot(0, () => 300, lines, ({ css, font }) => ({
    cursor: { show: false },
    scales: STANCES,
    axes: stanceAxes({ css, font }),
    series: [{}, ...agents.flatMap((_, place) => {
      const stroke = css(`--agent-${place % 10}`);
      return [{ stroke, width: 2, points: { show: false } }, { stroke, width: 2, dash: [6, 4], points: { show: false } }];
    })],
  }));
  return (
    <section>
      <h2>Stances</h2>
      <Legend kinds={[["solid", names[0]], ["dashed", names[1]]]} agents={agents.map((agent, place) => [agent, `var(--agent-${place % 10})`])} />
      <div ref={box} class="plot" role="img" aria-label="Stances of both runs by turn; the last values are in the table below" />
      <Wide label="Stances at the end"><table>
        <thead><tr><th scope="col">at the end</th><th scope="col">{names[0]}</th><th scope="col">{names[1]}</th><th scope="col">difference</th></tr></thead>
        <tbody>{agents.map((agent, place) => {
          const [one, other] = found.end[agent]!;
          return <tr key={agent}><th scope="row"><span class="agent" style={{ "--c": `var(--agent-${place % 10})` }}>{agent}</span></th><td>{signed(one)}</td><td>{signed(other)}</td><td>{signed(one === null || other === null ? null : other - one)}</td></tr>;
        })}</tbody>
      </table></Wide>
      <LeftOut count={others} />
    </section>
  );
}
