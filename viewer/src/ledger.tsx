// Why the stances moved in one batch: every contribution that changed, before and after.
import { Agent, Diverging, Polarity, Words } from "./common";
import { useEffect } from "preact/hooks";
import { useParts } from "./parts";
import { remembered, stanceAt, useBook, useDesk, useGo } from "./store";
import { plain, signed } from "./text";
import type { ItemView, MoveView } from "./view";

export function Ledger() {
  const book = useBook();
  const { batch } = useDesk();
  const { select } = useGo();
  const isHere = useParts();
  useEffect(() => book.parts?.want(book, batch), [book, batch]);
  const moves = book.moves.get(batch) ?? [];
  const scale = moves.flatMap((move) => rowsOf(move, book.agents.get(move.agent)?.unit ?? null)).reduce((most, { before, after }) => Math.max(most, Math.abs(before), Math.abs(after)), 0);
  const note = book.view.batches[batch] ?? "";
  const spoke = book.spoke.get(batch) ?? [];
  return (
    <div class="ledger" id="ledger" data-batch={batch}>
      <nav class="stepper" aria-label="Position in the run">
        <button onClick={() => select(batch - 1, true)} aria-disabled={batch <= 0} aria-label="back" title="back (←)">‹</button>
        <h3 aria-live="polite"><span>{note.charAt(0).toUpperCase() + note.slice(1)}</span><small>{batch === 0 ? "before anything was said" : spoke.length > 3 ? `${spoke.length} speakers` : spoke.join(", ")}</small></h3>
        <button onClick={() => select(batch + 1, true)} aria-disabled={batch >= book.last} aria-label="on" title="on (→)">›</button>
      </nav>
      {book.view.turns.filter((turn) => turn.batch === batch && turn.status !== "ok").map((turn) => (
        <p key={turn.key} class="status"><Agent id={turn.speaker} /> <b>{turn.status}: {turn.reason || "no reason recorded"}</b> — nothing was filled in</p>
      ))}
      {moves.length === 0 && (isHere(batch) ? <Still /> : <p class="quiet">Reading …</p>)}
      {moves.map((move, place) => <Move key={`${batch}/${move.agent}/${place}`} move={move} scale={scale} />)}
    </div>
  );
}

function Still() {
  const book = useBook();
  const { batch } = useDesk();
  if (batch > 0) return <p class="quiet">No belief was updated here.</p>;
  return (
    <p class="quiet">
      Initial stances:{" "}
      {book.view.agents.map((agent) => <span key={agent.id} class="start"><Agent id={agent.id} /> {signed(stanceAt(book, agent.id, 0))}</span>)}
    </p>
  );
}

/** One line of a move: a bar of the stance with its numbers, or, where the move has no bars, an item of its belief rule.
 * Items in units of the stance, S, are its bars. */
interface Row {
  claim: string;
  label: string;
  polarity: number;
  before: number;
  after: number;
  item: ItemView | undefined;
}

function rowsOf(move: MoveView, unit: string | null): Row[] {
  const items = new Map(move.items.map((item) => [item.claim, item]));
  if (move.bars.length && !move.amended) {
    return move.bars.map(({ source, label, part }) => ({ claim: source, label, polarity: items.get(source)?.polarity ?? 0, before: 0, after: part, item: items.get(source) }));
  }
  const [before, after] = unit === "S" && !move.amended ? [() => 0, (item: ItemView) => item.after - item.before] : [(item: ItemView) => item.before, (item: ItemView) => item.after];
  return move.items.map((item) => ({ claim: item.claim, label: "", polarity: item.polarity, before: before(item), after: after(item), item }));
}

function Move({ move, scale }: { move: MoveView; scale: number }) {
  const unit = useBook().agents.get(move.agent)?.unit ?? null;
  const inStance = (move.bars.length > 0 || unit === "S") && !move.amended;
  const rows = rowsOf(move, unit).sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
  const change = move.before === null || move.after === null ? null : move.after - move.before;
  return (
    <article class="move" data-agent={move.agent}>
      <header>
        <Agent id={move.agent} />
        <span class="fact"><small>stance</small> {signed(move.before)} → <b>{signed(move.after)}</b></span>
        {change !== null && <span class={`delta ${change > 0 ? "for" : change < 0 ? "against" : ""}`}>{signed(change)}</span>}
      </header>
      {move.amended && <p class="amended">A change of settings caused this move, not an argument.</p>}
      {rows.length === 0 && !move.amended && <p class="quiet">{move.heard.length ? "No contribution changed." : "Nothing was heard."}</p>}
      <ol class="items">{rows.slice(0, 60).map((row, place) => <Item key={row.claim + place} row={row} agent={move.agent} unit={unit} inStance={inStance} scale={inStance || unit ? scale : null} />)}</ol>
      {rows.length > 60 && <p class="quiet">and {rows.length - 60} smaller changes</p>}
      {rows.length > 1 && (inStance || unit) && (
        <p class="sum">
          <span>bars span ±{plain(scale, 2)}</span>
          <span>{inStance ? "all bars together" : `sum of the changes of ${unit}`} <b>{signed(rows.reduce((sum, row) => sum + row.after - row.before, 0))}</b></span>
        </p>
      )}
      {move.log_odds_after !== null && <details class="move-facts"><summary>Log-odds</summary><p>log-odds L {signed(move.log_odds_before)} → <b>{signed(move.log_odds_after)}</b></p></details>}
    </article>
  );
}

interface ItemProps {
  row: Row;
  agent: string;
  unit: string | null;
  inStance: boolean;
  scale: number | null;
}

function Item({ row, agent, unit, inStance, scale }: ItemProps) {
  const book = useBook();
  const { toTurn, toRecord } = useGo();
  const { item } = row;
  const known = book.parts ? item && remembered(book, agent)[1] > 0 : book.records.get(agent)?.has(row.claim);
  return (
    <li class="item" data-claim={row.claim} data-before={row.before} data-after={row.after}>
      <p class="item-text">{item && <Polarity value={row.polarity} />} <Words text={item?.text || row.label || row.claim} limit={280} /></p>
      <p class="item-facts">
        {row.label && item?.text && <span class="label">{row.label}</span>}
        {item && !inStance && <Facts item={item} unit={null} />}
        {item && item.message !== null && book.turns.has(item.message) && <button class="link" onClick={() => toTurn(item.message!)}>turn</button>}
        {known && <button class="link" onClick={() => toRecord(agent, row.claim)}>memory</button>}
      </p>
      {scale !== null && <><Diverging before={row.before} after={row.after} scale={scale} />
      <p class="item-nums">{inStance ? <b>{signed(row.after)}</b> : <>{signed(row.before)} → <b>{signed(row.after)}</b></>}</p></>}
      {item && inStance && <details class="item-more"><summary>how it counted</summary><p class="item-facts"><Facts item={item} unit={unit} /></p></details>}
    </li>
  );
}

/** The numbers of the belief rule: strength s, weight γ, why, and, with a unit, the contribution before and after. */
function Facts({ item, unit }: { item: ItemView; unit: string | null }) {
  return (
    <>
      <span class={`origin ${item.origin}`}>{item.origin}</span>
      {(item.strength !== null || item.weight !== null) && <span><i>s</i> {plain(item.strength)}</span>}
      {item.weight !== null && <span><i>γ</i> {plain(item.weight)}</span>}
      {item.why && <span>{item.why}</span>}
      {unit && <span>{unit} {signed(item.before)} → {signed(item.after)}</span>}
    </>
  );
}
