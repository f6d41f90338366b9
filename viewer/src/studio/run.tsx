// A run: the report's page, which follows the log while it is written, and a drawer for what-ifs beside it.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { App } from "../app";
import { Words } from "../common";
import { Parts } from "../parts";
import { type Book, bookOf } from "../store";
import { type Opening, openingOf, Refused, send, sourceOf, wholeOf } from "./api";
import { Fork } from "./fork";
import { Bar, Copy, Trouble } from "./frame";
import { Kin } from "./kin";
import { WriteTables } from "./tables";
import { Progress, type Started } from "./new";
import { Drawer } from "./what-if";
import { YourTurn } from "./your-turn";

interface Verified {
  status: string;
  command: string;
  [name: string]: unknown;
}

export function Run({ run }: { run: string }) {
  const { book, error, live, said } = useLive(run);
  const view = book?.view ?? null;
  const [asking, setAsking] = useState(location.hash === "#what-if");
  const [checked, setChecked] = useState<Verified | null>(null);
  const [trouble, setTrouble] = useState<Error | null>(null);
  const [forking, setForking] = useState(false);
  const [exporting, setExporting] = useState(false);
  const [arguing, setArguing] = useState(location.hash === "#your-turn");
  const [started, setStarted] = useState<Started | null>(null);
  const check = () => send<Verified>(`/api/runs/${run}/verify`, {}).then(setChecked, setTrouble);
  return (
    <>
      <Bar>
        <span class="grow" />
        {live && <span class="pill live" role="status">live</span>}
        {checked && <span class="pill" role="status">{checked.status}</span>}
        {live && <button class="act" onClick={() => send(`/api/runs/${run}/stop`, {}).then(() => setTrouble(null), setTrouble)}>Stop</button>}
        {live && <button class="act" onClick={() => send<Started>(`/api/runs/${run}/resume`, {}).then(setStarted, setTrouble)}>Resume</button>}
        <button class="act" onClick={check}>Verify</button>
        <button class="act" aria-expanded={exporting} onClick={() => setExporting(!exporting)}>Tables</button>
        <button class="act" aria-expanded={forking} onClick={() => setForking(!forking)}>Fork</button>
        <button class="act" aria-expanded={arguing} onClick={() => setArguing(!arguing)}>Your turn</button>
        <button class="act" aria-expanded={asking} onClick={() => setAsking(!asking)}>What if</button>
      </Bar>
      <Trouble error={error ?? trouble} />
      {checked && <Copy what="command" text={checked.command} />}
      {started && <Progress key={started.number} started={started} />}
      {forking && book && <Fork run={run} book={book} />}
      {arguing && book && <YourTurn run={run} book={book} />}
      {said && <p class="said" role="status"><b>{said.step}</b> is being heard: <Words text={said.text} limit={280} /></p>}
      {exporting && <WriteTables address={`/api/runs/${run}/frames`} />}
      {view && <Kin run={run} state={view.status} />}
      <div class={asking ? "with-drawer" : ""}>
        {asking && book && <Drawer run={run} book={book} close={() => setAsking(false)} />}
        {book ? <div class="report"><App book={book} /></div> : !error && <p class="quiet">Reading the run …</p>}
      </div>
    </>
  );
}

interface Live {
  book: Book | null;
  error: Error | null;
  live: boolean;
  said: { step: string; text: string } | null;
}

const QUIET = 1500; // milliseconds without news after which a long run is folded

/** Return the book of a run, read again while events come in; one request at a time, the last state always follows. */
function useLive(run: string): Live {
  const [shown, setShown] = useState<Opening | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [live, setLive] = useState(false);
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
      const events = new EventSource(`/api/runs/${run}/events?after=${encodeURIComponent(after)}`);
      events.addEventListener("log", (event) => {
        setSaid(null);
        const { kind } = JSON.parse(event.data) as { kind: string };
        if (kind === "batch" || kind === "end" || kind === "moved") fetchView();
      });
      events.addEventListener("said", (event) => setSaid(JSON.parse(event.data) as Live["said"]));
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
  return { book, error, live, said };
}
