// Your turn: an argument of one's own, judged as the run was, and what it would do to every mind.
import { useState } from "preact/hooks";
import { Polarity, Wide } from "../common";
import type { Book } from "../store";
import { dollars, signed, whole } from "../text";
import { send } from "./api";
import { Copy, Trouble, useInSight } from "./frame";

interface Effect {
  agent: string;
  before: number | null;
  after: number | null;
  log_odds_before: number | null;
  log_odds_after: number | null;
  admitted: { claim: string; active: boolean; strength: number | null; reason: string; similarity: number | null }[];
  status: string;
}

interface Tried {
  /** Judges that may cost money; nothing was asked yet. */
  ask?: string[];
  uses?: { model: string; calls: number; input_tokens: number; output_tokens: number; cost: number | null }[];
  claims: { id: string; text: string; polarity: number; strengths: Record<string, number> }[];
  lost: string;
  effects: Effect[];
  models: string[];
  cost: number | null;
  notes: string[];
  command: string;
  python: string;
}

const TOLD: Record<string, string> = {
  apart: "does not hear it",
  asked: "states its stance itself, so only its model could say",
  deaf: "its rule does not read arguments",
};

const SHOWN = 24;

export function YourTurn({ run, book }: { run: string; book: Book }) {
  const { agents, turns } = book.view;
  const place = useInSight();
  const [text, setText] = useState("");
  const [speaker, setSpeaker] = useState(agents[0]?.id ?? "");
  const [at, setAt] = useState("");
  const [side, setSide] = useState("");
  const [deaf, setDeaf] = useState<string[]>([]);
  const [usd, setUsd] = useState("");
  const [tried, setTried] = useState<Tried | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const others = agents.filter((agent) => agent.id !== speaker);
  const listeners = others.filter((agent) => !deaf.includes(agent.id)).map((agent) => agent.id);
  const ask = (asking: boolean) => {
    setBusy(true);
    const heard_by = deaf.length ? listeners : null;
    send<Tried>(`/api/runs/${run}/argue`, { text, speaker, at, side: side || null, heard_by, asking, max_usd: usd === "" ? null : Number(usd) })
      .then((found) => (setTried(found), setError(null)), setError)
      .finally(() => setBusy(false));
  };
  return (
    <section ref={place} class="fork your-turn" aria-label="Your turn">
      <h2>Your turn</h2>
      <p class="quiet">Say something, and see what it would do to each mind. It is judged as the run was; nothing is written.</p>
      <label>What is said<textarea rows={4} value={text} onInput={(event) => setText(event.currentTarget.value)} /></label>
      <p class="choices">
        <label>by <select value={speaker} onChange={(event) => setSpeaker(event.currentTarget.value)}>{agents.map((agent) => <option key={agent.id} value={agent.id}>{agent.name}</option>)}</select></label>
        <label>when <select value={at} onChange={(event) => setAt(event.currentTarget.value)}>
          <option value="">after the last turn</option>
          {turns.map((turn) => <option key={turn.key} value={turn.key}>in place of {turn.key}, {book.names[turn.batch]}</option>)}
        </select></label>
        <label>arguing <select value={side} onChange={(event) => setSide(event.currentTarget.value)}>
          <option value="">as its speaker does</option><option value="pro">for</option><option value="con">against</option><option value="neutral">neither side</option>
        </select></label>
      </p>
      {others.length > 1 && others.length <= SHOWN && (
        <fieldset class="hearers"><legend>heard by</legend>
          {others.map((agent) => <label key={agent.id}><input type="checkbox" checked={!deaf.includes(agent.id)} onChange={() => setDeaf(deaf.includes(agent.id) ? deaf.filter((one) => one !== agent.id) : [...deaf, agent.id])} /> {agent.name}</label>)}
        </fieldset>
      )}
      <p><button class="act" disabled={busy || !text.trim() || !listeners.length} onClick={() => ask(false)}>{busy ? "Being judged …" : "See what it does"}</button></p>
      <Trouble error={error} />
      {tried?.ask && (
        <div class="trouble" role="alert">
          <p><b>{tried.ask.join(", ")} judges this run, and may cost money.</b> {tried.uses?.map((use) => `${use.model}: ${whole(use.calls)} calls, ${whole(use.input_tokens)} + ${whole(use.output_tokens)} tokens, ${dollars(use.cost)}`).join("; ")}</p>
          <p><label>At most <input type="number" min="0" step="any" value={usd} onInput={(event) => setUsd(event.currentTarget.value)} /> US dollars</label> <button class="act" disabled={usd === "" || busy} onClick={() => ask(true)}>Ask it</button></p>
        </div>
      )}
      {tried && !tried.ask && <Outcome tried={tried} book={book} />}
    </section>
  );
}

function Outcome({ tried, book }: { tried: Tried; book: Book }) {
  const name = (id: string) => book.view.agents.find((one) => one.id === id)?.name ?? id;
  const shown = [...tried.effects].sort((one, other) => size(other) - size(one)).slice(0, SHOWN);
  return (
    <div role="status">
      <h3>What was heard</h3>
      {tried.lost && <p class="trouble">No claim was heard: {tried.lost}.</p>}
      {!tried.lost && !tried.claims.length && <p>No argument on the motion was heard in it.</p>}
      <ul class="heard">{tried.claims.map((claim) => <li key={claim.id}><Polarity value={claim.polarity} /> {claim.text} <small>{Object.entries(claim.strengths).map(([by, value]) => `${by} ${value.toFixed(2)}`).join(", ")}</small></li>)}</ul>
      {tried.notes.map((note) => <p key={note}>{note}</p>)}
      <h3>What it does</h3>
      <Wide label="What the argument does"><table class="effects">
        <thead><tr><th scope="col">mind</th><th scope="col">before</th><th scope="col">after</th><th scope="col">change</th><th scope="col">change of log-odds L</th><th scope="col">what its memory did</th></tr></thead>
        <tbody>{shown.map((one) => (
          <tr key={one.agent} data-effect={one.agent} data-after={one.after}>
            <th scope="row">{name(one.agent)}</th><td>{signed(one.before)}</td><td>{signed(one.after)}</td><td>{signed(gap(one.before, one.after))}</td><td>{signed(gap(one.log_odds_before, one.log_odds_after))}</td>
            <td>{TOLD[one.status] ?? (one.admitted.map((entry) => `${entry.claim.split("#").pop()}: ${entry.reason}${entry.strength === null ? "" : `, s ${entry.strength.toFixed(2)}`}`).join("; ") || "nothing")}</td>
          </tr>
        ))}</tbody>
      </table></Wide>
      {tried.effects.length > SHOWN && <p class="quiet">The {SHOWN} that move most, of {tried.effects.length}.</p>}
      <p class="quiet">Judged by {tried.models.join(", ")}, {tried.cost === 0 ? "free of charge" : dollars(tried.cost)}.</p>
      <Copy what="command" text={tried.command} />
      <Copy what="Python" text={tried.python} />
    </div>
  );
}

const gap = (one: number | null, other: number | null) => (one === null || other === null ? null : other - one);

const size = (one: Effect) => Math.abs(gap(one.before, one.after) ?? 0);
