// A run on a motion of one's own: who debates, and arguments that the offline judge reads while they are typed.
import { useEffect, useState } from "preact/hooks";
import { send } from "./api";
import { Trouble } from "./frame";
import { type Checked, Launch, QUIET } from "./new";

interface Person {
  name: string;
  side: string;
  persona: string;
  u: number;
  /** Whether the user speaks for it. */
  you?: boolean;
}

interface Own {
  motion: string;
  people: Person[];
  /** Arguments for and against, one a line. */
  pro: string;
  con: string;
  /** Strengths that somebody wrote, by argument. */
  strengths: Record<string, string>;
  rounds: number;
  speaker: string;
  hearer: string;
}

interface Reading {
  direction: string;
  strength: number;
}

type Side = "pro" | "con";

const SIDES: Record<string, string> = { pro: "for", con: "against", neutral: "undecided" };

const OFFLINE = "offline";

/** What was written, kept while the page is open, so that a run can be begun again with one thing changed. */
let kept: Own = {
  motion: "",
  people: [{ name: "Ana", side: "pro", persona: "", u: 0.4 }, { name: "Ben", side: "con", persona: "", u: 0.4 }],
  pro: "",
  con: "",
  strengths: {},
  rounds: 6,
  speaker: OFFLINE,
  hearer: OFFLINE,
};

export function OwnMotion({ edit }: { edit(text: string): void }) {
  const [own, setOwn] = useState(kept);
  const [draft, setDraft] = useState<Checked | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const readings = useReadings(own);
  const text = tomlOf(own);
  const lacks = lacking(own);
  useEffect(() => {
    kept = own;
    if (lacks) return setDraft(null), setError(null);
    const giveUp = new AbortController();
    const timer = setTimeout(() => send<Checked>("/api/draft", { text }, giveUp.signal).then((found) => (setDraft(found), setError(null)), (problem: Error) => problem.name !== "AbortError" && setError(problem)), QUIET);
    return () => (clearTimeout(timer), giveUp.abort());
  }, [text]);
  const set = (change: Partial<Own>) => setOwn((old) => ({ ...old, ...change }));
  const person = (place: number, change: Partial<Person>) => set({ people: own.people.map((one, at) => (at === place ? { ...one, ...change } : one)) });
  const add = () => set({ people: [...own.people, { name: `Agent ${own.people.length + 1}`, side: "neutral", persona: "", u: 0.4 }] });
  return (
    <form class="own" aria-label="Your own motion" onSubmit={(event) => event.preventDefault()}>
      <h2>Your own motion</h2>
      <label class="motion">What is debated<input type="text" name="motion" value={own.motion} placeholder="We should close the town centre to cars" onInput={(event) => set({ motion: event.currentTarget.value })} /></label>
      <h3>Who debates</h3>
      {own.people.map((one, place) => (
        <fieldset key={place} class="person" data-person={place}>
          <label>Name<input type="text" name="name" value={one.name} onInput={(event) => person(place, { name: event.currentTarget.value })} /></label>
          <label>Side<select name="side" value={one.side} onChange={(event) => person(place, { side: event.currentTarget.value })}>{Object.entries(SIDES).map(([side, word]) => <option key={side} value={side}>{word}</option>)}</select></label>
          <label>Openness <output>{one.u.toFixed(2)}</output><input type="range" name="u" min="0" max="1" step="0.05" value={one.u} onInput={(event) => person(place, { u: Number(event.currentTarget.value) })} /><small class="ends"><span>keeps its view</span><span>takes up others' arguments</span></small></label>
          <label class="persona">Who they are, in a sentence or two<input type="text" name="persona" value={one.persona} placeholder={own.speaker === OFFLINE ? "for a model; offline speakers do not read it" : "A nurse who works nights."} onInput={(event) => person(place, { persona: event.currentTarget.value })} /></label>
          <label class="you"><input type="checkbox" name="you" checked={one.you ?? false} onChange={(event) => person(place, { you: event.currentTarget.checked })} /> I speak for {one.name.trim() || "this one"} myself: the run's page asks me, and before and after it where I stand</label>
          {own.people.length > 2 && <button type="button" class="link" onClick={() => set({ people: own.people.filter((_, at) => at !== place) })} aria-label={`Take ${one.name} out`}>take out</button>}
        </fieldset>
      ))}
      <p><button type="button" class="act" onClick={add}>Add somebody</button></p>
      <h3>Your arguments</h3>
      <p class="quiet">Type or paste them, one a line; from a table, the strength may stand in the column beside them. doxa's offline judge reads each as you type; the side under which you write it counts, whatever the judge reads. A strength is between 0.1 (says nothing) and 0.9 (hard to answer); leave it empty for the judge's.</p>
      <div class="sides">{(["pro", "con"] as const).map((side) => <Arguments key={side} side={side} own={own} readings={readings} set={set} />)}</div>
      <h3>Who speaks</h3>
      <p class="choices">
        <label>Words <select name="words" value={own.speaker === OFFLINE ? OFFLINE : "model"} onChange={(event) => set(event.currentTarget.value === OFFLINE ? { speaker: OFFLINE, hearer: OFFLINE } : { speaker: "" })}><option value={OFFLINE}>simulated offline, from your arguments</option><option value="model">written by a model</option></select></label>
        {own.speaker !== OFFLINE && <label>Model <input type="text" name="model" class="mono" value={own.speaker} placeholder="ollama:qwen3" onInput={(event) => set({ speaker: event.currentTarget.value, hearer: own.hearer === OFFLINE ? OFFLINE : event.currentTarget.value })} /></label>}
        {own.speaker !== OFFLINE && <label>Heard by <select name="hearer" value={own.hearer === OFFLINE ? OFFLINE : "model"} onChange={(event) => set({ hearer: event.currentTarget.value === OFFLINE ? OFFLINE : own.speaker })}><option value={OFFLINE}>doxa's offline judge, free</option><option value="model">the same model</option></select></label>}
        <label>Rounds <input class="rounds" type="number" name="rounds" min="1" max="100" value={own.rounds} onInput={(event) => set({ rounds: Number(event.currentTarget.value) })} /></label>
      </p>
      <p class="quiet">{beginningOf(own)}</p>
      {lacks ? <p class="lacks" aria-live="polite">{lacks}</p> : draft?.error ? <p class="trouble" role="alert"><b>{draft.error}</b> {draft.hint}</p> : draft && <Launch text={text} draft={draft} name="" />}
      <Trouble error={error} />
      <details class="toml"><summary>The scenario that this writes, for a terminal</summary><p class="quiet">Kept in a file, it is run by <code class="mono">doxa run FILE.toml</code>; “Begin the run” keeps it below <code class="mono">scenarios/</code>.</p><pre class="mono">{text}</pre><p><button type="button" class="act" onClick={() => edit(text)}>Change any other setting</button></p></details>
    </form>
  );
}

/** Return arguments, one a line without the dash or number of a list, with the strength that a pasted table has beside them. */
function entriesOf(text: string): Map<string, string> {
  const rows = text.split("\n").map((line) => line.replace(/^\s*(?:[-*•–]|\d+[.)])\s+/, "").split("\t").map((cell) => cell.trim()));
  return new Map(rows.filter(([line]) => line).map(([line, ...cells]) => [line!, cells.find((cell) => /^(?:0?\.\d+|[01](?:\.\d+)?)$/.test(cell)) ?? ""]));
}

