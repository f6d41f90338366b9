// The runs of one folder, such as a sweep's, as small multiples over the settings in which they differ.
import { useEffect, useState } from "preact/hooks";
import { read, type Row } from "./api";
import { Bar, goTo, To, Trouble } from "./frame";
import { apartIn, tellApart } from "./names";
import { Spark } from "./spark";
import { WriteTables } from "./tables";

const EVERY = 2000;

interface Found {
  runs: Row[];
  more: number;
  settings: Record<string, unknown[]>;
  command: string;
}

export function Group({ name }: { name: string }) {
  const [found, setFound] = useState<Found | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    let wanted = true;
    let timer: ReturnType<typeof setTimeout>;
    const ask = () =>
      read<Found>(`/api/group?name=${encodeURIComponent(name)}`)
        .then((answer) => wanted && (setFound(answer), setError(null)), (problem: Error) => wanted && setError(problem))
        .finally(() => wanted && (timer = setTimeout(ask, EVERY)));
    ask();
    return () => ((wanted = false), clearTimeout(timer));
  }, [name]);
  return (
    <>
      <Bar />
      <main class="group-page" id="group">
        <h1>{name}</h1>
        <Trouble error={error} />
        {found && <Cells found={found} name={name} />}
        {found && found.more > 0 && <p class="quiet">{found.more} more are not drawn.</p>}
        {found && <WriteTables address="/api/group/frames" name={name} />}
      </main>
    </>
  );
}

/** One part for each combination of settings, with its repetitions beside each other. */
function Cells({ found, name }: { found: Found; name: string }) {
  const [chosen, setChosen] = useState<number[]>([]);
  const choose = (cell: number) => {
    if (chosen.length === 1 && chosen[0] !== cell) return goTo(`/sets?${new URLSearchParams({ first: name, first_cell: String(chosen[0]), second: name, second_cell: String(cell) })}`);
    setChosen(chosen.includes(cell) ? [] : [cell]);
  };
  const paths = apartIn(found.settings, found.runs[0]?.agents ?? 0).map(([name]) => name);
  const labels = tellApart(found.runs, found.settings);
  const cells = new Map<string, Row[]>();
  found.runs.forEach((row) => {
    const label = labels.get(row.handle)!;
    cells.set(label, [...(cells.get(label) ?? []), row]);
  });
  const over = found.runs.filter((row) => row.status === "finished").length;
  return (
    <>
      <p class="quiet" role="status">{over} of {found.runs.length} finished{paths.length ? `; they differ in ${paths.join(", ")}` : ""}.</p>
      {[...cells].map(([label, rows], cell) => (
        <section key={label} class="setting">
          <h2>{label || "the same settings"} <small>{rows.length} {rows.length === 1 ? "run" : "runs"}</small> {cells.size > 1 && <button class="link" aria-pressed={chosen.includes(cell)} onClick={() => choose(cell)}>{chosen.includes(cell) ? "chosen" : chosen.length ? "compare with this" : "compare"}</button>}</h2>
          <div class="multiples">
            {rows.map((row) => (
              <To key={row.handle} address={`/run/${row.handle}`} class="multiple">
                <Spark run={row.handle} state={`${row.events}`} height={84} />
                <small>{row.path.split("/").pop()} · {row.status}</small>
              </To>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
