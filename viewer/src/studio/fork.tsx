// A fork: the turn from which it asks anew, and the settings that change there.
import { useState } from "preact/hooks";
import type { Book } from "../store";
import { send } from "./api";
import { Trouble } from "./frame";
import { Progress, type Started } from "./new";

export function Fork({ run, book }: { run: string; book: Book }) {
  const [at, setAt] = useState(book.view.turns[0]?.key ?? "");
  const [written, setWritten] = useState("");
  const [usd, setUsd] = useState("");
  const [error, setError] = useState<Error | null>(null);
  const [started, setStarted] = useState<Started | null>(null);
  const begin = () => {
    const wanted = { at, set: settingsOf(written), max_usd: usd === "" ? null : Number(usd) };
    send<Started>(`/api/runs/${run}/fork`, wanted).then((found) => (setStarted(found), setError(null)), setError);
  };
  return (
    <section class="fork" aria-label="Fork">
      <h2>Fork</h2>
      <p class="quiet">What was said before the turn stays, byte for byte; from it on everybody is asked anew.</p>
      <p><label>From the turn <select value={at} onChange={(event) => setAt(event.currentTarget.value)}>{book.view.turns.map((turn) => <option key={turn.key} value={turn.key}>{turn.key}, {book.names[turn.batch]}</option>)}</select></label></p>
      <p><label>With these settings, one a line<textarea rows={3} spellcheck={false} placeholder={`agents.${book.view.agents[0]?.id ?? "ID"}.belief.u=0.8`} value={written} onInput={(event) => setWritten(event.currentTarget.value)} /></label></p>
      <p><label>At most <input type="number" min="0" step="any" value={usd} onInput={(event) => setUsd(event.currentTarget.value)} /> US dollars, where models cost money</label></p>
      <button class="act" onClick={begin}>Begin the fork</button>
      <Trouble error={error} />
      {started && <Progress key={started.number} started={started} />}
    </section>
  );
}

/** Read lines of path=value; a value that is JSON is that value, any other is text. */
function settingsOf(written: string): Record<string, unknown> {
  return Object.fromEntries(
    written.split("\n").map((line) => line.trim()).filter(Boolean).map((line) => {
      const cut = line.indexOf("=");
      const [path, text] = cut < 0 ? [line, ""] : [line.slice(0, cut).trim(), line.slice(cut + 1).trim()];
      try {
        return [path, JSON.parse(text)];
      } catch {
        return [path, text];
      }
    }),
  );
}
