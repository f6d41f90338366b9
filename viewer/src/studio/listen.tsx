// A conversation of one's own: pasted or chosen, read as every command reads it, and heard by minds that say nothing.
import { useEffect, useRef, useState } from "preact/hooks";
import { Wide } from "../common";
import { whole } from "../text";
import { send } from "./api";
import { Trouble } from "./frame";
import { Progress, QUIET, type Started } from "./new";

interface Facts {
  layout: string;
  motions: string[];
  speakers: { name: string; side: string; turns: number; words: number }[];
  doubts: string[];
}

const PASTED = "pasted.md";

export function Listen() {
  const [name, setName] = useState(PASTED);
  const [content, setContent] = useState("");
  const [motion, setMotion] = useState("");
  const [listeners, setListeners] = useState("Listener");
  const [grid, setGrid] = useState("");
  const [facts, setFacts] = useState<Facts | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [started, setStarted] = useState<Started | null>(null);
  const latest = useRef(0);
  const waiting = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(waiting.current), []);
  const look = (from: string, text: string) => {
    setName(from), setContent(text), setFacts(null), setStarted(null), setError(null);
    clearTimeout(waiting.current);
    if (!text.trim()) return;
    waiting.current = setTimeout(() => {
      const number = ++latest.current;
      send<Facts>("/api/conversation", { name: from, content: text }).then((found) => {
        if (number !== latest.current) return; // something was written since
        setFacts(found);
        if (found.motions.length === 1) setMotion(found.motions[0]!);
      }, setError);
    }, QUIET);
  };
  const listen = () =>
    send<Started>("/api/listen", { name, content, motion, listeners: listeners.split("\n").map((one) => one.trim()).filter(Boolean), grid }).then(
      (found) => (setStarted(found), setError(null)),
      setError,
    );
  return (
    <details class="listen">
      <summary>Listen to a conversation of your own</summary>
      <p class="quiet">Who would have been moved by it, and by what. It stays in the studio's folder; the offline judge hears it, free of charge.</p>
      <p><label>A file <input type="file" onChange={(event) => { const file = event.currentTarget.files?.[0]; if (file) void file.text().then((text) => look(file.name, text)); }} /></label></p>
      <label>or what was said, a line each as NAME: words<textarea rows={6} value={name === PASTED ? content : ""} onInput={(event) => look(PASTED, event.currentTarget.value)} /></label>
      {facts && (
        <>
          <Wide label="Speakers"><table class="effects"><thead><tr><th scope="col">speaker</th><th scope="col">side</th><th scope="col">turns</th><th scope="col">words</th></tr></thead>
            <tbody>{facts.speakers.map((one) => <tr key={one.name}><th scope="row">{one.name}</th><td>{one.side}</td><td>{whole(one.turns)}</td><td>{whole(one.words)}</td></tr>)}</tbody></table></Wide>
          {facts.doubts.map((doubt) => <p key={doubt} class="quiet">{doubt}</p>)}
          <label>What it is about<input type="text" value={motion} placeholder="We should …" onInput={(event) => setMotion(event.currentTarget.value)} /></label>
          <label>Listeners, a line each: NAME or NAME:u=.6<textarea rows={2} value={listeners} onInput={(event) => setListeners(event.currentTarget.value)} /></label>
          <label>Or all combinations of settings<input type="text" value={grid} placeholder="u=0.1..0.9/5" onInput={(event) => setGrid(event.currentTarget.value)} /></label>
          <p><button class="act" disabled={!motion.trim()} onClick={listen}>Listen to it</button></p>
        </>
      )}
      <Trouble error={error} />
      {started && <Progress key={started.number} started={started} />}
    </details>
  );
}
