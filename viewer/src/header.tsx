// The head of the report: the proposition, the agents, and a summary of each agent's stance.
import { useState } from "preact/hooks";
import { Agent, Words } from "./common";
import { roundsOf, stanceAt, useBook, useGo } from "./store";
import { clip, counted, jsonText, signed } from "./text";
import type { AgentView, RunView, TurningView } from "./view";

export function Head() {
  const book = useBook();
  const { view } = book;
  const most = view.cards;
  const [all, setAll] = useState(view.agents.length <= most);
  const finished = view.status === "finished";
  return (
    <header class="head">
      <p class="eyebrow">
        <span>{view.name}</span>
        <span class={`pill ${finished ? "done" : "open"}`}>{finished ? "finished" : view.status}</span>
      </p>
      <h1>{clip(view.proposition, 400)}</h1>
      {view.story && <p class="story"><Words text={view.story} limit={900} /></p>}
      <p class="meta">
        <span>{view.protocol.replaceAll("_", " ")}</span>
        {lengthOf(view).map((told) => <span key={told}>{told}</span>)}
      </p>
      <details class="run-facts">
        <summary>Details of the run</summary>
        <p class="meta">
          <span>seed {view.seed}</span>
          <span>replicate {view.replicate}</span>
          <span class="mono" title={`hash of the spec: ${view.spec}`}>spec {view.spec.slice(0, 12)}</span>
        </p>
      </details>
      {view.simulated && <p class="simulated" role="note"><b>Simulated</b> {view.simulated}</p>}
      {!finished && <p class="simulated open" role="note"><b>Unfinished</b> This run has not ended; the report shows its log so far.</p>}
      <div class="cards">
        {(all ? view.agents : view.agents.slice(0, most)).map((agent) => <Card key={agent.id} agent={agent} />)}
      </div>
      {view.agents.length > most && <button class="more" aria-expanded={all} onClick={() => setAll(!all)}>{all ? `The first ${most} agents` : `All ${view.agents.length} agents`}</button>}
    </header>
  );
}

/** Return the length of a run in the units that the command line uses. */
function lengthOf(view: RunView): string[] {
  const { word, ends } = roundsOf(view);
  const rounds = ends.size ? [counted(ends.size, word)] : [];
  return [...rounds, ...Object.entries(view.counts).map(([what, count]) => `${count.toLocaleString("en")} ${count === 1 ? singular(what) : what}`)];
}

const singular = (words: string) => words.replace(/ies$/, "y").replace(/(?<=ch|sh|ss|x)es$|s$/, "");

function Card({ agent }: { agent: AgentView }) {
  const book = useBook();
  const summary = book.view.summaries.find((one) => one.agent === agent.id);
  const [from, to] = [stanceAt(book, agent.id, 0), stanceAt(book, agent.id, book.last)];
  return (
    <article class="card" style={{ "--c": book.colours.get(agent.id) }}>
      <h3>
        <Agent id={agent.id} />
        <small>{agent.side}{agent.kernel ? "" : " · no belief"}</small>
      </h3>
      {to !== null && <Gauge from={from} to={to} />}
      {summary && <p class="sentence"><Words text={summary.sentence} limit={420} /></p>}
      {summary && summary.turning.length > 0 && <Turnings turning={summary.turning} />}
      <Background agent={agent} />
    </article>
  );
}

function Gauge({ from, to }: { from: number | null; to: number }) {
  const at = (stance: number) => `${50 + 50 * stance}%`;
  const start = from ?? to;
  return (
    <div class="gauge" role="img" aria-label={`stance from ${signed(from)} to ${signed(to)}`}>
      <div class="rail">
        <i class="path" style={{ left: at(Math.min(start, to)), width: `${50 * Math.abs(start - to)}%` }} />
        {from !== null && <i class="was" style={{ left: at(start) }} />}
        <i class="is" style={{ left: at(to) }} />
      </div>
      <p><span>against</span><b>{signed(from)} → {signed(to)}</b><span>for</span></p>
    </div>
  );
}

function Turnings({ turning }: { turning: TurningView[] }) {
  const { names } = useBook();
  const { select } = useGo();
  return (
    <p class="turnings">
      {turning.map((one) => (
        <button class="chip" key={`${one.kind}${one.batch}`} onClick={() => select(one.batch, true)} title={`stance ${signed(one.before)} → ${signed(one.after)}`}>
          {one.kind} <b>{names[one.batch]}</b>
        </button>
      ))}
    </p>
  );
}

function Background({ agent }: { agent: AgentView }) {
  const rule: [string, unknown][] = agent.kernel ? [["belief rule", agent.kernel.replaceAll("_", " ")]] : [];
  const facts = [...rule, ...Object.entries(agent.settings), ...Object.entries(agent.prior).map(([name, value]) => [`prior ${name}`, value] as const)];
  if (!agent.persona && !facts.length) return null;
  return (
    <details>
      <summary>Persona and settings</summary>
      {agent.persona && <p><Words text={agent.persona} /></p>}
      <p class="facts mono">{facts.map(([name, value]) => <span key={name}>{name} {jsonText(value)}</span>)}</p>
    </details>
  );
}
