// Small components that several sections use.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useBook, useDesk, useGo } from "./store";
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

/** An untrusted text, shortened when it is long, with a button for the whole; `stop` −1 takes it out of the tab order. */
export function Words({ text, limit = 600, stop }: { text: string; limit?: number; stop?: number }) {
  const [open, setOpen] = useState(false);
  const long = text.length > limit;
  return (
    <span class="words">
      {long && !open ? `${clip(text, limit)}…` : text}
      {long && <> <Whole text={text} open={open} set={setOpen} stop={stop} /></>}
    </span>
  );
}

/** The button that shows the whole of a long text, or less; it stays in place and keeps the focus. */
export function Whole({ text, open, set, stop }: { text: string; open: boolean; set(open: boolean): void; stop?: number }) {
  return (
    <button class="link" tabIndex={stop} aria-expanded={open} onClick={(event) => (event.stopPropagation(), set(!open))}>
      {open ? "less" : `all ${text.length.toLocaleString("en")} characters`}
    </button>
  );
}

export function Section(props: { id: string; title: string; lead?: ComponentChildren; children: ComponentChildren }) {
  return (
    <section id={props.id} class="section" aria-labelledby={`${props.id}-title`}>
      <header>
        <h2 id={`${props.id}-title`}>{props.title}</h2>
        {props.lead && <p class="lead">{props.lead}</p>}
      </header>
      {props.children}
    </section>
  );
}

/** A frame that scrolls; where its content is larger than the frame it takes the focus, so that keys can scroll it. */
export function Wide({ label, more = "", children }: { label: string; more?: string; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    const place = box.current!;
    const look = new ResizeObserver(() => setOver(place.scrollWidth > place.clientWidth || place.scrollHeight > place.clientHeight));
    for (const one of [place, ...place.children]) look.observe(one);
    return () => look.disconnect();
  }, []);
  return <div ref={box} class={`wide ${more}`} {...(over ? { tabIndex: 0, role: "region", "aria-label": label } : {})}>{children}</div>;
}

const STEPS: Record<string, [number, number]> = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** A table of small buttons: one stop of Tab, arrows move between cells, and the cell's label is shown below. */
export function Cells({ children, ...rest }: JSX.HTMLAttributes<HTMLTableElement>) {
  const box = useRef<HTMLTableElement>(null);
  const stop = useRef<Element>();
  const [told, setTold] = useState("");
  const settle = (wanted?: Element) => {
    const all = [...box.current!.querySelectorAll("button")];
    stop.current = wanted ?? all.find((one) => one === stop.current) ?? all[0];
    for (const one of all) one.tabIndex = one === stop.current ? 0 : -1;
  };
  useLayoutEffect(() => settle());
  const buttonOf = (event: Event) => (event.target as Element).closest("button");
  const tell = (event: Event) => setTold(buttonOf(event)?.getAttribute("aria-label") ?? "");
  const move = (event: KeyboardEvent) => {
    const [down, right] = STEPS[event.key] ?? [0, 0];
    const cell = buttonOf(event)?.closest<HTMLTableCellElement>("td, th");
    if (!cell || !(down || right) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { rows } = box.current!;
    let [row, column] = [(cell.parentElement as HTMLTableRowElement).rowIndex + down, cell.cellIndex + right];
    while (rows[row]?.cells[column] && !rows[row]!.cells[column]!.querySelector("button")) (row += down), (column += right);
    rows[row]?.cells[column]?.querySelector("button")?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div>
      <table {...rest} class="cells" ref={box} onKeyDown={move} onMouseOver={tell} onFocusIn={(event) => (tell(event), settle(buttonOf(event) ?? undefined))}>{children}</table>
      <p class="told" aria-hidden="true">{told}</p>
    </div>
  );
}

/** The slider that moves through the batches. */
export function Scrubber({ last }: { last: number }) {
  const { names } = useBook();
  const { batch } = useDesk();
  const { select } = useGo();
  return <input class="scrubber" type="range" min={0} max={last} value={Math.min(batch, last)} aria-label="Move through the run" aria-valuetext={names[Math.min(batch, last)]} onInput={(event) => select(Number(event.currentTarget.value), true)} />;
}

/** A change of a contribution as bars from zero: a pale bar for the common part, a full bar for the change. */
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

/** Return how many of `total` rows to render now: at least `need`, and more every 30 ms. */
export function useGrowing(total: number, need: number, step = 120): number {
  const [count, setCount] = useState(Math.max(need, step));
  const shown = Math.min(total, Math.max(count, need));
  useEffect(() => {
    if (shown >= total) return;
    const timer = setTimeout(() => setCount(shown + step), 30);
    return () => clearTimeout(timer);
  }, [shown, total]);
  return shown;
}
