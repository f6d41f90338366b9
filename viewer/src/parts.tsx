// Small parts that several sections use.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useBook } from "./store";
import { clip, polarityWord } from "./text";

export function Agent({ id }: { id: string }) {
  const book = useBook();
  return (
    <span class="agent" style={{ "--c": book.colours.get(id) ?? "var(--faint)" }}>
      {book.agents.get(id)?.name ?? id}
    </span>
  );
}

export function Polarity({ value }: { value: number }) {
  const word = polarityWord(value);
  return (
    <span class={`polarity ${word}`} role="img" aria-label={word} title={`${word} the proposition`}>
      {value > 0 ? "▲" : value < 0 ? "▼" : "◇"}
    </span>
  );
}

/** An untrusted text, cut short when it is very long, whole on demand. */
export function Words({ text, limit = 600 }: { text: string; limit?: number }) {
  const [open, setOpen] = useState(false);
  if (text.length <= limit || open) return <span class="words">{text}</span>;
  return (
    <span class="words">
      {clip(text, limit)}…{" "}
      <button class="link" onClick={(event) => (event.stopPropagation(), setOpen(true))}>
        all {text.length.toLocaleString("en")} characters
      </button>
    </span>
  );
}

export function Section(props: { id: string; title: string; lead?: ComponentChildren; children: ComponentChildren }) {
  return (
    <section id={props.id} class="section">
      <header>
        <h2>{props.title}</h2>
        {props.lead && <p class="lead">{props.lead}</p>}
      </header>
      {props.children}
    </section>
  );
}

/** From one contribution to another on a line through zero: a pale bar for what stays, a full one for the change. */
export function Diverging({ before, after, scale }: { before: number; after: number; scale: number }) {
  const at = (value: number) => 50 + (50 * Math.max(-1, Math.min(1, value / (scale || 1))));
  const span = (a: number, b: number) => ({ left: `${Math.min(at(a), at(b))}%`, width: `${Math.abs(at(a) - at(b))}%` });
  const stays = before * after > 0 ? (Math.abs(before) < Math.abs(after) ? before : after) : 0;
  return (
    <span class="diverging" aria-hidden="true">
      <i class={`stays ${stays > 0 ? "for" : "against"}`} style={span(0, stays)} />
      <i class={`change ${after > before ? "for" : "against"} ${Math.abs(after) < Math.abs(before) ? "lost" : ""}`} style={span(before, after)} />
    </span>
  );
}

/** How many of `total` rows to render now: at least `need`, growing while the page is idle. */
export function useGrowing(total: number, need: number, step = 120): number {
  const [count, setCount] = useState(Math.min(total, Math.max(need, step)));
  const shown = Math.min(total, Math.max(count, need));
  useEffect(() => {
    if (shown >= total) return;
    const timer = setTimeout(() => setCount(shown + step), 30);
    return () => clearTimeout(timer);
  }, [shown, total]);
  return shown;
}
