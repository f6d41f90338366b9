// The shelf: every run below the folder. Only the rows in sight are in the page, so that ten thousand are as light as ten.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { read, type Row } from "./api";
import { Bar, goTo, To, Trouble } from "./frame";
import { Spark } from "./spark";

const HEIGHT = 62;
const EVERY = 3000;

interface Listed {
  folder: string;
  runs: Row[];
}

type Line = { kind: "group"; name: string; count: number } | { kind: "run"; row: Row };

export function Shelf() {
  const [listed, error] = useShelf();
  const [words, setWords] = useState("");
  const [status, setStatus] = useState("");
  const [chosen, setChosen] = useState<string[]>([]);
  const lines = useMemo(() => (listed ? linesOf(matching(listed.runs, words, status)) : []), [listed, words, status]);
  const choose = (run: string) => setChosen((old) => (old.includes(run) ? old.filter((one) => one !== run) : [...old.slice(-1), run]));
  const shown = lines.filter((line) => line.kind === "run").length;

  return (
    <>
      <Bar><span class="grow" /><To address="/new">New run</To></Bar>
      <main class="shelf" id="shelf">
        <h1>Runs</h1>
        <p class="quiet">{listed ? <>{listed.runs.length.toLocaleString("en")} below <span class="mono">{listed.folder}</span></> : "Reading the folder …"}</p>
        <Trouble error={error} />
        <div class="sieve">
          <label>Find <input type="search" value={words} onInput={(event) => setWords(event.currentTarget.value)} placeholder="motion, name, model, folder" /></label>
          <label>Status <select value={status} onChange={(event) => setStatus(event.currentTarget.value)}>
            {["", "running", "finished", "unfinished", "damaged"].map((one) => <option key={one} value={one}>{one || "any"}</option>)}
          </select></label>
          <span class="quiet" aria-live="polite">{shown.toLocaleString("en")} shown</span>
          <button class="act" disabled={chosen.length !== 2} onClick={() => goTo(`/compare/${chosen[0]}/${chosen[1]}`)}>Compare two</button>
        </div>
        {listed && !listed.runs.length && <p>No run yet. Begin with <code class="mono">doxa run compulsory-voting</code>; it appears here by itself.</p>}
        <Rows lines={lines} chosen={chosen} choose={choose} />
      </main>
    </>
  );
}

function useShelf(): [Listed | null, Error | null] {
  const [listed, setListed] = useState<Listed | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const ask = () =>
      read<Listed>("/api/shelf")
        .then((found) => (setListed(found), setError(null)), setError)
        .finally(() => (timer = setTimeout(ask, EVERY)));
    ask();
    return () => clearTimeout(timer);
  }, []);
  return [listed, error];
}

function matching(rows: Row[], words: string, status: string): Row[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const text = `${row.motion} ${row.name} ${row.protocol} ${row.path} ${row.speakers.join(" ")}`.toLowerCase();
    return (!status || row.status === status) && wanted.every((word) => text.includes(word));
  });
}

/** Put the runs of one folder together under its name, in the order of the run that was written last. */
function linesOf(rows: Row[]): Line[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row]);
  return [...groups].flatMap(([name, inside]) => [
    ...(name ? [{ kind: "group" as const, name, count: inside.length }] : []),
    ...inside.map((row) => ({ kind: "run" as const, row })),
  ]);
}

function Rows({ lines, chosen, choose }: { lines: Line[]; chosen: string[]; choose(run: string): void }) {
  const box = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState([0, 30]);
  const look = () => {
    const place = box.current;
    if (!place) return;
    const above = Math.max(0, -place.getBoundingClientRect().top);
    const first = Math.max(0, Math.floor(above / HEIGHT) - 6);
    setSight([first, first + Math.ceil(innerHeight / HEIGHT) + 12]);
  };
  useEffect(() => {
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => (removeEventListener("scroll", look), removeEventListener("resize", look));
  }, [lines.length]);
  const [from, to] = sight as [number, number];
  return (
    <div ref={box} class="rows" role="list" style={{ height: `${lines.length * HEIGHT}px` }}>
      {lines.slice(from, to).map((line, place) => (
        <div key={line.kind === "run" ? line.row.handle : `group ${line.name}`} class={`row ${line.kind}`} role="listitem" aria-setsize={lines.length} aria-posinset={from + place + 1} style={{ top: `${(from + place) * HEIGHT}px` }}>
          {line.kind === "group" ? <h2><To address={`/group?name=${encodeURIComponent(line.name)}`}>{line.name}</To> <small>{line.count} runs</small></h2> : <Run row={line.row} chosen={chosen.includes(line.row.handle)} choose={choose} />}
        </div>
      ))}
    </div>
  );
}

function Run({ row, chosen, choose }: { row: Row; chosen: boolean; choose(run: string): void }) {
  return (
    <>
      <input type="checkbox" checked={chosen} onChange={() => choose(row.handle)} aria-label={`Choose ${row.path} for a comparison`} />
      <To address={`/run/${row.handle}`} class="open">
        <b>{row.motion || row.path}</b>
        <small>{[row.path.split("/").pop()!, row.protocol.replaceAll("_", " "), `seed ${row.seed}`, row.replicate ? `repetition ${row.replicate}` : "", row.parent ? "fork" : "", row.speakers.join(", ")].filter(Boolean).join(" · ")}</small>
      </To>
      <Spark run={row.handle} state={`${row.events}`} />
      <span class={`pill ${row.status}`}>{row.status}</span>
    </>
  );
}