const linesOf = (text: string): string[] => [...entriesOf(text).keys()];

/** Return the strength that somebody gave an argument, in its field or beside it; empty for the judge's. */
const strengthOf = (own: Own, side: Side, line: string): string => own.strengths[line] ?? entriesOf(own[side]).get(line) ?? "";

/** Arguments of one side: a box to type or paste into, and below it every line as the judge reads it. */
function Arguments({ side, own, readings, set }: { side: Side; own: Own; readings: Record<string, Reading>; set(change: Partial<Own>): void }) {
  const lines = linesOf(own[side]);
  return (
    <div data-side={side}>
      <label class={SIDES[side]!}>{side === "pro" ? "For" : "Against"} <small>{lines.length || "none yet"}</small><textarea name={side} rows={5} value={own[side]} onInput={(event) => set({ [side]: event.currentTarget.value })} /></label>
      <ul class="readings">{lines.map((line) => {
        const reading = readings[keyOf(own.motion, line)];
        return (
          <li key={line} data-direction={reading?.direction ?? ""}>
            <span class="line">{line}</span>
            <small class={reading && reading.direction !== SIDES[side] ? "odd" : ""}>{reading ? `judge: ${reading.direction}` : "…"}</small>
            <label><small>strength</small> <input type="number" min="0" max="1" step="0.05" value={strengthOf(own, side, line)} placeholder={reading ? reading.strength.toFixed(2) : ""} aria-label={`Strength of “${line}”`} onInput={(event) => set({ strengths: { ...own.strengths, [line]: event.currentTarget.value } })} /></label>
          </li>
        );
      })}</ul>
    </div>
  );
}

/** Arguments that the judge is asked about at once; the others follow. */
const AT_ONCE = 100;

