// The parts of a run's system: each is drawn by its kind, and no name is known here.
import type { ComponentChildren } from "preact";
import { Section, Words } from "./common";
import { Graph } from "./part-graph";
import { Marks, Matrix } from "./part-matrix";
import { Network } from "./part-network";
import { Series } from "./part-series";
import { Strip } from "./part-strip";
import { Said, Table } from "./part-table";
import { useBook, useGo } from "./store";
import type { Prose, Quote, RunView } from "./view";

type Part = RunView["parts"][string];

/** Return the name of the part that is the run's picture: a crowd's strip, or where no curves are the first part. */
export function pictureOf(view: RunView): string {
  const parts = Object.entries(view.parts);
  const strip = parts.find(([, part]) => part.kind === "strip");
  if (strip) return strip[0];
  if (view.middle === "whole" || view.middle === "stances") return "";
  return (parts.find(([, part]) => part.place === "before") ?? parts[0])?.[0] ?? "";
}

/** The parts of a place without the run's picture, or the picture alone. */
export function Parts({ place, picture = false }: { place?: Part["place"]; picture?: boolean }) {
  const { view } = useBook();
  const first = pictureOf(view);
  const parts = Object.entries(view.parts).filter(([name, part]) => (picture ? name === first : part.place === place && name !== first));
  return (
    <>
      {parts.map(([name, part]) => (
        <Section key={name} id={`part-${name}`} title={part.title} lead={part.caption}>
          {drawn(part)}
          {part.note && <p class="plain">{part.note}</p>}
        </Section>
      ))}
    </>
  );
}

function drawn(part: Part): ComponentChildren {
  switch (part.kind) {
    case "text": return <Text part={part} />;
    case "table": return <Table part={part} />;
    case "series": return <Series part={part} />;
    case "strip": return <Strip part={part} />;
    case "network": return <Network part={part} />;
    case "matrix": return <Matrix part={part} />;
    case "marks": return <Marks part={part} />;
    case "graph": return <Graph part={part} />;
  }
}

/** A part of texts: paragraphs, labelled quotes as pairs side by side, other quotes one below another. */
function Text({ part }: { part: Prose }) {
  if (!part.quotes.length) return <>{part.paragraphs.map((text, place) => <p key={place} class="item-text"><Words text={text} limit={2000} /></p>)}</>;
  if (part.quotes.every((quote) => quote.label)) return <dl class="settings">{part.quotes.map((quote, place) => <Entry key={place} quote={quote} />)}</dl>;
  return <div class="wide quotes">{part.quotes.map((quote, place) => <Said key={place} quote={quote} limit={2000} />)}</div>;
}

function Entry({ quote }: { quote: Quote }) {
  const { turns } = useBook();
  const { toTurn } = useGo();
  return (
    <div>
      <dt>{quote.label}</dt>
      <dd><Words text={quote.text} limit={300} /> {turns.has(quote.turn) && <button class="link" onClick={() => toTurn(quote.turn)}>turn</button>}</dd>
    </div>
  );
}
