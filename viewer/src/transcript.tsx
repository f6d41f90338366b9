// The transcript: every turn with its claims and the agents that it moved.
import { memo } from "./memo";
import { type JSX, options } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Agent, Polarity, Whole, Words, useGrowing } from "./common";
import { useParts } from "./parts";
import { useSight } from "./sight";
import { type Book, useBook, useDesk, useGo } from "./store";
import { clip, clipped, pieces, plain, polarityWord, signed } from "./text";
import type { ClaimView, MoveView, TurnView } from "./view";

const LONG = 3000;

const FEW = 200; // the most turns that are all in the page; of more, those in sight

export function Transcript() {
  const { turns } = useBook().view;
  const printing = usePrinting();
  return turns.length > FEW && !printing ? <LongTranscript /> : <ShortTranscript />;
}

function ShortTranscript() {
  const book = useBook();
  const { batch, target } = useDesk();
  const { select } = useGo();
  const { turns } = book.view;
  const pane = useRef<HTMLDivElement>(null);
  const wanted = target.kind === "turn" ? target.id : "";
  const place = book.places.get(wanted) ?? -1;
  const shown = useGrowing(turns.length, place + 20, turns.length > FEW ? turns.length : undefined);

  useEffect(() => {
    const element = place < 0 ? null : (pane.current?.querySelector<HTMLElement>(`[data-place="${place}"]`) ?? null);
    if (!element || !pane.current) return;
    const stop = settle(pane.current, element);
    if (target.agent === "page") point(pane.current, element);
    return stop;
  }, [target]);

  return (
    <div class="transcript" ref={pane} tabIndex={0} role="region" aria-label={LABEL}>
      {turns.length === 0 && <p class="quiet">Nothing has been said yet.</p>}
      {turns.slice(0, shown).map((turn, at) => (
        <Turn key={turn.key} turn={turn} place={at} chosen={turn.batch === batch} moves={book.moves.get(turn.batch)} marks={book.marks.get(turn.key)} colour={book.colours.get(turn.speaker) ?? "var(--faint)"} select={select} isHere />
      ))}
    </div>
  );
}

const LABEL = "Transcript: ← and → move through it";

