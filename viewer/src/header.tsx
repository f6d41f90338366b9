// The head of the report: the proposition, the agents, and a summary of each agent's stance.
import { useState } from "preact/hooks";
import { Agent, Words } from "./common";
import { Curves } from "./curves";
import { Parts, pictureOf } from "./part";
import { type Book, roundsOf, stanceAt, useBook, useGo } from "./store";
import { clip, counted, jsonText, signed } from "./text";
import type { AgentView, RunView, TurningView } from "./view";

const MOST_CHIPS = 4; // the turning points of an agent that are shown until the reader asks for all
const FEW = 3; // the most cards where there are more agents than the page has cards for, of those that moved furthest
const VOICES = 24; // the most agents without a stance that are named until the reader asks for all

export function Head() {
  const book = useBook();
  const { view } = book;
  const holders = view.agents.filter((agent) => view.curves[agent.id]?.some((point) => point.stance !== null));
  const isMany = holders.length > view.cards;
  const few = isMany ? furthest(book, holders).slice(0, Math.min(FEW, view.cards)) : holders;
  const [all, setAll] = useState(!isMany);
  const finished = view.status === "finished";
  return (
    <header class="head">
      <p class="eyebrow">
        <span>{view.name}</span>
        <span class={`pill ${finished ? "done" : "open"}`}>{finished ? "finished" : view.status}</span>
      </p>
      <h1>{clip(view.proposition, 400)}</h1>
      {view.story && <p class="story"><Words text={view.story} limit={900} /></p>}
      <div class="picture">{pictureOf(view) ? <Parts picture /> : <Curves />}</div>
      <p class="meta">
        <span>{view.protocol.replaceAll("_", " ")}</span>
        {lengthOf(view).map((told) => <span key={told}>{told}</span>)}
      </p>
      <Details />
      {view.simulated && <p class="simulated" role="note"><b>{view.badge}</b> {view.simulated}</p>}
      {!finished && <p class="simulated open" role="note"><b>Unfinished</b> This run has not ended; the report shows its log so far.</p>}
      {holders.length > 0 && <div class="cards">
        {(all ? holders : few).map((agent) => <Card key={agent.id} agent={agent} />)}
      </div>}
      {isMany && <button class="more" aria-expanded={all} onClick={() => setAll(!all)}>{all ? `The ${few.length} agents that moved furthest` : `All ${holders.length} agents`}</button>}
      <Voices agents={view.agents.filter((agent) => !holders.includes(agent))} />
    </header>
  );
}

/** Return agents by how far they moved from their start to the end, the furthest first. */
function furthest(book: Book, agents: AgentView[]): AgentView[] {
  const size = ({ id }: AgentView) => Math.abs((stanceAt(book, id, book.last) ?? 0) - (stanceAt(book, id, 0) ?? 0));
  return [...agents].sort((one, other) => size(other) - size(one));
}

/** What identifies the run, for one who wants to repeat it. */
function Details() {
  const { view } = useBook();
  return (
    <details class="details">
      <summary>Seed and hash</summary>
      <p class="facts"><span>seed {view.seed}</span><span>replicate {view.replicate}</span><span>hash of the spec <span class="mono">{view.spec}</span></span></p>
    </details>
  );
}

/** The agents that show no stance: names and sides in one line, personas on request. */
function Voices({ agents }: { agents: AgentView[] }) {
  const [all, setAll] = useState(false);
  if (!agents.length) return null;
  const shown = all ? agents : agents.slice(0, VOICES);
  return (
    <div class="voices">
      <p>{shown.map((agent) => <span key={agent.id}><Agent id={agent.id} /> <small>{agent.side}</small></span>)}</p>
      {agents.length > VOICES && <button class="more" aria-expanded={all} onClick={() => setAll(!all)}>{all ? `The first ${VOICES}` : `All ${agents.length}`}</button>}
      {agents.some(hasBackground) && <details>
        <summary>Personas and settings</summary>
        {shown.filter(hasBackground).map((agent) => <div key={agent.id}><Agent id={agent.id} /><Facts agent={agent} /></div>)}
      </details>}
    </div>
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
  const [all, setAll] = useState(false);
  const first = [...turning].sort((a, b) => Number(a.kind === "turned back") - Number(b.kind === "turned back")).slice(0, MOST_CHIPS);
  const shown = all ? turning : turning.filter((one) => first.includes(one));
  return (
    <p class="turnings">
      {shown.map((one) => (
        <button class="chip" key={`${one.kind}${one.batch}`} onClick={() => select(one.batch, true)} title={`stance ${signed(one.before)} → ${signed(one.after)}`}>
          {one.kind} <b>{names[one.batch]}</b>
        </button>
      ))}
      {turning.length > first.length && <button class="link" aria-expanded={all} onClick={() => setAll(!all)}>{all ? "fewer" : `${turning.length - first.length} more`}</button>}
    </p>
  );
}

const factsOf = (agent: AgentView): (readonly [string, unknown])[] => [...(agent.kernel ? [["belief rule", agent.kernel.replaceAll("_", " ")] as const] : []), ...Object.entries(agent.settings), ...Object.entries(agent.prior)];
const hasBackground = (agent: AgentView) => Boolean(agent.persona) || factsOf(agent).length > 0;

function Background({ agent }: { agent: AgentView }) {
  if (!hasBackground(agent)) return null;
  return (
    <details>
      <summary>Persona and settings</summary>
      <Facts agent={agent} />
    </details>
  );
}

function Facts({ agent }: { agent: AgentView }) {
  return (
    <>
      {agent.persona && <p><Words text={agent.persona} /></p>}
      <p class="facts mono">{factsOf(agent).map(([name, value]) => <span key={name}>{name} {jsonText(value)}</span>)}</p>
    </>
  );
}
