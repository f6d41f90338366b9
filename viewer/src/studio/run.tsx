// A run: the report's page, which follows the log while it is written, and a drawer for what-ifs beside it.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { App } from "../app";
import { Words } from "../common";
import { Parts } from "../parts";
import { type Book, bookOf } from "../store";
import { counted } from "../text";
import { keyed, type Opening, openingOf, Refused, send, sourceOf, wholeOf } from "./api";
import { type Changes, Fork } from "./fork";
import { Bar, Copy, Trouble, useInSight } from "./frame";
import { Kin } from "./kin";
import { WriteTables } from "./tables";
import { Progress, type Started } from "./new";
import { type Asked, Seat, seatOf } from "./seat";
import { Drawer } from "./what-if";
import { YourTurn } from "./your-turn";

interface Verified {
  status: string;
  command: string;
  events: number;
  moves: number;
  problems: { event: number | null; what: string }[];
  differences: { event: number | null; what: string }[];
  missing: { what: string; todo: string }[];
  newer: string;
  seal: string;
}

const MOST_PROBLEMS = 8;

/** What verification found, with the command that finds the same. */
function Findings({ checked }: { checked: Verified }) {
  const place = useInSight();
  const lines = [...checked.problems, ...checked.differences].map(({ event, what }) => `${event === null ? "" : `event ${event}: `}${what}`);
  const all = [...lines, ...checked.missing.map(({ what, todo }) => `${what}. ${todo}`), ...(checked.newer ? [checked.newer] : [])];
  return (
    <section ref={place} class="findings" aria-label="Verification" role="status">
      <p><b>{checked.status}</b> {checked.status === "verified" && <>: {counted(checked.events, "event")} and {counted(checked.moves, "move")} were computed again and are equal. <small class="mono">seal {checked.seal.slice(0, 16)}</small></>}</p>
      <ul>{all.slice(0, MOST_PROBLEMS).map((line, place) => <li key={place}>{line}</li>)}</ul>
      {all.length > MOST_PROBLEMS && <p class="quiet">and {all.length - MOST_PROBLEMS} more; the command lists them.</p>}
      <Copy what="command" text={checked.command} />
    </section>
  );
}

/** A run: its page; while a person takes part in one that has not ended, that person's seat alone. */
export function Run({ run }: { run: string }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    const look = () => seatOf(run).then((found) => (clearInterval(timer), setAsked(found), setError(null)), setError);
    const timer = setInterval(look, 2000); // another window may have the seat
    void look();
    return () => clearInterval(timer);
  }, [run]);
  if (!asked) return <><Bar /><Trouble error={error} /></>;
  return asked.persons.length ? <Seat run={run} begun={asked} ended={() => setAsked({ persons: [], turn: null })} /> : <RunPage run={run} />;
}

function RunPage({ run }: { run: string }) {
  const { book, error, live, driven, said } = useLive(run);
  const view = book?.view ?? null;
  const [asking, setAsking] = useState(location.hash === "#what-if");
  const [checked, setChecked] = useState<Verified | null>(null);
  const [trouble, setTrouble] = useState<Error | null>(null);
  const [fork, setFork] = useState<{ count: number; from: string; changes: Changes } | null>(null);
  const [exporting, setExporting] = useState(false);
  const [arguing, setArguing] = useState(location.hash === "#your-turn");
  const [started, setStarted] = useState<Started | null>(null);
  const check = () => send<Verified>(`/api/runs/${run}/verify`, {}).then(setChecked, setTrouble);
  return (
    <>
      <Bar>
        <span class="grow" />
        {live && driven !== false && <span class="pill live" role="status">{driven ? "live" : "unfinished"}</span>}
        {live && driven === false && <span class="pill unfinished" role="status">unfinished: nobody runs it</span>}
        {live && driven !== false && <button class="act stop" onClick={() => send(`/api/runs/${run}/stop`, {}).then(() => setTrouble(null), setTrouble)}>Stop</button>}
        {live && !driven && <button class="act resume" onClick={() => send<Started>(`/api/runs/${run}/resume`, {}).then(setStarted, setTrouble)}>Resume</button>}
        <button class="act" onClick={check}>Verify</button>
        {view && <>
          <button class="act" aria-expanded={exporting} onClick={() => setExporting(!exporting)}>Tables</button>
          <button class="act" aria-expanded={fork !== null} onClick={() => setFork(fork ? null : { count: 1, from: turnAt(), changes: {} })}>Fork</button>
          <button class="act" aria-expanded={arguing} onClick={() => setArguing(!arguing)}>Your turn</button>
          <button class="act" aria-expanded={asking} onClick={() => setAsking(!asking)}>What if</button>
        </>}
      </Bar>
      <Trouble error={error ?? trouble} />
      {checked && <Findings checked={checked} />}
      {started && <Progress key={started.number} started={started} />}
      {fork && book && <Fork key={fork.count} run={run} book={book} from={fork.from} changes={fork.changes} />}
      {arguing && book && <YourTurn run={run} book={book} />}
      {said && <p class="said" role="status"><b>{said.step}</b> {driven === false ? "was said and is not heard yet" : "is being heard"}: <Words text={said.text} limit={280} /></p>}
      {exporting && <WriteTables address={`/api/runs/${run}/frames`} />}
      {view && <Kin run={run} state={view.status} />}
      <div class={asking ? "with-drawer" : ""}>
        {asking && book && <Drawer run={run} book={book} close={() => setAsking(false)} fork={(changes) => setFork({ count: (fork?.count ?? 0) + 1, from: turnAt(), changes: midway(changes) })} />}
        {book ? <div class="report"><App book={book} /></div> : !error && <p class="quiet">Reading the run …</p>}
      </div>
    </>
  );
}

