// The argument memory of each agent at the end of the run: active and archived records, and their contributions.
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Agent, Diverging, Polarity, Section, Wide, Words } from "./common";
import { useParts } from "./parts";
import { remembered, useBook, useDesk, useGo } from "./store";
import { plain, signed } from "./text";
import type { MemoryView } from "./view";

type Field = "batch" | "origin" | "strength" | "weight" | "contribution" | "without" | "shapley" | "similarity" | "reason";
type Show = "active" | "archived" | "all";

const COLUMNS: [Field, string, string][] = [
  ["origin", "origin", "seed, self or peer"],
  ["batch", "from", "when it was admitted"],
  ["strength", "s", "strength when it was admitted"],
  ["weight", "γ", "weight: anchoring for seeds, uptake for everything else"],
  ["contribution", "contribution", "its contribution to the belief, γ · polarity · s for log-odds"],
  ["without", "leave-one-out", "final stance minus the stance without this record"],
  ["shapley", "Shapley", "its share of the final stance"],
  ["similarity", "similarity", "cosine to the nearest active record of the same polarity when it was admitted"],
  ["reason", "why", "why it is active or not"],
];
const SUMS = new Set<Field>(["contribution", "without", "shapley"]);
const PAGE = 60;

export function Memory() {
  const book = useBook();
  const { target } = useDesk();
  useParts();
  const box = useRef<HTMLDivElement>(null);
  const owners = book.view.agents.filter((agent) => agent.id in book.view.memory || remembered(book, agent.id)[1]).map((agent) => agent.id);
  const [picked, setOwner] = useState(owners[0] ?? "");
  const owner = picked || owners[0] || "";
  const wanted = target.kind === "record" ? target : null;
  useEffect(() => {
    if (wanted) setOwner(wanted.agent);
  }, [target]);
  const isComing = Boolean(book.parts) && !book.view.memory[owner];
  useEffect(() => {
    if (!book.parts || !box.current || !owner) return;
    if (wanted) return book.parts.wantMemory(book, wanted.agent);
    const near = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && book.parts!.wantMemory(book, owner), { rootMargin: "400px" });
    near.observe(box.current);
    return () => near.disconnect();
  }, [book, owner, target]);
  if (book.parts && !book.parts.head.is_whole && book.view.middle !== "transcript") return <Section id="memory" title="Memory" lead="Every claim that an agent admitted, with its contribution to the final stance."><p class="quiet">It is being computed: all beliefs are folded again.</p></Section>;
  if (!owners.some((id) => remembered(book, id)[1])) return null;
  return (
    <Section id="memory" title="Memory" lead="Every claim that an agent admitted, with its contribution to the final stance. A record links to its turn.">
      <div class="tabs" role="tablist" aria-label="Whose memory" onKeyDown={(event) => turn(event, owners, owner, setOwner)}>
        {owners.map((id) => (
          <button key={id} role="tab" id={`of-${id}`} aria-controls="records" aria-selected={id === owner} tabIndex={id === owner ? 0 : -1} onClick={() => setOwner(id)}>
            <Agent id={id} /> <small>{remembered(book, id).join(" of ")}</small>
          </button>
        ))}
      </div>
      <div id="records" ref={box} role="tabpanel" aria-labelledby={`of-${owner}`}>
        {isComing ? <p class="quiet">Reading …</p> : <Table key={owner} owner={owner} rows={book.view.memory[owner] ?? []} wanted={wanted?.agent === owner ? wanted.id : ""} n={target.n} />}
      </div>
    </Section>
  );
}

/** Handle the keys of a row of tabs: arrows wrap around, Home and End select the first and the last. */
function turn(event: JSX.TargetedKeyboardEvent<HTMLElement>, owners: string[], owner: string, pick: (owner: string) => void) {
  const [at, last] = [owners.indexOf(owner), owners.length - 1];
  const to = { ArrowLeft: at ? at - 1 : last, ArrowRight: at < last ? at + 1 : 0, Home: 0, End: last }[event.key];
  if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  pick(owners[to]!);
  (event.currentTarget.children[to] as HTMLElement).focus();
}

