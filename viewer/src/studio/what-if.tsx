// The drawer of what-ifs: sliders, rules and claims to strike out; the stances are folded again on the server.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type uPlot from "uplot";
import { Polarity, Wide } from "../common";
import { usePlot } from "../plot";
import type { Book } from "../store";
import { signed } from "../text";
import { type Answered, type Lever, type Levers, read, send, type WhatIf } from "./api";
import { Copy, Trouble, useAsked } from "./frame";
import { plainLever } from "./names";
import { Legend, STANCES, stanceAxes } from "./stances";

const MOST_AGENTS = 12;

/** Agents up to which each has its sliders in sight; those of more are folded. */
const OPEN = 4;

export type Change = number | string | boolean;

interface Hands {
  changes: Record<string, Change>;
  change(path: string, value: Change | null): void;
}

export function Drawer({ run, book, close, fork }: { run: string; book: Book; close(): void; fork(changes: Record<string, Change>): void }) {
  const [levers, error] = useAsked(() => read<Levers>(`/api/runs/${run}/levers`), run);
  const [changes, setChanges] = useState<Record<string, Change>>({});
  const [without, setWithout] = useState<string[]>([]);
  const { answered, problem } = useWhatIf(run, changes, without);
  const change = (path: string, value: Change | null) =>
    setChanges(({ [path]: _, ...others }) => (value === null ? others : { ...others, [path]: value }));
  const changed = Object.keys(changes).length + without.length > 0;
  const hands = { changes, change };
  return (
    <aside class="drawer" aria-label="What if">
      <header><h2>What if</h2><button class="link" onClick={close}>close</button></header>
      <p class="quiet">The words stay as they were said; every stance is computed again, as <code class="mono">doxa whatif</code> does.</p>
      <Trouble error={error ?? problem} />
      {answered && changed && <Outcome book={book} answer={answered.answer} />}
      {changed && <p><button class="link" onClick={() => (setChanges({}), setWithout([]))}>back to as it was recorded</button></p>}
      {levers && levers.agents.length > 1 && <Many name="Everybody" rule="" above="" levers={levers.everybody} rules={levers.rules} hands={hands} open={levers.agents.length > OPEN} />}
      {levers?.agents.map((agent) => <Many key={agent.agent} name={agent.name} rule={agent.rule} above={`agents.${agent.agent}.`} levers={agent.levers} rules={levers.rules} hands={hands} open={levers.agents.length <= OPEN} />)}
      {levers && levers.hearing.length > 0 && <Group name="Hearing" levers={levers.hearing} hands={hands} open={false} />}
      <Strike run={run} state={`${book.view.batches.length}`} without={without} set={setWithout} />
      {answered && changed && <><Copy what="command" text={answered.command} /><Copy what="Python" text={answered.python} /></>}
      {changed && <p><button class="act" onClick={() => fork(changes)}>Fork from here</button> <small>other words: from the turn that is selected, with these settings</small></p>}
    </aside>
  );
}

/** The rule of somebody, or of everybody, and its settings; those of another rule where one is chosen. */
function Many({ name, rule, above, levers, rules, hands, open }: { name: string; rule: string; above: string; levers: Lever[]; rules: Levers["rules"]; hands: Hands; open: boolean }) {
  const path = `${above}kernel`;
  const chosen = hands.changes[path] as string | undefined;
  const kept = levers.filter((lever) => !/(^|\.)belief\./.test(lever.path));
  const taken = rules.find((one) => one.name === chosen);
  const other = taken && [...taken.levers, ...(kept.length ? [] : taken.memory)].map((lever) => ({ ...lever, path: above + lever.path }));
  const choose = (picked: string) => {
    for (const used of Object.keys(hands.changes)) if (used.startsWith(`${above}belief.`) || (!kept.length && used.startsWith(`${above}memory.`))) hands.change(used, null); // settings of the rule before
    hands.change(path, picked || null);
  };
  return (
    <Group name={name} levers={other ? [...other, ...kept] : levers} hands={hands} open={open}>
      <label class="rule">rule <select value={chosen ?? ""} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">{rule ? rule.replaceAll("_", " ") : "as it was"}</option>
        {rules.filter((one) => one.name !== rule).map((one) => <option key={one.name} value={one.name}>{one.name.replaceAll("_", " ")}</option>)}
      </select></label>
    </Group>
  );
}

