// Those who only listen: how many stand where after each round, and in which clusters in the end.
import { Ridge } from "./feed";
import { Section, Wide } from "./parts";
import { useBook, useDesk, useGo } from "./store";
import { plain, signed } from "./text";

export function Audience() {
  const { view, last } = useBook();
  const { batch } = useDesk();
  const { select } = useGo();
  const found = view.audience;
  if (!found) return null;
  const most = Math.max(1, ...found.rounds.flatMap((one) => one.counts));
  const ends = found.clusters.map(([place, share]) => `${(100 * share).toFixed(0)}% about ${signed(place, 2)}`).join(", ");
  const lead = `How many of ${found.size.toLocaleString("en")} listeners stand where after each round, from against (left) to for. In the end: ${ends || "no cluster"}. Whom they follow and where they begin is assumed; how they move follows from the rule. One listener: doxa audience DIR --listener 0.`;
  return (
    <Section id="audience" title="Audience" lead={lead}>
      <Wide label="Audience">
        <table class="grid ridges">
          <thead><tr><th class="text">round</th><th><span class="scale"><i>−1</i><i>0</i><i>+1</i></span></th><th>mean</th><th>spread</th><th>bimodality</th><th>Esteban–Ray</th><th>moved</th></tr></thead>
          <tbody>
            {found.rounds.map((one) => (
              <tr key={one.round} class={one.round === batch ? "chosen" : ""} data-listened={one.round} onClick={() => select(Math.min(last, one.round))}>
                <td class="text short"><button class="link" aria-pressed={one.round === batch}>{one.round}</button></td>
                <td><Ridge counts={one.counts} most={most} label={`listeners after round ${one.round}, mean ${signed(one.mean, 2)}, spread ${plain(one.spread)}`} /></td>
                <td>{signed(one.mean, 2)}</td><td>{plain(one.spread)}</td><td>{plain(one.bimodality)}</td><td>{plain(one.esteban_ray)}</td><td>{plain(one.moved, 3)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </Section>
  );
}
