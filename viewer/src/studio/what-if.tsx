// The drawer of what-ifs: sliders, rules and claims to strike out; the stances are folded again on the server.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type uPlot from "uplot";
import { Polarity } from "../common";
import { usePlot } from "../plot";
import type { Book } from "../store";
import { clip, signed } from "../text";
import type { RunView } from "../view";
import { type Answered, type Lever, type Levers, read, send, type WhatIf } from "./api";
import { Copy, Trouble, useAsked } from "./frame";

const MOST_AGENTS = 12;

export function Drawer({ run, book, close }: { run: string; book: Book; close(): void }) {
  const [levers, error] = useAsked(() => read<Levers>(`/api/runs/${run}/levers`), run);
  const [changes, setChanges] = useState<Record<string, number | string>>({});
  const [without, setWithout] = useState<string[]>([]);
  const { answered, problem } = useWhatIf(run, changes, without);
  const change = (path: string, value: number | string | null) =>
    setChanges(({ [path]: _, ...others }) => (value === null ? others : { ...others, [path]: value }));
  const changed = Object.keys(changes).length + without.length > 0;
  return (
    <aside class="drawer" aria-label="What if">
      <header><h2>What if</h2><button class="link" onClick={close}>close</button></header>
      <p class="quiet">The words stay as they were said; every stance is computed again, as <code class="mono">doxa whatif</code> does.</p>
      <Trouble error={error ?? problem} />
      {answered && changed && <Outcome book={book} answer={answered.answer} />}
      {changed && <p><button class="link" onClick={() => (setChanges({}), setWithout([]))}>back to as it was recorded</button></p>}
      {levers?.agents.slice(0, MOST_AGENTS).map((agent) => (
        <fieldset key={agent.agent}>
          <legend>{agent.name}</legend>
          <label class="rule">rule <select value={String(changes[`agents.${agent.agent}.kernel`] ?? "")} onChange={(event) => change(`agents.${agent.agent}.kernel`, event.currentTarget.value || null)}>
            <option value="">{agent.rule.replaceAll("_", " ")}</option>
            {levers.rules.filter((rule) => rule !== agent.rule).map((rule) => <option key={rule} value={rule}>{rule.replaceAll("_", " ")}</option>)}
          </select></label>
          {!changes[`agents.${agent.agent}.kernel`] && agent.levers.map((lever) => <Slider key={lever.path} lever={lever} value={changes[lever.path] as number | undefined} set={(value) => change(lever.path, value)} />)}
        </fieldset>
      ))}
      {levers && levers.agents.length > MOST_AGENTS && <p class="quiet">The first {MOST_AGENTS} of {levers.agents.length} agents; the command takes all.</p>}
      <Strike run={run} book={book} without={without} set={setWithout} />
      {answered && changed && <><Copy what="command" text={answered.command} /><Copy what="Python" text={answered.python} /></>}
    </aside>
  );
}

function Slider({ lever, value, set }: { lever: Lever; value: number | undefined; set(value: number | null): void }) {
  const now = value ?? lever.value;
  return (
    <label class={`lever ${value === undefined ? "" : "changed"}`} title={lever.meaning}>
      <span>{lever.name}</span>
      <input type="range" min={lever.low} max={lever.high} step={(lever.high - lever.low) / 100} value={now} onInput={(event) => set(Number(event.currentTarget.value))} />
      <input type="number" min={lever.low} step="any" value={Number(now.toFixed(4))} aria-label={`${lever.name}, exactly`} onChange={(event) => (event.currentTarget.value === "" ? set(null) : set(Number(event.currentTarget.value)))} />
    </label>
  );
}

/** Return the latest answer. A question that is no longer wanted is given up here, and not computed there. */
function useWhatIf(run: string, changes: Record<string, number | string>, without: string[]) {
  const [answered, setAnswered] = useState<Answered | null>(null);
  const [problem, setProblem] = useState<Error | null>(null);
  const count = useRef(0);
  const page = useMemo(() => crypto.randomUUID(), []);
  useEffect(() => {
    if (!Object.keys(changes).length && !without.length) return setAnswered(null), setProblem(null);
    const giveUp = new AbortController();
    const question = { set: changes, without, page, number: ++count.current };
    send<Answered>(`/api/runs/${run}/what-if`, question, giveUp.signal).then(
      (found) => found.overtaken || (setAnswered(found), setProblem(null)),
      (error: Error) => error.name !== "AbortError" && setProblem(error),
    );
    return () => giveUp.abort();
  }, [run, changes, without]);
  return { answered, problem };
}

