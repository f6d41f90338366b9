// What the studio's page asks of its server. Every refusal is a sentence that can be shown.
import type { Source, ViewHead, ViewPage } from "../parts";
import type { MemoryView, RunView } from "../view";

export interface Row {
  handle: string;
  path: string;
  group: string;
  name: string;
  motion: string;
  protocol: string;
  seed: number;
  replicate: number;
  parent: string;
  parent_at: string;
  parent_run: string;
  changes: string[];
  within: string;
  words: string;
  verified: string;
  agents: number;
  speakers: string[];
  status: string;
  events: number | null;
  stances: Record<string, number | null>;
  changed: number;
}

export interface ExhibitPage {
  handle: string;
  path: string;
  within: string;
  group: string;
}

export interface Lever {
  path: string;
  name: string;
  meaning: string;
  kind: string;
  value: number | boolean | string | null;
  low: number;
  high: number;
  choices: string[];
}

export interface Levers {
  everybody: Lever[];
  agents: { agent: string; name: string; rule: string; levers: Lever[] }[];
  hearing: Lever[];
  rules: { name: string; levers: Lever[]; memory: Lever[] }[];
}

export interface WhatIf {
  notes: string[];
  curves: Record<string, { batch: number; note: string; recorded: number | null; stance: number | null }[]>;
}

export interface Answered {
  overtaken?: boolean;
  answer: WhatIf;
  command: string;
  python: string;
}

export interface Parting {
  step: string;
  batch: number;
  note: string;
  first: string;
  second: string;
  moved: Record<string, [number | null, number | null]>;
  log_odds: Record<string, [number | null, number | null]>;
}

export interface Comparison {
  settings: { path: string; first: unknown; second: unknown }[];
  more: string[];
  parting: Parting | null;
  minds: Parting | null;
  shared: number;
  curves: Record<string, (number | null)[]>[];
  end: Record<string, [number | null, number | null]>;
  command: string;
  /** What the folders of both runs are called. */
  folders: [string, string];
  agents: number;
}

export class Refused extends Error {
  constructor(sentence: string, readonly hint: string, /** Whether there was no answer at all. */ readonly isSilence = false) {
    super(sentence);
  }
}

async function asked<T>(answer: Response): Promise<T> {
  if (answer.ok) return (await answer.json()) as T;
  const text = await answer.text();
  try {
    const told = JSON.parse(text) as { error: string; hint: string };
    throw new Refused(told.error, told.hint);
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(text.trim() || `the studio answered ${answer.status}`, "");
  }
}

/** The key of this page, which the terminal's link brings once; other ports of this machine cannot read it. */
const KEY = "doxa-key";

/** Take the key from the address into the page's storage, and out of the address. */
export function takeKey() {
  const found = /^#key=([\w-]+)$/.exec(location.hash);
  if (!found) return;
  localStorage.setItem(KEY, found[1]!);
  history.replaceState(null, "", location.pathname + location.search);
}

const key = () => localStorage.getItem(KEY) ?? "";

/** Return an address with the key, for what a browser asks without headers. */
export const keyed = (address: string): string => `${address}${address.includes("?") ? "&" : "?"}key=${encodeURIComponent(key())}`;

/** Turn a broken connection into a sentence; a request that was given up stays what it is. */
async function reach<T>(address: string, init?: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(address, { ...init, headers: { ...init?.headers, "x-doxa-key": key() } });
  } catch (error) {
    if ((error as Error).name === "AbortError") throw error;
    throw new Refused("The studio does not answer.", "It may have been stopped: start it again with doxa studio.", true);
  }
  return asked<T>(answer);
}

export const read = <T>(address: string): Promise<T> => reach<T>(address);

export function send<T>(address: string, content: unknown, signal?: AbortSignal): Promise<T> {
  const headers = { "content-type": "application/json", "x-doxa": "1" };
  return reach<T>(address, { method: "POST", headers, body: JSON.stringify(content), signal: signal ?? null });
}

/** What a page of a run begins with: the whole view, or the head of a long one. */
export interface Opening {
  /** The last event that it has, by which the stream goes on. */
  after: string;
  view?: RunView;
  head?: ViewHead;
}

export const openingOf = (run: string): Promise<Opening> => read<Opening>(`/api/runs/${run}/opening`);

export const wholeOf = (run: string): Promise<ViewHead> => read<ViewHead>(`/api/runs/${run}/whole`);

/** Where a run's page gets its parts. */
export const sourceOf = (run: string): Source => ({
  page: (number) => read<ViewPage>(`/api/runs/${run}/pages/${number}`),
  memory: (agent) => read<MemoryView[]>(`/api/runs/${run}/memory/${encodeURIComponent(agent)}`),
  find: (words) => read<string[]>(`/api/runs/${run}/find?words=${encodeURIComponent(words)}`),
});
