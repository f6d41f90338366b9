// A long run comes in parts: the head at once, turns and moves by batches, memories by agent. This holds what has come.
import { useEffect, useState } from "preact/hooks";
import type { Book } from "./store";
import { useBook } from "./store";
import type { MemoryView, MoveView, RunView, TurnView } from "./view";

export interface ViewPage {
  turns: TurnView[];
  moves: MoveView[];
}

/** What a page has of a long run before it has any words; see `doxa.analysis.view_parts`. */
export interface ViewHead {
  view: RunView;
  page: number;
  sizes: [number, number][];
  memories: Record<string, [number, number]>;
  is_whole: boolean;
}

/** Who has the rest. */
export interface Source {
  page(number: number): Promise<ViewPage>;
  memory(agent: string): Promise<MemoryView[]>;
  find(words: string): Promise<string[]>;
}

/** The parts of one book: asks for what is wanted, once, and tells who listens when it has come. */
export class Parts {
  private asked = new Set<number>();
  private here = new Set<number>();
  private memories = new Set<string>();
  private listeners = new Set<() => void>();

  constructor(readonly head: ViewHead, readonly source: Source) {}

  /** Ask for the words and moves of a batch. */
  want(book: Book, batch: number): void {
    const number = Math.floor(batch / this.head.page);
    if (this.asked.has(number)) return;
    this.asked.add(number);
    this.source.page(number).then(
      (page) => (take(book, page), this.here.add(number), this.tell()),
      () => setTimeout(() => (this.asked.delete(number), this.tell()), 1000),
    );
  }

  has(batch: number): boolean {
    return this.here.has(Math.floor(batch / this.head.page));
  }

  wantMemory(book: Book, agent: string): void {
    if (this.memories.has(agent)) return;
    this.memories.add(agent);
    this.source.memory(agent).then(
      (rows) => ((book.view.memory[agent] = rows), book.records.set(agent, new Map(rows.map((row) => [row.claim, row]))), this.tell()),
      () => setTimeout(() => (this.memories.delete(agent), this.tell()), 1000),
    );
  }

  listen(told: () => void): () => void {
    this.listeners.add(told);
    return () => this.listeners.delete(told);
  }

  /** Show what an earlier book of the same run had until it comes anew. */
  inherit(book: Book, before: Book): void {
    if (before.view.spec !== book.view.spec) return;
    for (const [place, turn] of book.view.turns.entries()) {
      const old = before.turns.get(turn.key);
      if (old?.text) put(book, place, old);
    }
    for (const [batch, moves] of before.moves) if (batch <= book.last) book.moves.set(batch, moves);
    for (const [agent, rows] of Object.entries(before.view.memory)) if (rows.length) (book.view.memory[agent] = rows), book.records.set(agent, before.records.get(agent)!);
  }

  private tell(): void {
    for (const told of [...this.listeners]) told();
  }
}

function take(book: Book, page: ViewPage): void {
  for (const turn of page.turns) {
    const place = book.places.get(turn.key);
    if (place !== undefined) put(book, place, turn);
  }
  const moves = new Map<number, MoveView[]>();
  for (const move of page.moves) moves.set(move.batch, [...(moves.get(move.batch) ?? []), move]);
  for (const [batch, some] of moves) book.moves.set(batch, some);
}

function put(book: Book, place: number, turn: TurnView): void {
  book.view.turns[place] = turn;
  book.turns.set(turn.key, turn);
}

/** Render the component again whenever a part has come; return whether a batch is here. */
export function useParts(): (batch: number) => boolean {
  const { parts } = useBook();
  const [, count] = useState(0);
  useEffect(() => parts?.listen(() => count((old) => old + 1)), [parts]);
  return (batch) => !parts || parts.has(batch);
}
