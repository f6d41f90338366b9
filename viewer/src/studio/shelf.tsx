// The shelf: every run below the folder. Only the rows in sight are in the page, so that ten thousand are as light as ten.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type ExhibitPage, keyed, read, type Row } from "./api";
import { Bar, goTo, To, Trouble } from "./frame";
import { counted, dollars, signed } from "../text";
import { nameOfChange, tellApart } from "./names";
import { type Pictured, Spark } from "./spark";

const EVERY = 3000;

const PHONE = matchMedia("(max-width: 620px)");

/** The height of a row in pixels, as the style sheet has it. */
const heightOf = () => (PHONE.matches ? 180 : 84);

interface Listed {
  folder: string;
  sweeps: string[];
  pages: ExhibitPage[];
  runs: Row[];
  /** Names what is listed; asked with it, the studio says only whether that is still so. */
  state: string;
}

type Line = { kind: "group"; name: string; count: number; what: string } | { kind: "run"; row: Row; depth: number; varied: string; title: string } | { kind: "page"; page: ExhibitPage };

const NONE: Row[] = [];

/** Folders that are asked about where the order needs them, in sight or not. */
const MOST_FOLDERS = 60;

export function Shelf() {
  const [listed, error] = useShelf();
  const [words, setWords] = useState("");
  const [status, setStatus] = useState("");
  const [kind, setKind] = useState("");
  const [checked, setChecked] = useState("");
  const [family, setFamily] = useState("");
  const [group, setGroup] = useState("");
  const [order, setOrder] = useState(LAST);
  const [chosen, setChosen] = useState<string[]>([]);
  const [varied, see] = useVaried(listed?.runs ?? NONE);
  const sieve: Sieve = { words, status, kind, checked, family, group };
  const isWhole = !Object.values(sieve).some(Boolean);
  const lines = useMemo(() => (listed ? linesOf(sorted(matching(listed.runs, sieve), order, varied), listed, isWhole, order, varied) : []), [listed, varied, order, ...Object.values(sieve)]);
  const groups = useMemo(() => [...new Set(listed?.runs.map((row) => row.group) ?? [])].filter(Boolean).sort(), [listed]);
  useEffect(() => void (order === VARIED && listed && see([...new Set(listed.runs.map((row) => row.group))].slice(0, MOST_FOLDERS))), [order, listed]);
  const clear = () => (setWords(""), setStatus(""), setKind(""), setChecked(""), setFamily(""), setGroup(""));
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
          <Choice name="Status" value={status} set={setStatus} all={["running", "finished", "unfinished", "damaged"]} />
          <Choice name="Words" value={kind} set={setKind} all={["simulated", "recorded", "callable", "person", "model", "mixed"]} />
          <Choice name="Verified" value={checked} set={setChecked} all={["verified", "not yet", "with problems"]} />
          <Choice name="Forks" value={family} set={setFamily} all={["forks", "no forks"]} />
          {groups.length > 1 && <Choice name="Folder" value={group} set={setGroup} all={groups} />}
          <label>Order <select value={order} onChange={(event) => setOrder(event.currentTarget.value)}>{Object.keys(ORDERS).map((name) => <option key={name}>{name}</option>)}</select></label>
          {!isWhole && <button class="link" onClick={clear}>all</button>}
          <span class="quiet" aria-live="polite">{shown.toLocaleString("en")} shown</span>
          <button class="act" disabled={chosen.length !== 2} onClick={() => goTo(`/compare/${chosen[0]}/${chosen[1]}`)}>Compare two</button>
        </div>
        {listed && !listed.runs.length && <p class="none">No run lies below this folder yet. Begin one with <To address="/new">New run</To>, or in a terminal with <code class="mono">doxa run compulsory-voting --out {listed.folder}/first</code>; it appears here by itself. A run is a folder with a <code class="mono">spec.json</code>.</p>}
        {listed && listed.runs.length > 0 && !shown && <p class="none">No run is as you asked for. <button class="link" onClick={clear}>Show all</button></p>}
        <Rows lines={lines} chosen={chosen} choose={choose} see={see} />
      </main>
    </>
  );
}

function useShelf(): [Listed | null, Error | null] {
  const [listed, setListed] = useState<Listed | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let state = "";
    const ask = () =>
      read<Listed>(`/api/shelf?state=${state}`)
        .then((found) => (found.state !== state && setListed(found), (state = found.state), setError(null)), setError)
        .finally(() => (timer = setTimeout(ask, EVERY)));
    ask();
    return () => clearTimeout(timer);
  }, []);
  return [listed, error];
}