function Group({ name, levers, hands, open, children }: { name: string; levers: Lever[]; hands: Hands; open: boolean; children?: ComponentChildren }) {
  const [shown, setShown] = useState(open);
  const count = levers.filter((lever) => lever.path in hands.changes).length;
  return (
    <details class="levers" open={shown} onToggle={(event) => setShown(event.currentTarget.open)} data-levers={name}>
      <summary><b>{name}</b>{count > 0 && <small> {count} changed</small>}</summary>
      {shown && <>{children}{levers.map((lever) => <Setting key={lever.path} lever={lever} value={hands.changes[lever.path]} set={(value) => hands.change(lever.path, value)} />)}</>}
    </details>
  );
}

function Setting({ lever, value, set }: { lever: Lever; value: Change | undefined; set(value: Change | null): void }) {
  const changed = value === undefined ? "" : "changed";
  const now = value ?? lever.value;
  const { name, ends } = plainLever(lever.path);
  const back = (next: Change) => set(next === lever.value ? null : next);
  if (lever.kind === "choice") {
    return (
      <label class={`rule lever-choice ${changed}`} title={lever.meaning} data-lever={lever.path}><span>{name}</span>
        <select value={now === null ? "" : String(now)} onChange={(event) => back(event.currentTarget.value)}>
          {now === null && <option value="">they differ</option>}
          {lever.choices.map((one) => <option key={one} value={one}>{one}</option>)}
        </select>
      </label>
    );
  }
  if (lever.kind === "switch") return <label class={`rule ${changed}`} title={lever.meaning} data-lever={lever.path}><span>{name}</span><input type="checkbox" checked={Boolean(now)} onChange={(event) => back(event.currentTarget.checked)} /></label>;
  return <Slider lever={lever} name={name} ends={ends} value={value as number | undefined} set={set} />;
}

function Slider({ lever, name, ends, value, set }: { lever: Lever; name: string; ends: [string, string] | null; value: number | undefined; set(value: number | null): void }) {
  const now = value ?? (lever.value as number | null);
  const step = lever.kind === "whole" ? 1 : (lever.high - lever.low) / 100;
  return (
    <label class={`lever ${value === undefined ? "" : "changed"}`} title={lever.meaning} data-lever={lever.path}>
      <span>{name}</span>
      <input type="range" min={lever.low} max={lever.high} step={step} value={now ?? (lever.low + lever.high) / 2} onInput={(event) => set(Number(event.currentTarget.value))} />
      <input type="number" min={lever.low} step="any" value={now === null ? "" : Number(now.toFixed(4))} placeholder="–" aria-label={`${name}, exactly`} onChange={(event) => (event.currentTarget.value === "" ? set(null) : set(Number(event.currentTarget.value)))} />
      <small class="ends">{ends ? ends.map((end) => <span key={end}>{end}</span>) : <span>{lever.meaning}</span>}</small>
    </label>
  );
}

/** Return the latest answer. A question that is no longer wanted is given up here, and not computed there. */
function useWhatIf(run: string, changes: Record<string, Change>, without: string[]) {
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
  const all = Object.entries(answer.curves);
  const shown = all.length <= MOST_AGENTS ? all : [...all].sort((one, other) => moved(other[1]) - moved(one[1])).slice(0, MOST_AGENTS);
  return (
    <>
      <Legend kinds={[["pale", "as recorded"], ["dashed", "what if"]]} agents={shown.map(([agent]) => [book.agents.get(agent)?.name ?? agent, book.colours.get(agent) ?? "var(--faint)"])} />
      <Plot key={shown.map(([agent]) => agent).join()} book={book} answer={answer} agents={shown.map(([agent]) => agent)} />
      {all.length > shown.length && <p class="quiet">The {MOST_AGENTS} of {all.length} agents that move most; the command prints all.</p>}
      <Wide label="Stances at the end"><table class="ends-table">
        <thead><tr><th scope="col">at the end</th><th scope="col">recorded</th><th scope="col">what if</th><th scope="col">difference</th></tr></thead>
        <tbody>
          {shown.map(([agent, points]) => {
            const last = points[points.length - 1]!;
            const gap = last.stance === null || last.recorded === null ? null : last.stance - last.recorded;
            return <tr key={agent} data-agent={agent}><th scope="row">{book.agents.get(agent)?.name ?? agent}</th><td>{signed(last.recorded)}</td><td data-stance={last.stance}>{signed(last.stance)}</td><td>{signed(gap)}</td></tr>;
          })}
        </tbody>
      </table></Wide>
      <ul class="notes">{answer.notes.map((note) => <li key={note}>{note}</li>)}</ul>
    </>
  );
}

