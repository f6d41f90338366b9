// A debate over a puzzle: what the players say and who was right, and each agent's roles phase by phase.
import { Agent, Cells, Section, Wide } from "./parts";
import { useBook, useGo } from "./store";
import type { PuzzleView } from "./view";

export function Puzzle() {
  const found = useBook().view.puzzle;
  if (!found) return null;
  const lead = `The manager: “${found.manager}” Roles by phase: K knight, V knave, S spy; struck out: wrong.`;
  return (
    <Section id="puzzle" title="Puzzle" lead={lead}>
      <Wide label="Puzzle">
        <table class="grid">
          <thead><tr>{["player", "says", "team", "by", "solution"].map((name) => <th key={name} class="text short">{name}</th>)}</tr></thead>
          <tbody>
            {found.players.map((player) => (
              <tr key={player.name}>
                {[player.name, player.says, player.decided ?? "–", player.by || "–", player.solution].map((text, place) => (
                  <td key={place} class={place === 1 ? "text" : "text short"}>{text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <div class="metrics">
          {Object.keys(found.phases[0]?.roles ?? {}).map((agent) => <Roles key={agent} found={found} agent={agent} />)}
        </div>
      </Wide>
    </Section>
  );
}

function Roles({ found, agent }: { found: PuzzleView; agent: string }) {
  const { select } = useGo();
  return (
    <Cells>
      <caption><Agent id={agent} /></caption>
      <tbody>
        {found.players.map((player) => (
          <tr key={player.name}>
            <th>{player.name}</th>
            {found.phases.map((phase) => {
              const role = phase.roles[agent]?.[player.name] ?? "–";
              const told = `${player.name}: ${role}${role === player.solution ? "" : ", wrong"}, ${phase.note}`;
              return (
                <td key={phase.batch}>
                  <button class={role === player.solution ? "role" : "role wrong"} title={told} aria-label={told} onClick={() => select(phase.batch, true)}>
                    {role === "knave" ? "V" : role[0]!.toUpperCase()}
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Cells>
  );
}