interface Sieve {
  words: string;
  status: string;
  kind: string;
  checked: string;
  family: string;
  group: string;
}

function Choice({ name, value, set, all }: { name: string; value: string; set(value: string): void; all: string[] }) {
  return <label>{name} <select value={value} onChange={(event) => set(event.currentTarget.value)}><option value="">any</option>{all.map((one) => <option key={one} value={one}>{one}</option>)}</select></label>;
}

function matching(rows: Row[], { words, status, kind, checked, family, group }: Sieve): Row[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = (row: Row) => (row.verified === "verified" ? "verified" : row.verified ? "with problems" : "not yet");
  return rows.filter((row) => {
    const text = `${row.motion} ${row.name} ${row.protocol} ${row.path} ${row.speakers.join(" ")}`.toLowerCase();
    return (!status || row.status === status) && (!kind || row.words === kind) && (!checked || found(row) === checked) && (!family || (family === "forks") === Boolean(row.parent_at)) && (!group || row.group === group) && wanted.every((word) => text.includes(word));
  });
}

function byFolder(rows: Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const inside = groups.get(row.group);
    if (inside) inside.push(row);
    else groups.set(row.group, [row]);
  }
  return groups;
}

/** Return what tells runs of one folder and scenario apart, by run, and what asks for it; a folder is asked about again when runs come. */
function useVaried(rows: Row[]): [Map<string, string>, (names: string[]) => void] {
  const [varied, setVaried] = useState(new Map<string, string>());
  const asked = useRef(new Map<string, number>());
  const groups = useMemo(() => byFolder(rows), [rows]);
  const see = (names: string[]) => {
    for (const name of new Set(names)) {
      const count = groups.get(name)?.length ?? 0;
      if (count < 2 || asked.current.get(name) === count) continue;
      asked.current.set(name, count);
      void read<{ runs: Row[]; settings: Record<string, unknown[]> }>(`/api/group?name=${encodeURIComponent(name)}`).then(({ runs, settings }) => {
        const alike = new Map<string, number[]>();
        for (const [place, row] of runs.entries()) {
          const kind = [row.name, row.motion, row.protocol, row.agents].join("\n");
          if (!row.parent_at) alike.set(kind, [...(alike.get(kind) ?? []), place]);
        }
        const told = [...alike.values()].flatMap((places) => [...tellApart(places.map((place) => runs[place]!), Object.fromEntries(Object.entries(settings).map(([path, values]) => [path, places.map((place) => values[place])])))]);
        setVaried((old) => new Map([...old, ...told]));
      }, () => undefined);
    }
  };
  return [varied, see];
}

const meanOf = (row: Row): number | null => {
  const stances = Object.values(row.stances).filter((stance) => stance !== null);
  return stances.length ? stances.reduce((sum, stance) => sum + stance, 0) / stances.length : null;
};

const apartOf = (row: Row): number | null => {
  const stances = Object.values(row.stances).filter((stance) => stance !== null);
  return stances.length ? Math.max(...stances) - Math.min(...stances) : null;
};

const LAST = "last written", VARIED = "what was varied";

/** Orders of the shelf: what is compared of two runs, the greater first; texts from A on. */
const ORDERS: Record<string, (row: Row, varied: string) => number | string | null> = {
  [LAST]: (row) => row.changed,
  motion: (row) => row.motion,
  [VARIED]: (row, varied) => `${varied} ${row.replicate}`,
  name: (row) => row.path,
  "ended most for": meanOf,
  "ended most against": (row) => ((mean) => (mean === null ? null : -mean))(meanOf(row)),
  "ended furthest apart": apartOf,
};

function sorted(rows: Row[], order: string, varied: Map<string, string>): Row[] {
  const keys = new Map(rows.map((row) => [row, ORDERS[order]!(row, varied.get(row.handle) ?? "")]));
  return [...rows].sort((one, other) => {
    const [left, right] = [keys.get(one)!, keys.get(other)!];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return typeof left === "string" ? left.localeCompare(String(right), "en", { numeric: true }) : Number(right) - left;
  });
}

