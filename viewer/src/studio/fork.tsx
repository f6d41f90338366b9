// A fork: the turn from which it asks anew, the settings that change there, and what it would take.
import { useState } from "preact/hooks";
import type { Book } from "../store";
import { jsonText } from "../text";
import { read, send } from "./api";
import { Entry, type Field, type Hands, type Section, type Value } from "./form";
import { Copy, Trouble, useAsked, useInSight } from "./frame";
import { amounts, type Expense, Progress, type Started } from "./new";

export type Changes = Record<string, Value>;

interface Dry {
  paid: boolean;
  expense: Expense;
  command: string;
}

export function Fork({ run, book, from, changes: given }: { run: string; book: Book; from: string; changes: Changes }) {
  const [at, setAt] = useState(from || (book.view.turns[0]?.key ?? ""));
  const [changes, setChanges] = useState<Changes>(given);
  const [usd, setUsd] = useState("");
  const [dry, setDry] = useState<Dry | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [started, setStarted] = useState<Started | null>(null);
  const [form, problem] = useAsked(() => read<Section[]>(`/api/runs/${run}/fork-form?at=${encodeURIComponent(at)}`), `${run} ${at}`);
  const [path, setPath] = useState("");
  const place = useInSight();
  const wanted = (more: object) => ({ at, set: changes, max_usd: usd === "" ? null : Number(usd), ...more });
  const change = (name: string, value: Value) => {
    setDry(null);
    setChanges(({ [name]: _, ...others }) => (value === null ? others : { ...others, [name]: value }));
  };
  const hands: Hands = { set: (field, value) => change(field.path, value === field.value ? null : value) };
  const reckon = () => send<Dry>(`/api/runs/${run}/fork`, wanted({ dry: true })).then((found) => (setDry(found), setError(null)), setError);
  const begin = () => send<Started>(`/api/runs/${run}/fork`, wanted({})).then((found) => (setStarted(found), setError(null)), setError);
  return (
    <section ref={place} class="fork" aria-label="Fork">
      <h2>Fork</h2>
      <p class="quiet">What was said before the turn stays, byte for byte; from it on everybody is asked anew.</p>
      <p><label>From the turn <select value={at} onChange={(event) => (setAt(event.currentTarget.value), setDry(null))}>{book.view.turns.map((turn) => <option key={turn.key} value={turn.key}>{turn.key}, {book.names[turn.batch]}</option>)}</select></label></p>
      <div class="allowed">{(form ?? []).map((section) => <Allowed key={section.path} section={section} changes={changes} hands={hands} />)}</div>
      <p class="adding"><label>Another setting <input type="text" class="mono" value={path} placeholder={`agents.${book.view.agents[0]?.id ?? "ID"}.belief.u=0.8`} onInput={(event) => setPath(event.currentTarget.value)} /></label> <button class="act" disabled={!path.includes("=")} onClick={() => (change(...settingOf(path)), setPath(""))}>Change it</button></p>
      {Object.keys(changes).length > 0 && <ul class="changes" aria-label="What changes">{Object.entries(changes).map(([name, value]) => <li key={name}><code class="mono">{name}={jsonText(value)}</code> <button class="link" onClick={() => change(name, null)} aria-label={`As it was: ${name}`}>×</button></li>)}</ul>}
      <p><button class="act" onClick={reckon}>What would it take?</button>{dry && <span role="status"> {dry.paid ? amounts(dry.expense) : "It asks nobody outside this machine."}</span>}</p>
      {dry && <Copy what="command" text={dry.command} />}
      <p><label>At most <input class="usd" type="number" min="0" step="any" value={usd} onInput={(event) => setUsd(event.currentTarget.value)} /> US dollars, where models cost money</label></p>
      <button class="act begin" disabled={dry?.paid && usd === ""} onClick={begin}>Begin the fork</button>
      <Trouble error={error ?? problem} />
      {started && <Progress key={started.number} started={started} />}
    </section>
  );
}

/** A section of what may change, folded; a changed setting is marked. */
function Allowed({ section, changes, hands }: { section: Section; changes: Changes; hands: Hands }) {
  const count = Object.keys(changes).filter((path) => path.startsWith(`${section.path}.`)).length;
  const shown = (field: Field): Field => (field.path in changes ? { ...field, value: changes[field.path]! } : field);
  return (
    <details class="group" data-section={section.path}>
      <summary>{section.title} {count > 0 && <small>{count} changed</small>}</summary>
      {section.fields.map((field) => <Entry key={field.path} field={shown(field)} changed={field.path in changes} hands={hands} />)}
      {section.sections.map((inner) => <Allowed key={inner.path} section={inner} changes={changes} hands={hands} />)}
    </details>
  );
}

/** Read path=value; a value that is JSON is that value, any other is text. */
function settingOf(line: string): [string, Value] {
  const cut = line.indexOf("=");
  const [path, text] = [line.slice(0, cut).trim(), line.slice(cut + 1).trim()];
  try {
    return [path, JSON.parse(text) as Value];
  } catch {
    return [path, text];
  }
}