function Table({ owner, rows, wanted, n }: { owner: string; rows: MemoryView[]; wanted: string; n: number }) {
  const [sort, setSort] = useState<{ field: Field; down: boolean }>({ field: "contribution", down: true });
  const [show, setShow] = useState<Show>("active");
  const [query, setQuery] = useState("");
  const [limit, setLimit] = useState(PAGE);
  const body = useRef<HTMLTableSectionElement>(null);
  const scale = useMemo(() => rows.reduce((most, row) => Math.max(most, Math.abs(row.contribution!)), 0), [rows]);
  // a column that the agent's kernel does not offer is null in every row
  const weighed = rows.some((row) => row.weight !== null);
  const summed = rows.some((row) => row.contribution !== null);
  const kept = useMemo(() => ordered(rows.filter((row) => fits(row, show, query)), sort), [rows, show, query, sort]);

  useEffect(() => {
    if (!wanted) return;
    setShow("all");
    setQuery("");
    const place = ordered(rows, sort).findIndex((row) => row.claim === wanted);
    setLimit((old) => Math.max(old, place + 1));
    const timer = setTimeout(() => flash(body.current, wanted), 60);
    return () => clearTimeout(timer);
  }, [wanted, n]);

  return (
    <>
      <div class="controls">
        {(["active", "archived", "all"] as const).map((one) => (
          <button key={one} class="chip" aria-pressed={show === one} onClick={() => setShow(one)}>{one} <b>{rows.filter((row) => fits(row, one, "")).length}</b></button>
        ))}
        <input type="search" placeholder="Find in memory" aria-label="Find in memory" value={query} onInput={(event) => setQuery(event.currentTarget.value)} />
      </div>
      <Wide label="Records">
        <table class="grid memory" data-agent={owner}>
          <thead>
            <tr>
              <th class="text">claim</th>
              {COLUMNS.filter(([field]) => (field === "weight" ? weighed : summed || !SUMS.has(field))).map(([field, label, title]) => (
                <th key={field} title={title} aria-sort={sort.field === field ? (sort.down ? "descending" : "ascending") : "none"}>
                  <button onClick={() => setSort({ field, down: sort.field === field ? !sort.down : true })}>{label}{sort.field === field ? (sort.down ? " ↓" : " ↑") : ""}</button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {kept.slice(0, limit).map((row) => <Row key={row.claim} owner={owner} row={row} scale={scale} weighed={weighed} summed={summed} />)}
          </tbody>
        </table>
      </Wide>
      {kept.length === 0 && <p class="quiet">No record matches.</p>}
      {kept.length > limit && <button class="more" onClick={() => setLimit(limit + 200)}>Show more ({(kept.length - limit).toLocaleString("en")} left)</button>}
    </>
  );
}

function Row({ owner, row, scale, weighed, summed }: { owner: string; row: MemoryView; scale: number; weighed: boolean; summed: boolean }) {
  const book = useBook();
  const { toTurn, toRecord } = useGo();
  const turn = row.message !== null && book.turns.has(row.message) ? row.message : null;
  const next = row.superseded_by;
  return (
    <tr class={row.active ? "" : "archived"} tabIndex={-1} data-claim={row.claim}>
      <td class="text"><Polarity value={row.polarity} /> <Words text={row.text} limit={320} /></td>
      <td data-label="origin"><span class={`origin ${row.origin}`}>{row.origin}</span></td>
      <td data-label="from">{turn ? <button class="link" onClick={() => toTurn(turn)}>{book.names[row.batch]}</button> : row.batch === 0 ? "seed" : book.names[row.batch]}</td>
      <td data-label="s">{plain(row.strength)}</td>
      {weighed && <td data-label="γ">{plain(row.weight)}</td>}
      {summed && <><td data-label="contribution" class="bar"><span>{signed(row.contribution)}</span><Diverging before={0} after={row.contribution!} scale={scale} /></td>
      <td data-label="leave-one-out">{signed(row.without)}</td>
      <td data-label="Shapley">{signed(row.shapley)}</td></>}
      <td data-label="similarity">{plain(row.similarity)}</td>
      <td data-label="why">
        {row.active ? "" : "archived: "}{row.reason}
        {next && <> by {book.records.get(owner)?.has(next) ? <button class="link" onClick={() => toRecord(owner, next)} title={next}>a later record</button> : <span class="mono">{next}</span>}</>}
      </td>
    </tr>
  );
}

function fits(row: MemoryView, show: Show, query: string): boolean {
  if (show !== "all" && row.active !== (show === "active")) return false;
  return !query || row.text.toLowerCase().includes(query.toLowerCase());
}

/** Return the rows sorted by one column; absent values are last in both directions. */
function ordered(rows: readonly MemoryView[], { field, down }: { field: Field; down: boolean }): MemoryView[] {
  const side = down ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [a[field], b[field]];
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
    return side * (typeof x === "number" ? x - (y as number) : x.localeCompare(y as string));
  });
}

function flash(body: HTMLElement | null, claim: string) {
  const row = [...(body?.children ?? [])].find((one) => (one as HTMLElement).dataset.claim === claim) as HTMLElement | undefined;
  if (!row) return;
  row.scrollIntoView({ block: "center" });
  row.focus({ preventScroll: true });
  row.classList.remove("flash");
  void row.offsetWidth;
  row.classList.add("flash");
}
