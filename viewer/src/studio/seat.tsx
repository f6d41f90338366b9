// A person's seat in a run that goes on: what is asked, exactly as the log has it, and a form for the answer.
import { useEffect, useRef, useState } from "preact/hooks";
import { counted } from "../text";
import { read, send } from "./api";
import { Bar, Trouble } from "./frame";
import { Progress, type Started } from "./new";

export interface Schema {
  type?: string;
  description?: string;
  enum?: (string | number)[];
  properties?: Record<string, Schema>;
  items?: Schema;
  prefixItems?: Schema[];
  const?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  optional?: boolean;
}

interface Turn {
  id: string;
  step: string;
  name: string;
  blocks: { tag: string; text: string }[];
  answer_schema: Schema | null;
  limit_s: number | null;
}

export interface Asked {
  persons: string[];
  turn: Turn | null;
  draft?: string;
  left?: number | null;
  driven?: boolean | null;
}

type Value = string | number | boolean | null | Value[] | { [name: string]: Value };

const EVERY = 1200; // milliseconds between two looks at what is asked
const REST = 700; // milliseconds without a key after which a draft is kept

const WINDOW = crypto.randomUUID();

export const seatOf = (run: string): Promise<Asked> => read<Asked>(`/api/runs/${run}/seat?window=${WINDOW}`);

export function Seat({ run, begun, ended }: { run: string; begun: Asked; ended: () => void }) {
  const [asked, setAsked] = useState(begun);
  const [error, setError] = useState<Error | null>(null);
  const [started, setStarted] = useState<Started | null>(null);
  useEffect(() => {
    const look = () => seatOf(run).then((found) => (found.persons.length ? (setAsked(found), setError(null)) : ended()), setError);
    const timer = setInterval(look, EVERY);
    return () => clearInterval(timer);
  }, [run]);
  const { turn, driven } = asked;
  return (
    <>
      <Bar>
        <span class="grow" />
        {driven === false ? <button class="act resume" onClick={() => send<Started>(`/api/runs/${run}/resume`, {}).then(setStarted, setError)}>Resume</button> : <button class="act stop" onClick={() => send(`/api/runs/${run}/stop`, {}).then(() => setError(null), setError)}>Pause</button>}
      </Bar>
      <Trouble error={error} />
      {started && <Progress key={started.number} started={started} />}
      <main class="seat" aria-label="Your seat">
        {turn ? <Step key={turn.id} run={run} turn={turn} draft={asked.draft ?? ""} left={asked.left ?? null} given={() => setAsked({ ...asked, turn: null })} /> : (
          <p class="waits" role="status">{driven === false ? `The run is paused. Nothing is lost: resume it, and ${asked.persons.join(" or ")} is asked again.` : `You speak for ${asked.persons.join(" and ")}. It is not your turn; the others are speaking.`}</p>
        )}
        <p class="quiet">Where everybody stands is shown when the run has ended.</p>
      </main>
    </>
  );
}

function Step({ run, turn, draft, left, given }: { run: string; turn: Turn; draft: string; left: number | null; given: () => void }) {
  const schema = turn.answer_schema;
  const [words, setWords] = useState(draft);
  const [value, setValue] = useState<Value>(() => (schema ? begun(schema, draft) : null));
  const [error, setError] = useState<Error | null>(null);
  const [leaving, setLeaving] = useState(false);
  const place = useRef<HTMLElement>(null);
  const text = schema ? JSON.stringify(value) : words;
  const first = useRef(true);
  const give = (kind: string) => send(`/api/runs/${run}/give`, { window: WINDOW, id: turn.id, kind, text }).then(() => kind !== "draft" && given(), setError);
  useEffect(() => place.current?.scrollIntoView({ block: "center" }), []);
  useEffect(() => {
    if (first.current) return void (first.current = false);
    const timer = setTimeout(() => give("draft"), REST);
    return () => clearTimeout(timer);
  }, [text]);
  const request = turn.blocks.filter(({ tag }) => tag === "request" || tag === "correction");
  const before = turn.blocks.filter((block) => !request.includes(block));
  return (
    <>
      <h1>{turn.name}, it is your turn</h1>
      <div class="before">{before.map((block, at) => <div key={at} class={block.tag === "said" ? "line" : "para"}>{block.text.split("\n").map((line, row) => <p key={row}>{line}</p>)}</div>)}</div>
      <section ref={place} class="step" data-step={turn.step}>
        {request.map((block) => <div key={block.tag} class={block.tag === "correction" ? "trouble" : "para"}>{block.text.split("\n").map((line, row) => <p key={row}>{line}</p>)}</div>)}
        {left !== null && <p class="clock" role="timer">{left > 90 ? `${Math.ceil(left / 60)} minutes` : counted(Math.ceil(left), "second")} left</p>}
        {schema ? <Field name="" schema={schema} value={value} change={setValue} /> : <label>Your words<textarea rows={7} value={words} onInput={(event) => setWords(event.currentTarget.value)} /></label>}
        <p class="choices">
          <button class="act give" disabled={schema ? !isComplete(schema, value) : !words.trim()} onClick={() => give("answer")}>Give it</button>
          {leaving ? <span>The run goes on without you. <button class="link" onClick={() => give("leave")}>Leave now</button> <button class="link" onClick={() => setLeaving(false)}>stay</button></span> : <button class="link" onClick={() => setLeaving(true)}>Leave the run</button>}
        </p>
        <p class="quiet">What you have written is kept while you write, also when this page is closed. What is given counts once.</p>
        <Trouble error={error} />
      </section>
    </>
  );
}

