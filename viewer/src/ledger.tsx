// Why the stances moved in one batch: every contribution that changed, before and after.
import { Agent, Diverging, Polarity, Words } from "./common";
import { stanceAt, useBook, useDesk, useGo } from "./store";
import { plain, signed } from "./text";
import type { ItemView, MoveView } from "./view";

export function Ledger() {
  const book = useBook();
  const { batch } = useDesk();
  const { select } = useGo();
  const moves = book.moves.get(batch) ?? [];
  const scale = moves.flatMap((move) => move.items).reduce((most, { before, after }) => Math.max(most, Math.abs(before), Math.abs(after)), 0);
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
      {moves.length === 0 && <Still />}
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

function Move({ move, scale }: { move: MoveView; scale: number }) {
  const unit = useBook().agents.get(move.agent)?.unit;
  const items = [...move.items].sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
  const change = move.before === null || move.after === null ? null : move.after - move.before;
  return (
    <article class="move" data-agent={move.agent}>
      <header>
        <Agent id={move.agent} />
        <span class="fact"><small>stance</small> {signed(move.before)} → <b>{signed(move.after)}</b></span>
        {change !== null && <span class={`delta ${change > 0 ? "for" : change < 0 ? "against" : ""}`}>{signed(change)}</span>}
        {move.log_odds_after !== null && <span class="fact"><small>L</small> {signed(move.log_odds_before)} → <b>{signed(move.log_odds_after)}</b></span>}
      </header>
      {move.amended && <p class="amended">A change of settings caused this move, not an argument.</p>}
      {items.length === 0 && !move.amended && <p class="quiet">{move.heard.length ? "No contribution changed." : "Nothing was heard."}</p>}
      <ol class="items">{items.slice(0, 60).map((item, place) => <Item key={item.claim + place} item={item} agent={move.agent} scale={unit ? scale : null} />)}</ol>
      {items.length > 60 && <p class="quiet">and {items.length - 60} smaller changes</p>}
      {items.length > 1 && unit && (
        <p class="sum">
          <span>bars span ±{plain(scale, 2)}</span>
          <span>sum of the changes of {unit} <b>{signed(items.reduce((sum, item) => sum + item.after - item.before, 0))}</b></span>
        </p>
      )}
    </article>
  );
}

function Item({ item, agent, scale }: { item: ItemView; agent: string; scale: number | null }) {
  const book = useBook();
  const { toTurn, toRecord } = useGo();
  const known = book.records.get(agent)?.has(item.claim);
  return (
    <li class="item" data-claim={item.claim} data-before={item.before} data-after={item.after}>
      <p class="item-text"><Polarity value={item.polarity} /> <Words text={item.text || item.claim} limit={280} /></p>
      <p class="item-facts">
        <span class={`origin ${item.origin}`}>{item.origin}</span>
        {(item.strength !== null || item.weight !== null) && <span><i>s</i> {plain(item.strength)}</span>}
        {item.weight !== null && <span><i>γ</i> {plain(item.weight)}</span>}
        {item.why && <span>{item.why}</span>}
        {item.message !== null && book.turns.has(item.message) && <button class="link" onClick={() => toTurn(item.message!)}>turn</button>}
        {known && <button class="link" onClick={() => toRecord(agent, item.claim)}>memory</button>}
      </p>
      {scale !== null && <><Diverging before={item.before} after={item.after} scale={scale} />
      <p class="item-nums">{signed(item.before)} → <b>{signed(item.after)}</b></p></>}
    </li>
  );
}
