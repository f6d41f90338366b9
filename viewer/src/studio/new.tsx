// A new run: a built-in scenario or one's own text, as a form and as the TOML that the form writes, with what it may cost.
import { useEffect, useState } from "preact/hooks";
import { dollars, whole } from "../text";
import { read, send } from "./api";
import { Bar, Copy, goTo, Trouble } from "./frame";

interface Field {
  path: string;
  group: string;
  kind: string;
  value: string | number | boolean | null;
  written: boolean;
  meaning: string;
  low: number | null;
  high: number | null;
  choices: string[];
}

interface Checked {
  text: string;
  fields: Field[];
  error: string;
  hint: string;
  line: number | null;
  proposition: string;
  models: string[];
  paid: boolean;
}

interface Estimate {
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

export function New() {
  const [names, setNames] = useState<string[]>([]);
  const [draft, setDraft] = useState<Checked | null>(null);
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  const [name, setName] = useState("");
  const [usd, setUsd] = useState("");
  const [error, setError] = useState<Error | null>(null);
  const [started, setStarted] = useState<Started | null>(null);
  useEffect(() => void read<string[]>("/api/scenarios").then(setNames, setError), []);

  const check = (text: string, path = "", value: Field["value"] | null = null) => {
    setEstimate(null);
    return send<Checked>("/api/draft", { text, path, value }).then((found) => (setDraft(found), setError(null)), setError);
  };
  const choose = (name: string) => void (name && (setName(name), true) && read<{ text: string }>(`/api/scenarios/${encodeURIComponent(name)}`).then(({ text }) => check(text), setError));
  const reckon = () => draft && send<Estimate>("/api/estimate", { text: draft.text }).then(setEstimate, setError);
  const begin = () => draft && send<Started>("/api/begin", { text: draft.text, name, max_usd: usd === "" ? null : Number(usd) }).then(setStarted, setError);

  return (
    <>
      <Bar />
      <main class="new" id="new">
        <h1>New run</h1>
        <p><label>Begin from <select onChange={(event) => choose(event.currentTarget.value)}><option value="">a scenario …</option>{names.map((name) => <option key={name}>{name}</option>)}</select></label></p>
        <Trouble error={error} />
        {draft && (
          <div class="draft">
            <form onSubmit={(event) => event.preventDefault()} aria-label="Settings">
              {groupsOf(draft.fields).map(([group, fields], place) => (
                <details key={group} class="group" open={place === 0 || undefined}>
                  <summary>{group} <small>{fields.filter((field) => field.written).length} of {fields.length} written</small></summary>
                  {fields.map((field) => <Entry key={field.path} field={field} set={(value) => void check(draft.text, field.path, value)} />)}
                </details>
              ))}
            </form>
            <div>
              <label>The scenario, as TOML<textarea spellcheck={false} rows={24} value={draft.text} onChange={(event) => void check(event.currentTarget.value)} /></label>
              {draft.error && <p class="trouble" role="alert"><b>{draft.line ? `Line ${draft.line}: ` : ""}{draft.error}</b> {draft.hint}</p>}
              {!draft.error && (
                <>
                  <p class="quiet">{draft.models.join(", ")} {draft.paid ? "may cost money." : "asks nobody outside this machine."}</p>
                  <p><button class="act" onClick={reckon}>What would it take?</button>{estimate && <span role="status"> {estimate.calls ? <>{whole(estimate.calls)} calls, {whole(estimate.input_tokens)} + {whole(estimate.output_tokens)} tokens, {dollars(estimate.cost)}</> : "No call of a model."}</span>}</p>
                  {draft.paid && <p><label>At most <input type="number" min="0" step="any" value={usd} onInput={(event) => setUsd(event.currentTarget.value)} /> US dollars</label></p>}
                  <p><button class="act" disabled={draft.paid && usd === ""} onClick={begin}>Begin the run</button></p>
                </>
              )}
              {started && <Progress started={started} />}
            </div>
          </div>
        )}
      </main>
    </>
  );
}

function groupsOf(fields: Field[]): [string, Field[]][] {
  const groups = new Map<string, Field[]>();
  for (const field of fields) groups.set(field.group, [...(groups.get(field.group) ?? []), field]);
  return [...groups];
}

/** One setting with what it means and its limits; one that the text does not have yet is pale, with its default. */
function Entry({ field, set }: { field: Field; set(value: Field["value"]): void }) {
  const { path, kind, value, written, low, high } = field;
  const limits = low !== null && high !== null ? `${low} to ${high}` : low !== null ? `at least ${low}` : high !== null ? `at most ${high}` : "";
  const help = [field.meaning, limits].filter(Boolean).join(" ");
  const id = `help ${path}`.replaceAll(" ", "-");
  const named = { "aria-describedby": help ? id : undefined };
  const short = path.startsWith("agents.") ? path.split(".").slice(2).join(".") : path;
  return (
    <div class={written ? "entry written" : "entry"}>
      <label>
        <span class="mono" title={path}>{short}</span>
        {kind === "switch" ? (
          <input type="checkbox" checked={Boolean(value)} onChange={(event) => set(event.currentTarget.checked)} {...named} />
        ) : kind === "choice" ? (
          <select value={String(value ?? "")} onChange={(event) => set(event.currentTarget.value || null)} {...named}>
            {!field.choices.includes(String(value ?? "")) && <option value={String(value ?? "")}>{value === null ? "as by default" : String(value)}</option>}
            {field.choices.map((one) => <option key={one} value={one}>{one}</option>)}
          </select>
        ) : kind === "number" || kind === "whole" ? (
          <input type="number" step={kind === "whole" ? "1" : "any"} min={low ?? undefined} max={high ?? undefined} value={value === null ? "" : String(value)} placeholder="as by default" onChange={(event) => set(event.currentTarget.value === "" ? null : Number(event.currentTarget.value))} {...named} />
        ) : (
          <input type="text" value={value === null ? "" : String(value)} placeholder="as by default" onChange={(event) => set(event.currentTarget.value)} {...named} />
        )}
      </label>
      {written ? <button type="button" class="link" onClick={() => set(null)} title="Take it out of the text" aria-label={`Take ${path} out of the text`}>×</button> : <span />}
      {help && <small id={id}>{help}</small>}
    </div>
  );
}

/** The command that was started, and how it fares; once its log exists, the run is shown. */
export function Progress({ started }: { started: Started }) {
  const [told, setTold] = useState("");
  useEffect(() => {
    let wanted = true;
    const look = async () => {
      const found = await read<{ code: number | null; told: string; there: boolean }>(`/api/commands/${started.number}?run=${started.run}`).catch(() => null);
      if (!wanted) return;
      if (found?.there && !(found.code && location.pathname === `/run/${started.run}`)) return goTo(`/run/${started.run}`);
      setTold(found?.told ?? "");
      if (found?.code === null || found?.code === 0) setTimeout(look, 300);
    };
    void look();
    return () => void (wanted = false);
  }, [started.number]);
  return <div role="status"><Copy what="command" text={started.command} />{told && <pre class="mono">{told}</pre>}</div>;
}
