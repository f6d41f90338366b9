// A run: the report's page, which follows the log while it is written, and a drawer for what-ifs beside it.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { App } from "../app";
import { Words } from "../common";
import { bookOf } from "../store";
import type { RunView } from "../view";
import { Refused, send, viewOf } from "./api";
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
  const { view, error, live, said } = useLive(run);
  const [asking, setAsking] = useState(location.hash === "#what-if");
  const [checked, setChecked] = useState<Verified | null>(null);
  const [trouble, setTrouble] = useState<Error | null>(null);
  const [forking, setForking] = useState(false);
  const [exporting, setExporting] = useState(false);
  const [arguing, setArguing] = useState(location.hash === "#your-turn");
  const [started, setStarted] = useState<Started | null>(null);
  const book = useMemo(() => (view ? bookOf(view) : null), [view]);
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
        {asking && view && <Drawer run={run} view={view} close={() => setAsking(false)} />}
        {book ? <div class="report"><App book={book} /></div> : !error && <p class="quiet">Reading the run …</p>}
      </div>
    </>
  );
}

interface Live {
  view: RunView | null;
  error: Error | null;
  live: boolean;
  said: { step: string; text: string } | null;
}

/** Return the view of a run, read again while events come in; one request at a time, the last state always follows. */
function useLive(run: string): Live {
  const [view, setView] = useState<RunView | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [live, setLive] = useState(false);
  const [said, setSaid] = useState<Live["said"]>(null);
  const busy = useRef({ now: false, again: false });
  useEffect(() => {
    let wanted = true;
    const fetchView = () => {
      if (!wanted) return;
      if (busy.current.now) return void (busy.current.again = true);
      busy.current = { now: true, again: false };
      viewOf(run)
        .then((found) => wanted && (setView(found), setError(null), setLive(found.status !== "finished")), (problem: Error) => {
          if (!wanted) return;
          setError(problem);
          if (!(problem instanceof Refused) || problem.isSilence) setTimeout(fetchView, 1000); // nobody else would ask again
        })
        .finally(() => {
          const { again } = busy.current;
          busy.current = { now: false, again: false };
          if (wanted && again) setTimeout(fetchView, 150);
        });
    };
    fetchView();
    const stream = new EventSource(`/api/runs/${run}/events`);
    stream.addEventListener("log", (event) => {
      setSaid(null);
      const { kind } = JSON.parse(event.data) as { kind: string };
      if (kind === "batch" || kind === "end" || kind === "moved") fetchView();
    });
    stream.addEventListener("said", (event) => setSaid(JSON.parse(event.data) as Live["said"]));
    stream.addEventListener("reset", fetchView);
    stream.addEventListener("over", () => (stream.close(), setSaid(null), fetchView()));
    return () => ((wanted = false), stream.close());
  }, [run]);
  return { view, error, live, said };
}