/** Put the runs of one folder together under its name, in the order of the run that was written last, forks below their parents. */
function linesOf(rows: Row[], { sweeps, pages }: Listed, isWhole: boolean, order: string, varied: Map<string, string>): Line[] {
  const groups = byFolder(rows);
  const shown = isWhole ? pages : [];
  for (const page of shown) if (!groups.has(page.group)) groups.set(page.group, []);
  const arranged = (name: string, inside: Row[]) => (order === LAST && sweeps.includes(name) ? sorted(inside, VARIED, varied) : inside);
  const titles = new Map([...groups.values()].flatMap((inside) => titlesOf(inside, varied)));
  return [...groups].flatMap(([name, inside]) => [
    ...(name ? [{ kind: "group" as const, name, count: inside.length, what: sweeps.includes(name) ? "sweep" : isRepeated(inside) ? "repetitions" : "" }] : []),
    ...shown.filter((page) => page.group === name).map((page) => ({ kind: "page" as const, page })),
    ...asTrees(arranged(name, inside)).map(([row, depth]) => ({ kind: "run" as const, row, depth, varied: varied.get(row.handle) ?? "", title: (name && titles.get(row.handle)) || "" })),
  ]);
}

/** Return what sets each run of a folder apart, where all are on one motion. */
function titlesOf(inside: Row[], varied: Map<string, string>): [string, string][] {
  if (inside.length < 2 || inside.some((row) => row.motion !== inside[0]!.motion)) return [];
  const seeds = new Set(inside.map((row) => row.seed)).size > 1, replicates = inside.some((row) => row.replicate);
  return inside.filter((row) => !row.parent_at).map((row) => [row.handle, [varied.get(row.handle), seeds && `seed ${row.seed}`, replicates && `repetition ${row.replicate}`].filter(Boolean).join(", ")]);
}

/** Say whether runs are repetitions of one scenario, as an ensemble's are. */
const isRepeated = (rows: Row[]) => rows.length > 1 && rows.every((row) => row.name === rows[0]!.name && row.motion === rows[0]!.motion && !row.parent) && new Set(rows.map((row) => `${row.seed} ${row.replicate}`)).size === rows.length;

/** Return runs with their depth in the tree of forks: each fork below its parent, where both are here. */
export function asTrees(rows: Row[]): [Row, number][] {
  const here = new Set(rows.map((row) => row.handle));
  if (!rows.some((row) => here.has(row.parent_run))) return rows.map((row) => [row, 0]);
  const forks = new Map<string, Row[]>();
  for (const row of rows) if (here.has(row.parent_run)) forks.set(row.parent_run, [...(forks.get(row.parent_run) ?? []), row]);
  const told = new Set<string>();
  const found: [Row, number][] = [];
  const tell = (row: Row, depth: number) => {
    if (told.has(row.handle)) return;
    told.add(row.handle);
    found.push([row, depth]);
    for (const fork of forks.get(row.handle) ?? []) tell(fork, depth + 1);
  };
  for (const row of rows) if (!here.has(row.parent_run)) tell(row, 0);
  for (const row of rows) tell(row, 0);
  return found;
}

function Rows({ lines, chosen, choose, see }: { lines: Line[]; chosen: string[]; choose(run: string): void; see(groups: string[]): void }) {
  const box = useRef<HTMLDivElement>(null);
  const [sets, setSets] = useState<string[]>([]);
  const pick = (name: string) => {
    if (sets.length === 1 && sets[0] !== name) return goTo(`/sets?first=${encodeURIComponent(sets[0]!)}&second=${encodeURIComponent(name)}`);
    setSets(sets.includes(name) ? [] : [name]);
  };
  const [sight, setSight] = useState([0, 30]);
  const look = () => {
    const place = box.current;
    if (!place) return;
    const above = Math.max(0, -place.getBoundingClientRect().top);
    const first = Math.max(0, Math.floor(above / heightOf()) - 6);
    setSight([first, first + Math.ceil(innerHeight / heightOf()) + 12]);
  };
  useEffect(() => {
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => (removeEventListener("scroll", look), removeEventListener("resize", look));
  }, [lines.length]);
  const [from, to] = sight as [number, number];
  useEffect(() => see(lines.slice(from, to).flatMap((line) => (line.kind === "run" ? [line.row.group] : []))), [lines, from, to]);
  return (
    <div ref={box} class="rows" role="list" style={{ height: `${lines.length * heightOf()}px` }}>
      {lines.slice(from, to).map((line, place) => (
        <div key={keyOf(line)} class={`row ${line.kind}`} role="listitem" aria-setsize={lines.length} aria-posinset={from + place + 1} style={{ top: `${(from + place) * heightOf()}px` }}>
          {line.kind === "group" && !line.count && <h2>{line.name}</h2>}
          {line.kind === "group" && line.count > 0 && <h2><To address={`/group?name=${encodeURIComponent(line.name)}`}>{line.name}</To> <small>{[line.what, counted(line.count, "run")].filter(Boolean).join(" of ")}</small> <button class="link" aria-pressed={sets.includes(line.name)} onClick={() => pick(line.name)}>{sets.includes(line.name) ? "chosen" : sets.length ? "compare with this set" : "compare as a set"}</button></h2>}
          {line.kind === "page" && <Exhibits page={line.page} />}
          {line.kind === "run" && <Run row={line.row} depth={line.depth} varied={line.varied} title={line.title} chosen={chosen.includes(line.row.handle)} choose={choose} />}
        </div>
      ))}
    </div>
  );
}

