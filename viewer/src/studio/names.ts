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
  "prior.mode": "start",
  "policy.prompt.rule": "form of answers",
  "script.rounds": "rounds",
  "proposition.text": "motion",
  kernel: "rule",
};

/** Return what a setting is called, such as “openness (u)”; whose it is, where it is an agent's. */
export function nameOfSetting(path: string): string {
  const [, agent, own] = /^agents\.([^.]+)\.(.+)$/.exec(path) ?? [];
  return agent ? `${agent}'s ${nameOf(own!)}` : nameOf(path);
}

const nameOf = (path: string): string => {
  const role = /^(?:models|roles)\.([^.]+)\.model$/.exec(path)?.[1];
  return role ? `model of the ${role}` : NAMES[path] ?? path.replace(/^(script|hearing|belief|memory|policy|prior|roles)\./, "").replaceAll("_", " ").replaceAll(".", " ");
};

/** Return for each run what tells it apart from the others, in words, by the settings in which some of them differ. */
export function tellApart(rows: Row[], settings: Record<string, unknown[]>): Map<string, string> {
  const differing = Object.entries(flat(settings)).filter(([, values]) => new Set(values.map(jsonText)).size > 1);
  const seen = new Map<string, [string, unknown[], number]>();
  for (const [path, values] of differing) {
    const own = /^agents\.[^.]+\.(.+)$/.exec(path)?.[1];
    const key = own ? `${own} ${jsonText(values)}` : path;
    const same = seen.get(key);
    seen.set(key, [path, values, (same?.[2] ?? 0) + 1]);
  }
  return new Map(rows.map((row, place) => [row.handle, [...seen.values()].map(([path, values, agents]) => {
    const shared = agents > 1 && agents === row.agents;
    return `${nameOfSetting(shared ? path.replace(/^agents\.[^.]+\./, "") : path)} ${short(values[place])}`;
  }).join(", ")]));
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