/** A transcript of which only the turns in sight are in the page, with a search in place of the browser's own. */
function LongTranscript() {
  const book = useBook();
  const { batch, target } = useDesk();
  const { select, toTurn } = useGo();
  const { turns } = book.view;
  const isHere = useParts();
  const pane = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const sight = useSight(pane, inner, turns.length, (place) => guessed(book, place, pane.current?.clientWidth ?? 520));
  const wanted = target.kind === "turn" ? (book.places.get(target.id) ?? -1) : -1;
  const pointed = useRef(0);
  const row = turns.slice(sight.from, sight.to);

  useEffect(() => {
    if (wanted >= 0) sight.show(wanted);
  }, [target]);
  useEffect(() => {
    for (const turn of row) book.parts?.want(book, turn.batch);
    const element = pane.current?.querySelector<HTMLElement>(`[data-place="${wanted}"]`);
    if (!element || target.agent !== "page" || pointed.current === target.n) return;
    pointed.current = target.n;
    point(pane.current!, element);
  });

  return (
    <div class="script">
      <Find go={toTurn} />
      <div class="transcript virtual" ref={pane} tabIndex={0} role="region" aria-label={LABEL}>
        <div class="room" style={{ height: `${sight.height}px` }}>
          <div class="sight" ref={inner} style={{ top: `${sight.top}px` }}>
            {row.map((turn, at) => (
              <Turn key={turn.key} turn={turn} place={sight.from + at} chosen={turn.batch === batch} moves={book.moves.get(turn.batch)} marks={book.marks.get(turn.key)} colour={book.colours.get(turn.speaker) ?? "var(--faint)"} select={select} isHere={Boolean(turn.text) || isHere(turn.batch)} />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

/** Return about how high a turn is, by its letters and claims. */
function guessed(book: Book, place: number, width: number): number {
  const turn = book.view.turns[place]!;
  const [letters, claims] = book.parts?.head.sizes[place] ?? [turn.text.length, turn.claims.length];
  return 56 + 25 * Math.ceil(Math.min(letters, LONG) / Math.max(20, (width - 50) / 7.6)) + 38 * claims + (claims ? 36 : 0);
}

/** A search in the words of all turns, which steps through those that have them. */
function Find({ go }: { go(key: string): void }) {
  const book = useBook();
  const [words, setWords] = useState("");
  const [found, setFound] = useState<string[] | null>(null);
  const [at, setAt] = useState(0);
  const find = () => {
    const wanted = words.trim().toLowerCase();
    if (!wanted) return setFound(null);
    const own = () => book.view.turns.filter((turn) => turn.text.toLowerCase().includes(wanted)).map((turn) => turn.key);
    void (book.parts ? book.parts.source.find(words.trim()) : Promise.resolve(own())).then((keys) => (setFound(keys), setAt(0), keys.length && go(keys[0]!)), () => setFound([]));
  };
  const step = (by: number) => {
    if (!found?.length) return;
    const next = (at + by + found.length) % found.length;
    setAt(next);
    go(found[next]!);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    found ? step(event.shiftKey ? -1 : 1) : find();
  };
  return (
    <p class="find" role="search">
      <input type="search" placeholder="Find in the transcript" aria-label="Find in the transcript" value={words} onInput={(event) => (setWords(event.currentTarget.value), setFound(null))} onKeyDown={onKey} />
      <button class="act" onClick={find}>Find</button>
      {found && <span role="status">{found.length ? `${at + 1} of ${found.length}` : "not found"}</span>}
      {found && found.length > 1 && <><button class="link" onClick={() => step(-1)}>before</button><button class="link" onClick={() => step(1)}>next</button></>}
    </p>
  );
}

/** Return whether the page is being printed: then everything that is here must be in it. */
function usePrinting(): boolean {
  const { parts } = useBook();
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const turn = (on: boolean) => () => {
      const later = options.debounceRendering;
      options.debounceRendering = (render) => render(); // the browser takes its picture when this returns
      setPrinting(on && !parts);
      options.debounceRendering = later;
    };
    const [before, after] = [turn(true), turn(false)];
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => (removeEventListener("beforeprint", before), removeEventListener("afterprint", after));
  }, [parts]);
  return printing;
}

/** Show where a link led to: the turn flashes, and has the focus. */
function point(pane: HTMLElement, element: HTMLElement): void {
  pane.scrollIntoView({ block: "nearest" });
  element.classList.remove("flash");
  void element.offsetWidth;
  element.classList.add("flash");
  element.querySelector("button")?.focus({ preventScroll: true });
}

/** Scroll a pane to an element, repeatedly for some frames, since turns get their true height only once shown. */
function settle(pane: HTMLElement, element: HTMLElement): () => void {
  let frames = 8;
  let request = 0;
  const step = () => {
    pane.scrollTop = element.offsetTop - 8;
    if (frames-- > 0) request = requestAnimationFrame(step);
  };
  step();
  return () => cancelAnimationFrame(request);
}

interface TurnProps {
  turn: TurnView;
  place: number;
  chosen: boolean;
  moves: MoveView[] | undefined;
  marks: [string, string][] | undefined;
  colour: string;
  select(batch: number): void;
  /** Whether its words have come. */
  isHere: boolean;
}

const Turn = memo(function Turn({ turn, place, chosen, moves, marks, colour, select, isHere }: TurnProps) {
  const [lit, setLit] = useState<readonly string[]>([]);
  const stop = chosen ? 0 : -1; // Tab stops only at the chosen turn, so that a long transcript can be passed quickly
  const effects = (moves ?? []).flatMap((move) => effectOf(move, turn.key)).sort((a, b) => b.size - a.size);
  const pick = (event: MouseEvent) => {
    const busy = (event.target as Element).closest("button, summary") || !getSelection()?.isCollapsed;
    if (!busy) select(turn.batch);
  };
  return (
    <article class={`turn ${chosen ? "chosen" : ""}`} data-turn={turn.key} data-place={place} data-batch={turn.batch} style={{ "--c": colour }} onClick={pick}>
      <header>
        <Agent id={turn.speaker} />
        <button class="link" tabIndex={stop} aria-pressed={chosen} title={`why stances moved here (${turn.key})`} onClick={() => select(turn.batch)}>{turn.note || "why"}</button>
      </header>
      {turn.status !== "ok" && <p class="status"><b>{turn.status}: {turn.reason || "no reason recorded"}</b> — nothing was filled in</p>}
      {turn.flaw && <p class="status"><b>no speech: {turn.flaw}</b> — kept all the same</p>}
      {turn.cut.length > 0 && <p class="status">cut from around the words: {turn.cut.map((part) => clip(part, 120)).join(" … ")}</p>}
      {!isHere && <p class="quiet">…</p>}
      {turn.text && <Speech turn={turn} lit={lit} light={setLit} stop={stop} />}
      {turn.claims.length > 0 && (
        <ul class="claims">{turn.claims.map((claim) => <Claim key={claim.id} claim={claim} lit={lit.includes(claim.id)} light={setLit} stop={stop} />)}</ul>
      )}
      {marks && <p class="marks">{marks.map(([name, value]) => <small class="tag" key={name}>{name} <b>{clip(value, 80)}</b></small>)}</p>}
      {effects.length > 0 && (
        <p class="moved">
          {effects.slice(0, 4).map(({ agent, text }) => <span key={agent}><Agent id={agent} /> {text}</span>)}
          {effects.length > 4 && <span>and {effects.length - 4} more</span>}
        </p>
      )}
    </article>
  );
});

interface Effect {
  agent: string;
  text: string;
  size: number;
}

/** Return a turn's effect on one agent: the whole move if no other turn was heard, else its own claims' contribution. */
function effectOf(move: MoveView, key: string): Effect[] {
  if (!move.heard.includes(key) || move.before === move.after) return [];
  if (move.heard.length === 1) {
    return [{ agent: move.agent, text: `${signed(move.before)} → ${signed(move.after)}`, size: Math.abs((move.after ?? 0) - (move.before ?? 0)) }];
  }
  const change = move.items.filter((item) => item.message === key).reduce((sum, item) => sum + item.after - item.before, 0);
  return change === 0 ? [] : [{ agent: move.agent, text: `${signed(change)} contributed`, size: Math.abs(change) }];
}

interface Shown {
  place: number;
  top: number;
  /** Whether a tap or a key opened it, so that it stays open when the pointer leaves. */
  kept: boolean;
}

/** The words of a turn; words of a claim are marked, and show the claim under the pointer, with the focus or on a tap. */
function Speech({ turn, lit, light, stop }: { turn: TurnView; lit: readonly string[]; light(ids: readonly string[]): void; stop: number }) {
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const all = useMemo(() => pieces(turn.text, turn.claims), [turn]);
  const claims = useMemo(() => new Map(turn.claims.map((claim) => [claim.id, claim])), [turn]);
  const long = turn.text.length > LONG && !open;
  const row = long ? clipped(all, LONG) : all;
  const show = (next: Shown | null) => {
    setShown(next);
    light(next ? row[next.place]!.claims : []);
  };
  const at = (place: number, element: HTMLElement, kept: boolean): Shown => ({ place, top: element.offsetTop + element.offsetHeight, kept });
  const toggle = (place: number, element: HTMLElement) => show(shown?.kept && shown.place === place ? null : at(place, element, true));
  const onKey = (event: JSX.TargetedKeyboardEvent<HTMLElement>, place: number) => {
    if (event.key === "Enter" || event.key === " ") toggle(place, event.currentTarget);
    else if (event.key === "Escape" && shown) show(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const told = (shown ? (row[shown.place]?.claims ?? []) : []).flatMap((id) => claims.get(id) ?? []);
  return (
    <div class="speech">
      {row.map((piece, place) =>
        piece.claims.length === 0 ? piece.text : (
          <mark
            key={place}
            class={`${tone(piece.claims.flatMap((id) => claims.get(id) ?? []))} ${piece.claims.some((id) => lit.includes(id)) ? "lit" : ""}`}
            role="button"
            tabIndex={stop}
            aria-expanded={shown?.place === place}
            onMouseEnter={(event) => !shown?.kept && show(at(place, event.currentTarget, false))}
            onMouseLeave={() => !shown?.kept && show(null)}
            onFocus={(event) => !shown?.kept && show(at(place, event.currentTarget, false))}
            onBlur={() => !shown?.kept && show(null)}
            onKeyDown={(event) => onKey(event, place)}
            onClick={(event) => toggle(place, event.currentTarget)}
          >
            {piece.text}
          </mark>
        ),
      )}
      {turn.text.length > LONG && <>{long ? "… " : " "}<Whole text={turn.text} open={open} set={setOpen} stop={stop} /></>}
      {shown && told.length > 0 && (
        <div class="bubble" role="note" style={{ top: `${shown.top}px` }}>{told.map((claim) => <Told key={claim.id} claim={claim} />)}</div>
      )}
    </div>
  );
}

function Told({ claim }: { claim: ClaimView }) {
  return (
    <p class={word(claim.polarity)}>
      <Polarity value={claim.polarity} /> <span class="claim-text">{clip(claim.text, 600)}</span> <small>{polarityWord(claim.polarity)}, strength {plain(claim.strength)}</small>
    </p>
  );
}

/** Return the classes of marked words: by the polarity of their claims, or mixed. */
function tone(claims: readonly ClaimView[]): string {
  const words = new Set(claims.map((claim) => word(claim.polarity)));
  return `${words.size === 1 ? [...words][0] : "mixed"} ${claims.length > 1 ? "several" : ""}`;
}

const word = (polarity: number | undefined) => (polarity === undefined || polarity === 0 ? "unclear" : polarity > 0 ? "for" : "against");

function Claim({ claim, lit, light, stop }: { claim: ClaimView; lit: boolean; light(ids: readonly string[]): void; stop: number }) {
  const scores = Object.entries(claim.strengths).map(([scorer, value]) => `${scorer} ${plain(value)}`).join(" · ");
  const found = claim.start !== null;
  return (
    <li class={`claim ${word(claim.polarity)} ${lit ? "lit" : ""} ${found ? "" : "loose"}`} onMouseEnter={() => light([claim.id])} onMouseLeave={() => light([])} title={[scores, found ? "" : "its words were not found in the message"].filter(Boolean).join("; ")}>
      <Polarity value={claim.polarity} />
      <span class="claim-text"><Words text={claim.text} limit={240} stop={stop} />{[claim.direction_by, ...claim.tags].map((tag) => tag && <small class="tag" key={tag}>{tag.slice(0, 40)}</small>)}</span>
      <b>{plain(claim.strength)}</b>
    </li>
  );
}
