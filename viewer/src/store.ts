// What all components share: the view, its look-ups, the selected batch, and functions to navigate.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Parts } from "./parts";
import { figure } from "./text";
import type { AgentView, MemoryView, MoveView, RunView, Table, TurnView } from "./view";

const NAMED = ["violet", "cobalt", "amber", "teal", "crimson", "jade", "magenta", "olive", "umber", "slate"];

export interface Book {
  view: RunView;
  last: number;
  agents: Map<string, AgentView>;
  colours: Map<string, string>;
  turns: Map<string, TurnView>;
  /** Turn → its place among all turns. */
  places: Map<string, number>;
  /** The parts of a long run that come when they are wanted; null where everything is here. */
  parts: Parts | null;
  firstTurn: Map<number, string>;
  /** The name of each batch: its round, and its speaker where the round has several batches. */
  names: string[];
  /** Who spoke in each batch, by name. */
  spoke: Map<number, string[]>;
  moves: Map<number, MoveView[]>;
  /** Turn → the labels and values by which parts mark it. */
  marks: Map<string, [string, string][]>;
  /** Agents whose rows some table can show. */
  chosen: Set<string>;
  records: Map<string, Map<string, MemoryView>>;
}

/** A claim or a turn to scroll to; `n` increases with each request, so that a repeated request is a change. */
export interface Target {
  kind: "turn" | "record" | "none";
  agent: string;
  id: string;
  n: number;
}

/** The state that changes while reading; only components that use it are rendered again. */
export interface Desk {
  batch: number;
  target: Target;
  /** The agent whose rows are shown by tables that show one agent; empty until one is picked. */
  agent: string;
  /** The node of a network whose path strips show; empty until one is chosen. */
  member: string;
}

export interface Go {
  select(batch: number, follow?: boolean): void;
  toTurn(key: string): void;
  pick(agent: string): void;
  follow(member: string): void;
  toRecord(agent: string, claim: string): void;
}

export const BookContext = createContext<Book>(null as unknown as Book);
export const DeskContext = createContext<Desk>(null as unknown as Desk);
export const GoContext = createContext<Go>(null as unknown as Go);
export const useBook = (): Book => useContext(BookContext);
export const useDesk = (): Desk => useContext(DeskContext);
export const useGo = (): Go => useContext(GoContext);

export function bookOf(view: RunView, parts: Parts | null = null): Book {
  const moves = new Map<number, MoveView[]>();
  for (const move of view.moves) moves.set(move.batch, [...(moves.get(move.batch) ?? []), move]);
  const firstTurn = new Map<number, string>();
  for (const turn of view.turns) if (!firstTurn.has(turn.batch)) firstTurn.set(turn.batch, turn.key);
  const agents = new Map(view.agents.map((agent) => [agent.id, agent]));
  const spoke = new Map<number, string[]>();
  for (const { batch, speaker } of view.turns) spoke.set(batch, [...new Set([...(spoke.get(batch) ?? []), agents.get(speaker)?.name ?? speaker])]);
  return {
    view,
    last: view.batches.length - 1,
    agents,
    colours: coloursOf(view.agents),
    turns: new Map(view.turns.map((turn) => [turn.key, turn])),
    places: new Map(view.turns.map((turn, place) => [turn.key, place])),
    parts,
    firstTurn,
    names: namesOf(view.batches, spoke),
    spoke,
    moves,
    marks: marksOf(view),
    chosen: new Set(Object.values(view.parts).flatMap((part) => (part.kind === "table" ? chosenIn(part) : []))),
    records: new Map(Object.entries(view.memory).map(([id, rows]) => [id, new Map(rows.map((row) => [row.claim, row]))])),
  };
}

/** The agents by whom a table's rows are chosen. */
function chosenIn(part: Table): string[] {
  const place = part.columns.findIndex((column) => typeof column !== "string" && column.show === "agent" && part.by.includes(column.name));
  return place < 0 ? [] : part.rows.map((row) => row[place] as string);
}

