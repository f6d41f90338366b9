// What belongs to a run: the tree of its forks, what judges or reads it, and pages of tables and figures.
import { type ExhibitPage, read, type Row } from "./api";
import { To, useAsked } from "./frame";
import { nameOfChange } from "./names";
import { asTrees, Exhibits } from "./shelf";
import { Spark } from "./spark";

interface Found {
  forks: Row[];
  readings: Row[];
  pages: ExhibitPage[];
}

/** Wait until the run itself is likely to be there: looking through a folder of thousands takes a while. */
const later = () => new Promise((done) => setTimeout(done, 400));

export function Kin({ run, state }: { run: string; state: string }) {
  const [found] = useAsked(() => later().then(() => read<Found>(`/api/runs/${run}/kin`)), `${run} ${state}`);
  if (!found || !(found.forks.length + found.readings.length + found.pages.length)) return null;
  return (
    <details class="kin" open={found.forks.length > 0 || undefined}>
      <summary>{[found.forks.length && "The tree of forks", found.readings.length && "What judges it", found.pages.length && "Tables and figures"].filter(Boolean).join(" · ")}</summary>
      {found.forks.length > 0 && (
        <ul class="tree" aria-label="The tree of forks">
          {asTrees(found.forks).map(([row, depth]) => (
            <li key={row.handle} style={{ paddingLeft: `${Math.min(depth, 8) * 22}px` }} aria-current={row.handle === run ? "page" : undefined}>
              {row.handle === run ? <b>{nameOf(row)}</b> : <To address={`/run/${row.handle}`}>{nameOf(row)}</To>}
              <small>{row.parent_run && depth > 0 ? [`from ${row.parent_at || "the start"}`, ...(row.changes.length ? row.changes.map(nameOfChange) : ["asked anew"])].join(", ") : "the first"}</small>
              <Spark run={row.handle} state={`${row.events}`} height={22} />
              <span class={`pill ${row.status}`}>{row.status}</span>
              {row.handle !== run && <To address={`/compare/${run}/${row.handle}`}>compare</To>}
            </li>
          ))}
        </ul>
      )}
      {found.readings.length > 0 && <ul>{found.readings.map((row) => <li key={row.handle}><To address={`/run/${row.handle}`}>{nameOf(row)}</To> <small>{[row.protocol.replaceAll("_", " "), row.status].join(" · ")}</small></li>)}</ul>}
      {found.pages.length > 0 && <ul>{found.pages.map((page) => <li key={page.handle}><Exhibits page={page} /></li>)}</ul>}
    </details>
  );
}

const nameOf = (row: Row) => row.path.split("/").pop() || row.name;