/** Return what the judge reads, by motion and argument; what was read is not asked for again. */
function useReadings({ motion, pro, con }: Own): Record<string, Reading> {
  const [readings, setReadings] = useState<Record<string, Reading>>({});
  const texts = [...new Set([...linesOf(pro), ...linesOf(con)])].filter((line) => !readings[keyOf(motion, line)]).slice(0, AT_ONCE);
  useEffect(() => {
    if (!motion.trim() || !texts.length) return;
    const timer = setTimeout(() => void send<Reading[]>("/api/readings", { motion, texts }).then((found) => setReadings((old) => ({ ...old, ...Object.fromEntries(texts.map((line, place) => [keyOf(motion, line), found[place]!])) })), () => undefined), QUIET);
    return () => clearTimeout(timer);
  }, [keyOf(motion, texts.join("\n"))]);
  return readings;
}

const keyOf = (motion: string, line: string) => `${motion}\n${line}`;

/** The sides on which somebody needs arguments. */
const needed = ({ people }: Own): Side[] => (["pro", "con"] as const).filter((side) => people.some((one) => one.side === side || one.side === "neutral"));

/** How many arguments each agent begins with: half of what the poorer side has, so that some are left to be said. */
const perSide = (own: Own): number => {
  const least = Math.min(...needed(own).map((side) => linesOf(own[side]).length));
  return least && Math.max(1, Math.floor(least / 2));
};

const beginningOf = (own: Own): string => {
  const count = perSide(own);
  return count ? `Everybody begins with ${count} of the arguments on their side, which put them where they stand before anybody speaks; who is undecided, with ${count} of either side.` : "Nobody begins with arguments: everybody stands at 0, between for and against, before anybody speaks.";
};

/** Say what is still needed; empty where nothing is. */
function lacking(own: Own): string {
  if (!own.motion.trim()) return "Write what is debated.";
  if (own.people.some((one) => !one.name.trim())) return "Give everybody a name.";
  const empty = needed(own).filter((side) => !linesOf(own[side]).length);
  if (own.speaker === OFFLINE && empty.length) return `Offline, agents say your arguments: write at least one ${empty.map((side) => SIDES[side]).join(" and one ")}, or let a model write the words.`;
  return own.speaker.trim() ? "" : "Name the model as provider:model, such as ollama:qwen3 or openai:gpt-4o-mini.";
}

/** Write a text as a string of TOML, which knows the escapes of JSON. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll("\u007f", "\\u007f");

/** Return an id for each name: its letters and digits, with a number where two would be alike. */
function idsOf(names: string[]): string[] {
  const ids: string[] = [];
  for (const name of names) {
    const base = name.normalize("NFKD").toLowerCase().replace(/[\u0300-\u036f]/g, "").replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 40) || "agent";
    let id = base;
    for (let number = 2; ids.includes(id); number++) id = `${base}-${number}`;
    ids.push(id);
  }
  return ids;
}

/** Return the scenario that the form says. */
function tomlOf(own: Own): string {
  const ids = idsOf(own.people.map((one) => one.name));
  const people = own.people.map((one, place) => `[agents.${ids[place]}]\nname = ${quoted(one.name.trim())}\nside = "${one.side}"\n${one.persona.trim() ? `persona = ${quoted(one.persona.trim())}\n` : ""}belief.u = ${one.u}\n${one.you ? 'model = "person"\n' : ""}`);
  const yours = ids.filter((_, place) => own.people[place]!.you);
  const asked = yours.length ? [`[[questions]]\nid = "position"\nask = "Where do you stand on the motion?"\nscale = { 0 = "entirely against it", 50 = "undecided", 100 = "entirely for it" }\nagrees = "high"\nof = [${yours.map(quoted).join(", ")}]\n`] : [];
  const models = own.speaker === OFFLINE ? [] : [`[models]\nspeaker = ${quoted(own.speaker.trim())}\nextractor = ${quoted(own.hearer.trim())}\n`];
  const given = (side: Side, line: string) => (strengthOf(own, side, line) ? `strength = ${Number(strengthOf(own, side, line))}\n` : "");
  const written = (["pro", "con"] as const).flatMap((side) => linesOf(own[side]).map((line) => `[[seeds.arguments]]\ntext = ${quoted(line)}\nside = "${side}"\n${given(side, line)}`));
  return [`proposition = ${quoted(own.motion.trim())}\n`, ...people, `[script]\nrounds = ${own.rounds}\n`, ...models, `[seeds]\nper_side = ${perSide(own)}\n`, ...asked, ...written].join("\n");
}
