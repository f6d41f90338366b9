// A new run: a built-in scenario or one's own text, as a form and as the TOML that the form writes, with what it may cost.
import { useEffect, useRef, useState } from "preact/hooks";
import { dollars, whole } from "../text";
import { read, send } from "./api";
import { type Hands, type Section, SectionOf } from "./form";
import { Bar, Copy, goTo, Trouble } from "./frame";
import { Listen } from "./listen";
import { OwnMotion } from "./own";

export interface Checked {
  text: string;
  form: Section[];
  error: string;
  hint: string;
  line: number | null;
  proposition: string;
  models: string[];
  paid: boolean;
  usd: number | null;
}

export interface Expense {
  calls: number;
  input_tokens: number;
  output_tokens: number;
  cost: number | null;
}

export interface Started {
  number: number;
  command: string;
  run: string;
}

/** Milliseconds of quiet after which a text that is being written is read. */
export const QUIET = 350;

export function New() {
  const [names, setNames] = useState<string[]>([]);
  const [draft, setDraft] = useState<Checked | null>(null);
  const [form, setForm] = useState<Section[]>([]);
  const [text, setText] = useState("");
  const [name, setName] = useState("");
  const [error, setError] = useState<Error | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const latest = useRef(0);
  const waiting = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => void read<string[]>("/api/scenarios").then(setNames, setError), []);
  useEffect(() => () => clearTimeout(waiting.current), []);

  const check = (change: { text: string; [name: string]: unknown }) => {
    const number = ++latest.current;
    clearTimeout(waiting.current);
    return send<Checked>("/api/draft", change).then(
      (found) => {
        if (number !== latest.current) return; // something was written since
        setDraft(found), setText(found.text), setError(null);
        if (found.form.length) setForm(found.form); // a text that is no TOML keeps the form that it had
      },
      (problem: Error) => number === latest.current && setError(problem),
    );
  };
  const write = (written: string) => {
    setText(written);
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => void check({ text: written }), QUIET);
  };
  const hands: Hands = {
    set: (field, value, toml) => void check({ text, place: field.place, value, toml: Boolean(toml) }),
    take: (place) => void check({ text, place, value: null }),
    add: (place) => void check({ text, place, add: true }),
  };
  const choose = (chosen: string) => void (chosen && (setName(chosen), true) && read<{ text: string }>(`/api/scenarios/${encodeURIComponent(chosen)}`).then((found) => check({ text: found.text }), setError));
  const edit = (written: string) => void (setName(""), check({ text: written }).then(() => box.current?.scrollIntoView({ block: "center" })));
  const goToLine = (line: number) => {
    const before = text.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    box.current?.focus();
    box.current?.setSelectionRange(before, before + (text.split("\n")[line - 1] ?? "").length);
  };

  return (
    <>
      <Bar />
      <main class="new" id="new">
        <h1>New run</h1>
        <OwnMotion edit={edit} />
        <h2>Or from a scenario, with every setting</h2>
        <p class="from"><label>Begin from <select onChange={(event) => choose(event.currentTarget.value)}><option value="">a scenario …</option>{names.map((name) => <option key={name}>{name}</option>)}</select></label></p>
        <Trouble error={error} />
        {draft && (
          <div class="draft">
            <form onSubmit={(event) => event.preventDefault()} aria-label="Settings">
              {form.map((section, place) => <SectionOf key={section.path} section={section} hands={hands} open={place === 0} />)}
              <p class="quiet">Addresses of servers, keys, price files and files of your own are not set from here: write them into a file, and give that to <code class="mono">doxa run</code>.</p>
            </form>
            <div>
              <label>The scenario, as TOML<textarea ref={box} spellcheck={false} rows={24} value={text} onInput={(event) => write(event.currentTarget.value)} /></label>
              {draft.error && <p class="trouble" role="alert">{draft.line && <button type="button" class="link line" onClick={() => goToLine(draft.line!)}>Line {draft.line}</button>} <b>{draft.error}</b> {draft.hint}</p>}
              {!draft.error && <Launch text={text} draft={draft} name={name} />}
            </div>
          </div>
        )}
        <Listen />
      </main>
    </>
  );
}

/** What a scenario would take, a bound where it may cost money, and the button that begins it. */
export function Launch({ text, draft, name }: { text: string; draft: Checked; name: string }) {
  const [estimate, setEstimate] = useState<Expense | null>(null);
  const [usd, setUsd] = useState("");
  const [error, setError] = useState<Error | null>(null);
  const [started, setStarted] = useState<Started | null>(null);
  useEffect(() => (setEstimate(null), setStarted(null)), [text]);
  const bounded = !draft.paid || usd !== "" || draft.usd !== null;
  const reckon = () => send<Expense>("/api/estimate", { text }).then((found) => (setEstimate(found), setError(null)), setError);
  const begin = () => send<Started>("/api/begin", { text, name, max_usd: usd === "" ? null : Number(usd) }).then((found) => (setStarted(found), setError(null)), setError);
  return (
    <>
      <p class="quiet">{draft.models.join(", ")} {draft.paid ? "may cost money." : draft.models.length > 1 ? "ask nobody outside this machine." : "asks nobody outside this machine."}</p>
      <p><button type="button" class="act" onClick={reckon}>What would it take?</button>{estimate && <span role="status"> {amounts(estimate)}</span>}</p>
      {draft.paid && <p><label>At most <input class="usd" type="number" min="0" step="any" value={usd} placeholder={draft.usd === null ? "" : String(draft.usd)} onInput={(event) => setUsd(event.currentTarget.value)} /> US dollars</label></p>}
      <p><button type="button" class="act begin" disabled={!bounded} onClick={begin}>Begin the run</button>{!bounded && <span class="quiet"> A run that may cost money needs a bound first.</span>}</p>
      <Trouble error={error} />
      {started && <Progress key={started.number} started={started} />}
    </>
  );
}

export const amounts = (expense: Expense) => (expense.calls ? `${whole(expense.calls)} calls, ${whole(expense.input_tokens)} + ${whole(expense.output_tokens)} tokens, ${expense.cost === null ? "price unknown" : dollars(expense.cost)}` : "No call of a model.");

/** The command that was started, and how it fares; once its log exists, the run is shown. */
export function Progress({ started }: { started: Started }) {
  const [told, setTold] = useState("");
  const [over, setOver] = useState<number | null>(null);
  useEffect(() => {
    let wanted = true;
    const look = async () => {
      const found = await read<{ code: number | null; told: string; there: boolean }>(`/api/commands/${started.number}?run=${started.run}`).catch(() => null);
      if (!wanted) return;
      if (found?.there && !(found.code && location.pathname === `/run/${started.run}`)) return goTo(`/run/${started.run}`);
      setTold(found?.told ?? "");
      setOver(found?.code ?? null);
      if (found?.code === null || found?.code === 0) setTimeout(look, 300);
    };
    void look();
    return () => void (wanted = false);
  }, [started.number]);
  return <div role="status"><Copy what="command" text={started.command} />{over ? <p class="trouble">The command ended with code {over}.</p> : null}{told && <pre class="mono told">{told}</pre>}</div>;
}
