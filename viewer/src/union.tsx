// A union debate: the verdict where it was judged, the running order, definitions, and points of information.
import { Agent, Section, Wide, Words } from "./parts";
import { useBook, useGo } from "./store";
import { plain } from "./text";
import type { UnionView } from "./view";

export function Union() {
  const found = useBook().view.union;
  if (!found) return null;
  return (
    <>
      {found.verdict ? <Verdict found={found} /> : <Section id="verdict" title="Verdict" lead="Not judged yet: doxa judge DIR, then this report once more."> </Section>}
      <Section id="speeches" title="Speeches" lead="A name leads to what was said. Lens: the emphasis that a preparation drew. Offered: points of information, taken or not.">
        <Order found={found} />
      </Section>
      {found.definitions.length > 0 && <Section id="definitions" title="Definitions">
        <dl class="settings">
          {found.definitions.map(([lead, words], place) => <div key={place}><dt>{lead}</dt><dd><Words text={words} limit={300} /></dd></div>)}
        </dl>
      </Section>}
    </>
  );
}

function Verdict({ found }: { found: UnionView }) {
  return (
    <Section id="verdict" title="Verdict" lead={found.verdict}>
      <Wide label="Verdict">
        <table class="grid">
          <thead><tr>{["layer", "winner", "Proposition", "Opposition", "margin", "because"].map((name) => <th key={name} class={NUMBERS.includes(name) ? "" : "text"}>{name}</th>)}</tr></thead>
          <tbody>
            {found.layers.map((one) => (
              <tr key={one.layer}>
                <td class="text short">{one.layer}</td>
                <td class="text short">{one.winner ?? "–"}</td>
                <td>{plain(one.proposition)}</td>
                <td>{plain(one.opposition)}</td>
                <td class="text short">{one.margin ?? "–"}</td>
                <td class="text"><Words text={one.because} limit={200} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      <p class="plain">{found.caption}</p>
    </Section>
  );
}

const NUMBERS = ["Proposition", "Opposition"];

function Order({ found }: { found: UnionView }) {
  const { toTurn } = useGo();
  return (
    <Wide label="Speeches">
      <table class="grid">
        <thead><tr>{["speech", "side", "lens", "words", "target", "offered", "points of information taken"].map((name) => <th key={name} class={/words|target|offered/.test(name) ? "" : "text"}>{name}</th>)}</tr></thead>
        <tbody>
          {found.speeches.map((one, place) => (
            <tr key={one.key} data-speech={one.key}>
              <td class="text short"><button onClick={() => toTurn(one.key)}>{place + 1} <Agent id={one.speaker} /></button></td>
              <td class="text short">{one.side}</td>
              <td class="text short">{one.lens.replaceAll("_", " ") || "–"}</td>
              <td class={one.within ? "" : "unknown"} title={one.within ? "" : "off its length"}>{one.words || "–"}</td>
              <td>{one.target}</td>
              <td>{one.offered}</td>
              <td class="text">
                {one.taken.map((point) => (
                  <p key={point.key} data-point={point.key}>
                    <button onClick={() => toTurn(point.key)}><Agent id={point.by} /></button> <Words text={point.text} limit={300} />
                    {point.answer && <><br />→ <Words text={point.answer} limit={300} /></>}
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