function Outcome({ book, answer }: { book: Book; answer: WhatIf }) {
  const shown = Object.entries(answer.curves).slice(0, MOST_AGENTS);
  return (
    <>
      <Plot key={shown.map(([agent]) => agent).join()} book={book} answer={answer} />
      <table class="ends-table">
        <thead><tr><th scope="col">at the end</th><th scope="col">recorded</th><th scope="col">what if</th><th scope="col">difference</th></tr></thead>
        <tbody>
          {shown.map(([agent, points]) => {
            const last = points[points.length - 1]!;
            const gap = last.stance === null || last.recorded === null ? null : last.stance - last.recorded;
            return <tr key={agent} data-agent={agent}><th scope="row">{book.agents.get(agent)?.name ?? agent}</th><td>{signed(last.recorded)}</td><td data-stance={last.stance}>{signed(last.stance)}</td><td>{signed(gap)}</td></tr>;
          })}
        </tbody>
      </table>
      <ul class="notes">{answer.notes.map((note) => <li key={note}>{note}</li>)}</ul>
    </>
  );
}

function Plot({ book: { colours }, answer }: { book: Book; answer: WhatIf }) {
  const agents = Object.keys(answer.curves).slice(0, MOST_AGENTS);
  const first = answer.curves[agents[0]!] ?? [];
  const lines = useMemo(
    () => [first.map((point) => point.batch), ...agents.flatMap((agent) => [answer.curves[agent]!.map((point) => point.recorded), answer.curves[agent]!.map((point) => point.stance)])] as uPlot.AlignedData,
    [answer],
  );
  const box = usePlot(0, () => 190, lines, ({ css, font }) => ({
    cursor: { show: false },
    scales: { x: { time: false }, y: { range: [-1.04, 1.04] } },
    axes: [{ stroke: css("--faint"), font, grid: { show: false } }, { stroke: css("--faint"), font, size: 40, grid: { stroke: css("--line"), width: 1 } }],
    series: [{}, ...agents.flatMap((agent) => {
      const stroke = css(colours.get(agent) ?? "--faint");
      return [{ stroke, width: 1.5, alpha: 0.45, points: { show: false } }, { stroke, width: 2, dash: [6, 4], points: { show: false } }];
    })],
  }));
  return <div ref={box} class="plot" role="img" aria-label="Stances as recorded, pale, and recomputed, dashed; the last values are in the table below" />;
}

interface Said {
  id: string;
  text: string;
  polarity: number;
}

const MOST_CLAIMS = 200; // the claims of one speaker that are listed; of more, those that the search finds

/** Claims to strike out, by speaker; a speaker's name strikes out all of theirs. */
function Strike({ run, book, without, set }: { run: string; book: Book; without: string[]; set(claims: string[]): void }) {
  const [said, error] = useAsked(() => (book.parts ? read<Record<string, Said[]>>(`/api/runs/${run}/claims`) : Promise.resolve(claimsBySpeaker(book.view))), `${run} ${book.view.turns.length}`);
  const struck = useMemo(() => new Set(without), [without]);
  const toggle = (claims: string[]) => set(claims.every((one) => struck.has(one)) ? without.filter((one) => !claims.includes(one)) : [...new Set([...without, ...claims])]);
  return (
    <section class="strike" aria-label="Strike out arguments">
      <h3>Without …</h3>
      <Trouble error={error} />
      {Object.entries(said ?? {}).slice(0, MOST_AGENTS).map(([speaker, claims]) => {
        const ids = claims.map((claim) => claim.id);
        const count = ids.filter((id) => struck.has(id)).length;
        return (
          <details key={speaker}>
            <summary>
              <label onClick={(event) => event.stopPropagation()}><input type="checkbox" checked={count === ids.length} onChange={() => toggle(ids)} /> everything that {book.agents.get(speaker)?.name ?? speaker} said</label>
              <small> {count ? `${count} of ` : ""}{ids.length} claims</small>
            </summary>
            <Claims claims={claims} struck={struck} toggle={toggle} />
          </details>
        );
      })}
    </section>
  );
}

function Claims({ claims, struck, toggle }: { claims: Said[]; struck: Set<string>; toggle(claims: string[]): void }) {
  const [words, setWords] = useState("");
  const found = claims.filter((claim) => claim.text.toLowerCase().includes(words.toLowerCase()));
  return (
    <>
      {claims.length > MOST_CLAIMS && <p><input type="search" placeholder="Find a claim" aria-label="Find a claim" value={words} onInput={(event) => setWords(event.currentTarget.value)} /></p>}
      <ul>
        {found.slice(0, MOST_CLAIMS).map((claim) => <li key={claim.id}><label><input type="checkbox" checked={struck.has(claim.id)} onChange={() => toggle([claim.id])} /> <Polarity value={claim.polarity} />{clip(claim.text, 160)}</label></li>)}
      </ul>
      {found.length > MOST_CLAIMS && <p class="quiet">and {found.length - MOST_CLAIMS} more: narrow the search</p>}
    </>
  );
}

function claimsBySpeaker(view: RunView): Record<string, Said[]> {
  const said: Record<string, Said[]> = {};
  for (const turn of view.turns) if (turn.claims.length) (said[turn.speaker] ??= []).push(...turn.claims);
  return said;
}