const keyOf = (line: Line) => (line.kind === "run" ? line.row.handle : line.kind === "page" ? line.page.handle : `group ${line.name}`);

const TITLES: Record<string, string> = { "arguments.html": "The map of its arguments", "landscape.html": "The map of many debates' arguments" };

/** A page that a command wrote; it opens by itself, as a file. */
export function Exhibits({ page }: { page: ExhibitPage }) {
  return <a class="open" href={keyed(`/exhibits/${page.handle}`)} target="_blank" rel="noopener"><b>{TITLES[page.path.split("/").pop()!] ?? "Tables and figures"}</b><small>{page.path}</small></a>;
}

function Run({ row, depth, varied, title, chosen, choose }: { row: Row; depth: number; varied: string; title: string; chosen: boolean; choose(run: string): void }) {
  const [spark, setSpark] = useState<Pictured | null>(null);
  const { problem = "", cost } = spark ?? {};
  const apart = row.parent_at ? [`fork at ${row.parent_at}`, ...row.changes.map(nameOfChange)].join(", ") : title ? "" : varied;
  const about = [!row.parent_at && row.parent ? "read from another run" : "", title ? row.motion : "", row.protocol.replaceAll("_", " "), `seed ${row.seed}`, row.replicate ? `repetition ${row.replicate}` : "", row.speakers.join(", ")];
  const ended = endOf(row, spark);
  return (
    <>
      <input type="checkbox" checked={chosen} onChange={() => choose(row.handle)} aria-label={`Choose ${row.path} for a comparison`} />
      {depth > 0 && <span class="branch" aria-hidden="true" style={{ width: `${Math.min(depth, 6) * 16}px` }}>└</span>}
      <To address={`/run/${row.handle}`} class="open">
        <b title={row.motion}>{title || row.motion || row.path}</b>
        <small class={problem && "bad"} title={problem}>{problem || <>{row.path.split("/").pop()!}{apart && <> · <em>{apart}</em></>}{about.filter(Boolean).map((part) => ` · ${part}`).join("")}</>}</small>
        {!problem && <small class="ended" title={ended}>{ended}</small>}
      </To>
      <Spark run={row.handle} state={`${row.events}`} told={setSpark} />
      <span class="facts"><small>{row.words}</small><small>{!spark || problem ? "" : cost === null ? "cost unknown" : cost === 0 ? "free" : dollars(cost!)}</small></span>
      <span class="states"><span class={`pill ${row.status}`}>{row.status}</span>{row.verified && <small class={row.verified === "verified" ? "good" : "bad"}>{row.verified}</small>}</span>
    </>
  );
}

const FEW = 4;

const sideOf = (stance: number) => (stance > 0 ? "for" : stance < 0 ? "against" : "on neither side");

/** Say how a run ended, by its last stances: whose, from where; of many, how many on which side. */
function endOf(row: Row, spark: Pictured | null): string {
  const first = (agent: string) => spark?.curves[agent]?.find((stance) => stance !== null) ?? null;
  const recorded = row.status === "finished" ? Object.entries(row.stances) : Object.entries(spark?.curves ?? {}).map(([agent, curve]) => [agent, curve[curve.length - 1] ?? null] as const);
  const last = recorded.filter((entry): entry is [string, number] => entry[1] !== null);
  if (!last.length) return spark?.story ?? "";
  const verb = row.status === "finished" ? "ended" : "so far";
  if (last.length <= FEW) return `${verb}: ${last.map(([agent, stance]) => `${agent} ${sideOf(stance)} (${first(agent) === null ? "" : `${signed(first(agent), 2)} → `}${signed(stance, 2)})`).join(", ")}`;
  const counts = ["for", "against", "on neither side"].map((side) => [last.filter(([, stance]) => sideOf(stance) === side).length, side] as const);
  const mean = last.reduce((sum, [, stance]) => sum + stance, 0) / last.length;
  return `${verb}: ${counts.filter(([count]) => count).map(([count, side]) => `${count} ${side}`).join(", ")}; mean ${signed(mean, 2)}`;
}