/** Return the value of a form as it was drafted, or as it begins. */
function begun(schema: Schema, draft: string): Value {
  try {
    return JSON.parse(draft) as Value;
  } catch {
    return start(schema);
  }
}

function start(schema: Schema): Value {
  if (schema.properties) return Object.fromEntries(Object.entries(schema.properties).map(([name, below]) => [name, start(below)]));
  if (schema.items) return Array.from({ length: schema.minItems ?? 0 }, (_, at) => start(entryOf(schema, at)));
  if (schema.const !== undefined) return schema.const;
  return schema.type === "boolean" ? false : schema.optional || schema.type === "null" || schema.type === "number" || schema.type === "integer" || schema.enum ? null : "";
}

/** Whether nothing is left open that has no empty answer. */
function isComplete(schema: Schema, value: Value): boolean {
  if (schema.properties) return Object.entries(schema.properties).every(([name, below]) => isComplete(below, (value as Record<string, Value>)[name] ?? null));
  if (schema.items) return (value as Value[]).every((entry, at) => isComplete(entryOf(schema, at), entry));
  return value !== null || schema.optional === true || schema.type === "null";
}

const entryOf = (schema: Schema, at: number): Schema => schema.prefixItems?.[at] ?? schema.items!;

const worded = (name: string) => name.replaceAll("_", " ");

function Field({ name, schema, value, change }: { name: string; schema: Schema; value: Value; change: (value: Value) => void }) {
  if (schema.properties) {
    const fields = value as Record<string, Value>;
    return <fieldset>{name && <legend>{worded(name)}</legend>}{Object.entries(schema.properties).map(([field, below]) => <Field key={field} name={field} schema={below} value={fields[field] ?? null} change={(now) => change({ ...fields, [field]: now })} />)}</fieldset>;
  }
  if (schema.items) return <Entries name={name} schema={schema} entries={value as Value[]} change={change} />;
  const label = schema.description ?? worded(name);
  if (schema.type === "null") return null;
  if (schema.const !== undefined) return <p><b>{schema.const}</b></p>;
  if (schema.enum) return <label>{label} <select value={String(value ?? "")} onChange={(event) => change(schema.enum!.find((one) => String(one) === event.currentTarget.value) ?? null)}><option value="">choose</option>{schema.enum.map((one) => <option key={one} value={String(one)}>{one}</option>)}</select></label>;
  if (schema.type === "boolean") return <label class="tick"><input type="checkbox" checked={value === true} onChange={(event) => change(event.currentTarget.checked)} /> {label}</label>;
  if (schema.type === "number" || schema.type === "integer") {
    const range = schema.minimum !== undefined && schema.maximum !== undefined ? ` (${schema.minimum} to ${schema.maximum})` : "";
    return <label>{label}{range} <input type="number" step={schema.type === "integer" ? 1 : "any"} min={schema.minimum} max={schema.maximum} value={value === null ? "" : String(value)} onInput={(event) => change(event.currentTarget.value === "" ? null : Number(event.currentTarget.value))} /></label>;
  }
  return <label>{label}<textarea rows={2} value={String(value ?? "")} onInput={(event) => change(event.currentTarget.value || (schema.optional ? null : ""))} /></label>;
}

function Entries({ name, schema, entries, change }: { name: string; schema: Schema; entries: Value[]; change: (value: Value) => void }) {
  return (
    <fieldset><legend>{worded(name)}</legend>
      {entries.map((entry, at) => <Field key={at} name={String(at + 1)} schema={entryOf(schema, at)} value={entry} change={(now) => change(entries.map((one, place) => (place === at ? now : one)))} />)}
      {entries.length < (schema.maxItems ?? 99) && <button class="link" onClick={() => change([...entries, start(entryOf(schema, entries.length))])}>one more</button>}
      {entries.length > (schema.minItems ?? 0) && <button class="link" onClick={() => change(entries.slice(0, -1))}>one less</button>}
    </fieldset>
  );
}
