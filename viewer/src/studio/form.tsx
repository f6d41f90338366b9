// A form of sections: every setting with what it means and its limits, tables within tables, and rows that come and go.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

export type Place = (string | number)[];
export type Value = string | number | boolean | null | Value[] | { [name: string]: Value };

export interface Field {
  path: string;
  place: Place;
  kind: string;
  value: Value;
  written: boolean;
  meaning: string;
  low: number | null;
  high: number | null;
  choices: string[];
  item: string;
  toml: string;
}

export interface Section {
  path: string;
  place: Place;
  title: string;
  kind: string;
  meaning: string;
  written: boolean;
  addable: string;
  removable: boolean;
  more: number;
  fields: Field[];
  sections: Section[];
}

/** What the fields of a form do when somebody uses them. */
export interface Hands {
  set(field: Field, value: Value, toml?: boolean): void;
  /** Take a value or a table out; absent where nothing is taken out. */
  take?(place: Place): void;
  add?(place: Place): void;
}

export function SectionOf({ section, hands, open = false }: { section: Section; hands: Hands; open?: boolean }) {
  const { fields, sections, kind } = section;
  const written = writtenIn(section);
  const count = kind === "table" && !section.addable ? `${written} of ${countIn(section)} written` : kind === "table" ? "absent" : `${sections.length + section.more}`;
  return (
    <details class="group" data-section={section.path} open={open || undefined}>
      <summary>{section.title} <small>{hands.take ? count : ""}</small></summary>
      {section.meaning && <p class="quiet">{section.meaning}</p>}
      {fields.map((field) => <Entry key={field.path} field={field} hands={hands} />)}
      {sections.map((inner) => <SectionOf key={inner.path} section={inner} hands={hands} />)}
      {section.more > 0 && <p class="quiet">{section.more} more are in the text.</p>}
      {hands.add && section.addable && <Add section={section} add={hands.add} />}
      {hands.take && section.removable && section.written && <p><button type="button" class="link" onClick={() => hands.take!(section.place)}>take {section.title} out</button></p>}
    </details>
  );
}

const countIn = (section: Section): number => section.fields.length + section.sections.reduce((sum, inner) => sum + countIn(inner), 0);
const writtenIn = (section: Section): number => section.fields.filter((field) => field.written).length + section.sections.reduce((sum, inner) => sum + writtenIn(inner), 0);

/** Adds a table: this one, the next row of a list, or one by a name. */
function Add({ section, add }: { section: Section; add(place: Place): void }) {
  const [name, setName] = useState("");
  const { addable, place, title } = section;
  if (addable === "table") return <p><button type="button" class="act" onClick={() => add(place)}>Write {title}</button></p>;
  if (addable === "row") return <p><button type="button" class="act" onClick={() => add([...place, section.sections.length + section.more])}>Add to {title}</button></p>;
  const begin = () => name.trim() && (add([...place, name.trim()]), setName(""));
  return (
    <p class="adding">
      <input type="text" value={name} placeholder="name" aria-label={`Name of a new table in ${title}`} onInput={(event) => setName(event.currentTarget.value)} onKeyDown={(event) => event.key === "Enter" && (event.preventDefault(), begin())} />
      <button type="button" class="act" disabled={!name.trim()} onClick={begin}>Add to {title}</button>
    </p>
  );
}

/** One setting with what it means and its limits; one that the text does not have yet is pale, with its default. */
export function Entry({ field, hands, changed }: { field: Field; hands: Hands; changed?: boolean }) {
  const { path, written, low, high } = field;
  const limits = low !== null && high !== null ? `${low} to ${high}` : low !== null ? `at least ${low}` : high !== null ? `at most ${high}` : "";
  const help = [field.meaning, limits].filter(Boolean).join(" ");
  const id = `help ${path}`.replaceAll(" ", "-");
  const named: Record<string, string> = help ? { "aria-describedby": id } : {};
  return (
    <div class={`entry ${written ? "written" : ""} ${changed ? "changed" : ""}`} data-field={path}>
      {field.kind === "list" ? (
        <div class="list" role="group" aria-label={path} {...named}><Name path={path} /><List field={field} set={(value) => hands.set(field, value)} /></div>
      ) : (
        <label><Name path={path} /><Input field={field} set={(value, toml) => hands.set(field, value, toml)} named={named} /></label>
      )}
      {hands.take && written ? <button type="button" class="link" onClick={() => hands.take!(field.place)} title="Take it out of the text" aria-label={`Take ${path} out of the text`}>×</button> : <span />}
      {help && <small id={id}>{help}</small>}
    </div>
  );
}

const Name = ({ path }: { path: string }) => <span class="mono" title={path}>{path.split(".").pop()}</span>;

function Input({ field, set, named }: { field: Field; set(value: Value, toml?: boolean): void; named: Record<string, string> }): ComponentChildren {
  const { kind, value, low, high, choices } = field;
  const text = value === null ? "" : String(value);
  if (kind === "switch") return <input type="checkbox" checked={Boolean(value)} onChange={(event) => set(event.currentTarget.checked)} {...named} />;
  if (kind === "choice") {
    return (
      <select value={text} onChange={(event) => set(event.currentTarget.value || null)} {...named}>
        {!choices.includes(text) && <option value={text}>{value === null ? "as by default" : text}</option>}
        {choices.map((one) => <option key={one} value={one}>{one}</option>)}
      </select>
    );
  }
  if (kind === "number" || kind === "whole") {
    return <input type="number" step={kind === "whole" ? "1" : "any"} min={low ?? undefined} max={high ?? undefined} value={text} placeholder="as by default" onChange={(event) => set(event.currentTarget.value === "" ? null : Number(event.currentTarget.value))} {...named} />;
  }
  if (kind === "toml") return <input type="text" class="mono" value={field.toml} placeholder="as by default, or TOML" spellcheck={false} onChange={(event) => set(event.currentTarget.value || null, true)} {...named} />;
  if (text.length > 60) return <textarea rows={3} value={text} onChange={(event) => set(event.currentTarget.value)} {...named} />;
  return <input type="text" value={text} placeholder="as by default" onChange={(event) => set(event.currentTarget.value)} {...named} />;
}

/** A list of plain values: ticks where only some values exist, else a line for each with one more to write. */
function List({ field, set }: { field: Field; set(value: Value): void }) {
  const values = Array.isArray(field.value) ? field.value : [];
  if (field.choices.length) {
    return <span class="ticks">{field.choices.map((one) => <label key={one}><input type="checkbox" checked={values.includes(one)} onChange={(event) => set(event.currentTarget.checked ? [...values, one] : values.filter((value) => value !== one))} /> {one}</label>)}</span>;
  }
  const typed = (text: string): Value => (field.item === "number" || field.item === "whole" ? Number(text) : text);
  const change = (place: number, text: string) => set(text === "" ? values.filter((_, at) => at !== place) : place < values.length ? values.map((value, at) => (at === place ? typed(text) : value)) : [...values, typed(text)]);
  return (
    <span class="lines">
      {[...values, ""].map((value, place) => <input key={place} type={field.item === "number" || field.item === "whole" ? "number" : "text"} step="any" value={String(value ?? "")} placeholder={place === values.length ? "one more" : ""} aria-label={`${field.path}, ${place + 1}`} onChange={(event) => change(place, event.currentTarget.value)} />)}
    </span>
  );
}
