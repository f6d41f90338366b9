// Settings in plain words: what a path of a run's settings is called, and what tells runs of one folder apart.
import { jsonText } from "../text";
import type { Row } from "./api";

/** The last parts of a path → its name. */
const NAMES: Record<string, string> = {
  "belief.u": "openness",
  "belief.a": "anchoring",
  "memory.theta": "sameness of arguments",
  "memory.theta_self": "sameness of own words",
  "memory.confirmation_bias": "confirmation bias",
  "prior.stance": "stance at the start",
  "prior.mode": "how stances begin",
  "prior.reference_a": "anchoring at the start",
  "policy.prompt.rule": "form of answers",
  "script.rounds": "rounds",
  "proposition.text": "motion",
  replicate: "repetition",
  kernel: "belief rule",
};

/** The letters by which formulas and commands know some settings. */
const LETTERS: Record<string, string> = { "belief.u": "u", "belief.a": "a", "memory.theta": "θ", "memory.theta_self": "θ_self", "memory.confirmation_bias": "B" };

/** What the ends of a slider mean. */
const ENDS: Record<string, [string, string]> = {
  "belief.u": ["others' arguments do not count", "they count a lot"],
  "belief.a": ["its first arguments do not count", "they count a lot"],
  "memory.theta": ["nearly everything counts as said before", "only the same words do"],
  "memory.theta_self": ["nearly everything counts as said before", "only the same words do"],
  "memory.confirmation_bias": ["both sides count alike", "what opposes its view does not count"],
  "prior.stance": ["against", "for"],
};

const withinAgent = (path: string) => path.replace(/^agents\.[^.]+\./, "");

/** Return what a lever is called, with its letter, and what its ends mean; null where they say no more than the numbers. */
export function plainLever(path: string): { name: string; ends: [string, string] | null } {
  const own = withinAgent(path);
  return { name: LETTERS[own] ? `${nameOf(own)} (${LETTERS[own]})` : nameOf(own), ends: ENDS[own] ?? null };
}

/** Return what a setting is called, such as “openness (u)”; whose it is, where it is an agent's. */
export function nameOfSetting(path: string): string {
  const [, agent, own] = /^agents\.([^.]+)\.(.+)$/.exec(path) ?? [];
  return agent ? `${agent}'s ${nameOf(own!)}` : nameOf(path);
}

/** Return a change as a command writes it, `path=value`, in words. */
export const nameOfChange = (change: string): string => change.replace(/^([^=]+)=/, (_, path: string) => `${nameOfSetting(path)} `);

const nameOf = (whole: string): string => {
  const [path, from] = whole.split(/, (?=from )/) as [string, string?]; // what a fork changes has the turn beside it
  return plainOf(path) + (from ? ` ${from}` : "");
};

const plainOf = (path: string): string => {
  const role = /^(?:models|roles)\.([^.]+)\.model$/.exec(path)?.[1];
  return role ? `model of the ${role}` : NAMES[path] ?? path.replace(/^(script|hearing|belief|memory|policy|prior|roles)\./, "").replaceAll("_", " ").replaceAll(".", " ");
};

/** Return for each run what tells it apart from the others, in words, by the settings in which some of them differ. */
export const tellApart = (rows: Row[], settings: Record<string, unknown[]>): Map<string, string> =>
  new Map(rows.map((row, place) => [row.handle, apartIn(settings, row.agents).map(([name, values]) => `${name} ${short(values[place])}`).join(", ")]));

/** Return the settings in which values differ, in words; one that is everybody's is named once. */
export function apartIn(settings: Record<string, unknown[]>, agents: number): [string, unknown[]][] {
  const seen = new Map<string, [string, unknown[], number]>();
  for (const [path, values] of Object.entries(flat(settings))) {
    if (new Set(values.map(jsonText)).size < 2) continue;
    const own = withinAgent(path);
    const key = own === path ? path : `${own} ${jsonText(values)}`;
    seen.set(key, [path, values, (seen.get(key)?.[2] ?? 0) + 1]);
  }
  return [...seen.values()].map(([path, values, count]) => [nameOfSetting(count > 1 && count === agents ? withinAgent(path) : path), values]);
}

/** Settings that set two runs apart only where no other does. */
const LESS = ["name", "seed", "repetition"];

/** Settings that are told in the name of one of two runs. */
const MOST_TOLD = 2;

/** Return what to call two runs: by what differs, where that is little; else by the names of their folders. */
export function namesOfTwo(settings: Record<string, [unknown, unknown]>, agents: number, folders: [string, string]): [string, string] {
  const all = apartIn(settings, agents);
  const more = all.filter(([name]) => !LESS.includes(name));
  const told = more.length ? more : all.filter(([name]) => name !== "name");
  if (!told.length || told.length > MOST_TOLD) return folders[0] === folders[1] ? ["the first", "the second"] : folders;
  return [0, 1].map((place) => told.map(([name, values]) => `${name} ${short(values[place])}`).join(", ")) as [string, string];
}

/** Return settings with the values of tables by the paths within them; what has a path of its own says more than its table. */
function flat(settings: Record<string, unknown[]>): Record<string, unknown[]> {
  const within: Record<string, unknown[]> = {}, plain: Record<string, unknown[]> = {};
  for (const [path, values] of Object.entries(settings)) {
    const tables = values.filter((value): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value));
    const names = [...new Set(tables.flatMap(Object.keys))];
    if (names.length) Object.assign(within, flat(Object.fromEntries(names.map((name) => [`${path}.${name}`, values.map((value) => (value as Record<string, unknown> | null)?.[name] ?? null)]))));
    else plain[path] = values;
  }
  return { ...within, ...plain };
}

const short = (value: unknown): string => {
  const text = value === null || value === undefined ? "as by default" : jsonText(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
};
