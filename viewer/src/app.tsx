// The page: stores the selected batch, writes it into the address (#batch=7, #turn=…), and lays out the sections.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { follow as mark, MANY } from "./contents";
import { Head } from "./header";
import { Ledger } from "./ledger";
import { Memory } from "./memory";
import { Parts } from "./part";
import { type Book, BookContext, busiest, DeskContext, type Go, GoContext, type Target, useBook } from "./store";
import { Models, Prefix, Settings, Stances } from "./tables";
import { Transcript } from "./transcript";

interface Place {
  batch: number;
  target: Target;
}

const NAMES = { whole: "Stances and transcript", stances: "Stances", transcript: "Transcript", none: "" };

/** Move the focus to the first table that shows the rows of one agent. */
const lead = () => document.querySelector<HTMLElement>("[data-by=agent]")?.focus();

const GUIDE = document.querySelector<HTMLLinkElement>("link[rel=help]")?.href; // the address of the documentation, as the template names it

const NOWHERE: Target = { kind: "none", agent: "", id: "", n: 0 };

export function App({ book }: { book: Book }) {
  const [place, setPlace] = useState<Place>(() => fromAddress(book) ?? follow(book, busiest(book), NOWHERE));
  const from = useRef<Element | null>(null);
  const [agent, setAgent] = useState("");
  const [member, setMember] = useState("");
  const go = useMemo(() => ({ ...goer(book, setPlace, () => (from.current = document.activeElement), (id) => (setAgent(id), lead())), follow: setMember }), [book]);
  const desk = useMemo(() => ({ ...place, agent, member }), [place, agent, member]);
  const { middle } = book.view;

  useEffect(() => {
    const onHash = () => {
      const next = fromAddress(book);
      if (next) setPlace((old) => ({ ...next, target: { ...next.target, n: old.target.n + 1 } }));
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && from.current?.isConnected) return (from.current as HTMLElement).focus();
      const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
      const own = (event.target as Element).matches?.("input, textarea, select, .wide"); // these handle arrow keys themselves
      if (!step || own || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      setPlace((old) => follow(book, clamp(book, old.batch + step), old.target));
    };
    addEventListener("hashchange", onHash);
    addEventListener("keydown", onKey);
    return () => (removeEventListener("hashchange", onHash), removeEventListener("keydown", onKey));
  }, [book]);

  return (
    <BookContext.Provider value={book}>
      <GoContext.Provider value={go}>
        <DeskContext.Provider value={desk}>
          <Contents />
          <Head />
          <main>
            <Parts place="before" />
            {middle !== "none" && <section class="bench" data-shows={middle} id="bench" aria-label={NAMES[middle]}>
              {middle !== "transcript" && <div class="left"><Ledger /></div>}
              {middle !== "stances" && <Transcript />}
            </section>}
            <Parts place="after" />
            {(middle === "whole" || middle === "stances") && <><Memory /><Stances /></>}
            <Models />
            <Prefix />
            <Settings />
          </main>
          <footer class="foot"><span><a href={GUIDE}>doxa</a> run report</span><span>← and → move through the run, Esc returns to the link last followed</span></footer>
        </DeskContext.Provider>
      </GoContext.Provider>
    </BookContext.Provider>
  );
}

/** Links to the sections of the page; the section in sight is marked. */
function Contents() {
  const [parts, setParts] = useState<[string, string][]>([]);
  const list = useRef<HTMLElement>(null);
  const book = useBook();
  useEffect(() => {
    const sections = [...document.querySelectorAll(".picture > [id], main > [id]")];
    setParts(sections.map((section) => [section.id, section.querySelector("h2")?.textContent ?? section.getAttribute("aria-label")!]));
  }, [book]);
  useEffect(() => (parts.length ? mark(list.current!) : undefined), [parts]);
  return (
    <nav ref={list} class={`contents ${parts.length > MANY ? "many" : ""}`} aria-label="Contents">
      <ul>{parts.map(([id, name]) => <li key={id}><a href={`#${id}`}>{name}</a></li>)}</ul>
    </nav>
  );
}

const clamp = (book: Book, batch: number) => Math.max(0, Math.min(book.last, batch));

/** Return the place of a batch, with its first turn as the target of the transcript. */
function follow(book: Book, batch: number, target: Target): Place {
  const turn = book.firstTurn.get(batch) ?? "";
  return { batch, target: { kind: turn ? "turn" : "none", agent: "", id: turn, n: target.n + 1 } };
}

function goer(book: Book, setPlace: (change: (old: Place) => Place) => void, leave: () => void, pick: (agent: string) => void): Omit<Go, "follow"> {
  return {
    pick(agent) {
      leave();
      pick(agent);
    },
    select(batch, following = false) {
      const to = clamp(book, batch);
      remember(`batch=${to}`);
      setPlace((old) => (following ? follow(book, to, old.target) : { batch: to, target: { ...NOWHERE, n: old.target.n } }));
    },
    toTurn(key) {
      leave();
      remember(`turn=${encodeURIComponent(key)}`);
      setPlace((old) => toTurn(book, key, old));
    },
    toRecord(agent, claim) {
      leave();
      setPlace((old) => ({ batch: old.batch, target: { kind: "record", agent, id: claim, n: old.target.n + 1 } }));
    },
  };
}

function toTurn(book: Book, key: string, old: Place): Place {
  return { batch: book.turns.get(key)?.batch ?? old.batch, target: { kind: "turn", agent: "page", id: key, n: old.target.n + 1 } };
}

function fromAddress(book: Book): Place | null {
  const address = new URLSearchParams(location.hash.slice(1));
  const [batch, turn] = [address.get("batch"), address.get("turn")];
  if (turn !== null && book.turns.has(turn)) return toTurn(book, turn, { batch: 0, target: NOWHERE });
  if (batch === null || !/^\d{1,9}$/.test(batch)) return null;
  return follow(book, clamp(book, Number(batch)), NOWHERE);
}

function remember(address: string) {
  try {
    history.replaceState(null, "", `#${address}`);
  } catch {
    // A sandboxed frame has no history; the page also works without it.
  }
}