const moved = (points: WhatIf["curves"][string]) => Math.abs((points[points.length - 1]?.stance ?? 0) - (points[points.length - 1]?.recorded ?? 0));

function Plot({ book: { colours }, answer, agents }: { book: Book; answer: WhatIf; agents: string[] }) {
  const first = answer.curves[agents[0]!] ?? [];
  const lines = useMemo(
    () => [first.map((point) => point.batch), ...agents.flatMap((agent) => [answer.curves[agent]!.map((point) => point.recorded), answer.curves[agent]!.map((point) => point.stance)])] as uPlot.AlignedData,
    [answer],
  );
  const box = usePlot(0, () => 190, lines, ({ css, font }) => ({
    cursor: { show: false },
    scales: STANCES,
    axes: stanceAxes({ css, font }),
    series: [{}, ...agents.flatMap((agent) => {
      const stroke = css(colours.get(agent) ?? "--faint");
      return [{ stroke, width: 1.5, alpha: 0.45, points: { show: false } }, { stroke, width: 2, dash: [6, 4], points: { show: false } }];
    })],
  }));
  return <div ref={box} class="plot" role="img" aria-label="Stances as recorded, pale, and recomputed, dashed; the last values are in the table below" />;
}

interface Claims {
  agent: string;
  name: string;
  seeds: boolean;
  claims: { id: string; text: string; polarity: number }[];
}

/** Claims to strike out, by speaker; a speaker's name strikes out all of theirs. */
function Strike({ run, state, without, set }: { run: string; state: string; without: string[]; set(claims: string[]): void }) {
  const [said, problem] = useAsked(() => read<Claims[]>(`/api/runs/${run}/claims`), `${run} ${state}`);
  if (problem) return <Trouble error={problem} />;
  if (!said?.length) return null;
  return (
    <section class="strike" aria-label="Strike out arguments">
      <h3>Without …</h3>
      {said.map((one) => <Speaker key={`${one.agent} ${one.seeds}`} said={one} without={without} set={set} />)}
    </section>
  );
}

/** Claims that are listed before somebody looks for others. */
const MOST_CLAIMS = 60;

function Speaker({ said, without, set }: { said: Claims; without: string[]; set(claims: string[]): void }) {
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState("");
  const ids = useMemo(() => said.claims.map((claim) => claim.id), [said]);
  const out = new Set(without);
  const struck = ids.filter((id) => out.has(id)).length;
  const toggle = (claims: string[]) => set(claims.every((id) => out.has(id)) ? without.filter((id) => !claims.includes(id)) : [...new Set([...without, ...claims])]);
  const found = said.claims.filter((claim) => claim.text.toLowerCase().includes(words.toLowerCase()));
  const shown = found.slice(0, MOST_CLAIMS);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} data-strike={`${said.seeds ? "seeds " : ""}${said.agent}`}>
      <summary>
        <label onClick={(event) => event.stopPropagation()}><input type="checkbox" checked={struck === ids.length} onChange={() => toggle(ids)} /> everything that {said.name} {said.seeds ? "began with" : "said"}</label>
        <small> {struck ? `${struck} of ` : ""}{ids.length} claims</small>
      </summary>
      {open && said.claims.length > MOST_CLAIMS && <input type="search" value={words} placeholder="words of a claim" aria-label={`Find a claim of ${said.name}`} onInput={(event) => setWords(event.currentTarget.value)} />}
      {open && <ul>{shown.map((claim) => <li key={claim.id}><label title={claim.id}><input type="checkbox" checked={out.has(claim.id)} onChange={() => toggle([claim.id])} /> <Polarity value={claim.polarity} />{claim.text}</label></li>)}</ul>}
      {open && found.length > shown.length && <p class="quiet">{found.length - shown.length} more: look for their words.</p>}
    </details>
  );
}