function namesOf(notes: readonly string[], spoke: Map<number, string[]>): string[] {
  const batches = new Map<string, number>();
  for (const note of notes) batches.set(note, (batches.get(note) ?? 0) + 1);
  return notes.map((note, batch) => {
    const [speaker, ...others] = spoke.get(batch) ?? [];
    return batches.get(note)! > 1 && speaker && !others.length ? `${note}, ${speaker}` : note;
  });
}

function marksOf(view: RunView): Map<string, [string, string][]> {
  const marks = new Map<string, [string, string][]>();
  for (const part of Object.values(view.parts)) {
    if (part.kind !== "marks") continue;
    for (const [turn, values] of Object.entries(part.turns)) {
      const known = part.names.flatMap((name, place): [string, string][] => {
        const value = values[place] ?? null;
        return value === null ? [] : [[name, typeof value === "string" ? value : figure(value, part.decimals)]];
      });
      marks.set(turn, [...(marks.get(turn) ?? []), ...known]);
    }
  }
  return marks;
}

/** Return the word for rounds, and round → its last batch; in a debate of speeches each speech is a round. */
export function roundsOf(view: RunView): { word: string; ends: Map<number, number> } {
  const ends = new Map<number, number>();
  let word = "";
  view.batches.forEach((note, batch) => {
    const found = /^(round|speech) (\d+)/.exec(note);
    if (found && (!word || word === found[1])) (word = found[1]!, ends.set(Number(found[2]), batch));
  });
  return { word, ends };
}

/** Return agent → colour: an agent named after a colour gets that colour, the others get free ones in order. */
function coloursOf(agents: readonly AgentView[]): Map<string, string> {
  const own = (agent: AgentView) => NAMED.indexOf(agent.name.toLowerCase());
  const taken = new Set(agents.map(own));
  const free = NAMED.map((_, place) => place).filter((place) => !taken.has(place));
  let next = 0;
  return new Map(
    agents.map((agent) => {
      const named = own(agent);
      const place = named >= 0 ? named : free.length ? free[next++ % free.length]! : next++ % NAMED.length;
      return [agent.id, `var(--agent-${place})`];
    }),
  );
}

/** Return the stance of an agent at a batch, of its first kind; null where it shows none. */
export function stanceAt(book: Book, agent: string, batch: number): number | null {
  const kind = kindsOf(book.view, agent)[0];
  const points = (book.view.curves[agent] ?? []).filter((point) => point.kind === kind && point.batch <= batch);
  return points.length ? points[points.length - 1]!.stance : null;
}

/** Return an agent's kinds of stance, the maintained one first. */
export function kindsOf(view: RunView, agent: string): string[] {
  const order = ["maintained", "self_report", "judged"];
  const found = new Set((view.curves[agent] ?? []).map((point) => point.kind));
  return [...found].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

/** Return an agent's claims in memory: how many are active, and how many there are. */
export function remembered(book: Book, agent: string): [number, number] {
  const rows = book.view.memory[agent] ?? [];
  return book.parts?.head.memories[agent] ?? [rows.filter((row) => row.active).length, rows.length];
}

/** Return the batch at which the page opens: the view's, else the one that moved the agents most. */
export function busiest(book: Book): number {
  if (book.view.opens !== null) return Math.min(book.view.opens, book.last);
  let best = Math.min(1, book.last);
  let most = 0;
  const sizes = new Map<number, number>();
  const add = (batch: number, before: number | null, after: number | null) => sizes.set(batch, (sizes.get(batch) ?? 0) + Math.abs((after ?? 0) - (before ?? after ?? 0)));
  if (book.parts) for (const points of Object.values(book.view.curves)) points.forEach(({ batch, stance }, place) => place && add(batch, points[place - 1]!.stance, stance));
  else for (const { batch, before, after } of book.view.moves) add(batch, before, after);
  for (const [batch, size] of sizes) {
    if (batch > 0 && size > most) [best, most] = [batch, size];
  }
  return best;
}