/** Return the turn that the report has selected; the first where it has none. */
const turnAt = () => document.querySelector<HTMLElement>(".turn.chosen")?.dataset.turn ?? "";

/** Return what a fork may change of what a what-if does: it keeps rules, and where stances start. */
const midway = (changes: Changes): Changes => Object.fromEntries(Object.entries(changes).filter(([path]) => /(^|\.)(belief|memory|hearing)\./.test(path)));

interface Live {
  book: Book | null;
  error: Error | null;
  live: boolean;
  /** Whether a process drives the run; null where that is not known. */
  driven: boolean | null;
  said: { step: string; text: string } | null;
}

const QUIET = 1500; // milliseconds without news after which a long run is folded

/** Return the book of a run, read again while events come in; one request at a time, the last state always follows. */
function useLive(run: string): Live {
  const [shown, setShown] = useState<Opening | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [live, setLive] = useState(false);
  const [driven, setDriven] = useState<boolean | null>(null);
  const [said, setSaid] = useState<Live["said"]>(null);
  const busy = useRef({ now: false, again: false });
  const before = useRef<Book | null>(null);
  useEffect(() => {
    let wanted = true;
    let folding: ReturnType<typeof setTimeout>;
    let stream: EventSource | null = null;
    const show = (found: Opening) => {
      clearTimeout(folding);
      setShown(found);
      setError(null);
      setLive((found.view ?? found.head!.view).status !== "finished");
      if (found.head && !found.head.is_whole) folding = setTimeout(() => wholeOf(run).then((head) => wanted && setShown((now) => (now?.after === found.after ? { ...found, head } : now)), (problem: Error) => wanted && setError(problem)), QUIET);
      if ((found.view ?? found.head!.view).status !== "finished") stream ??= watch(found.after);
    };
    const fetchView = () => {
      if (!wanted) return;
      if (busy.current.now) return void (busy.current.again = true);
      busy.current = { now: true, again: false };
      openingOf(run)
        .then((found) => wanted && show(found), (problem: Error) => {
          if (!wanted) return;
          setError(problem);
          stream ??= watch("");
          if (!(problem instanceof Refused) || problem.isSilence) setTimeout(fetchView, 1000); // nobody else would ask again
        })
        .finally(() => {
          const { again } = busy.current;
          busy.current = { now: false, again: false };
          if (wanted && again) setTimeout(fetchView, 150);
        });
    };
    const watch = (after: string) => {
      const events = new EventSource(keyed(`/api/runs/${run}/events?after=${encodeURIComponent(after)}`));
      events.addEventListener("log", (event) => {
        setSaid(null);
        const { kind } = JSON.parse(event.data) as { kind: string };
        if (kind === "batch" || kind === "end" || kind === "moved") fetchView();
      });
      events.addEventListener("said", (event) => setSaid(JSON.parse(event.data) as Live["said"]));
      events.addEventListener("driven", (event) => setDriven((JSON.parse(event.data) as { driven: boolean }).driven));
      events.addEventListener("reset", fetchView);
      events.addEventListener("over", () => (events.close(), setSaid(null), setShown((now) => ((now && (now.view ?? now.head!.view).status === "finished") || fetchView(), now))));
      return events;
    };
    fetchView();
    return () => ((wanted = false), clearTimeout(folding), stream?.close());
  }, [run]);
  const book = useMemo(() => {
    if (!shown) return null;
    const parts = shown.head ? new Parts(shown.head, sourceOf(run)) : null;
    const made = bookOf(shown.view ?? { ...shown.head!.view }, parts);
    if (parts && before.current) parts.inherit(made, before.current);
    return (before.current = made);
  }, [shown]);
  return { book, error, live, driven, said };
}
