// The plain tables: stances as text, models and their cost, what a prompt cache can reuse, settings.
import { useMemo, useState } from "preact/hooks";
import { KIND, linesOf } from "./curves";
import { Agent, Section, useGrowing, Wide } from "./common";
import { useBook, useGo } from "./store";
import { dollars, jsonText, signed, whole } from "./text";
import type { ReasonView, RoleView } from "./view";

const MANY = 400; // with more batches the table is made when it is opened

export function Stances() {
  const book = useBook();
  const { select } = useGo();
  const lines = useMemo(() => linesOf(book), [book]);
  const [open, setOpen] = useState(book.last < MANY);
  const shown = useGrowing(open ? book.last + 1 : 0, 0, Math.max(20, Math.floor(1200 / (lines.length || 1))));
  return (
    <details class="section" id="stances" onToggle={(event) => event.currentTarget.open && setOpen(true)}>
      <summary><h2>Stances as text</h2></summary>
      <Wide label="Stances as text" more="tall">
        <table class="grid">
          <thead><tr><th class="text">after</th>{lines.map((line) => <th key={line.agent + line.kind}><Agent id={line.agent} /> <small>{KIND[line.kind] ?? line.kind}</small></th>)}</tr></thead>
          <tbody>
            {book.names.slice(0, shown).map((name, batch) => (
              <tr key={batch}>
                <td class="text"><button class="link" onClick={() => select(batch, true)}>{name}</button></td>
                {lines.map(({ agent, kind, values }) => {
                  const stance = values[batch];
                  return <td key={agent + kind} data-agent={agent} data-batch={batch} data-kind={kind} data-stance={typeof stance === "number" ? String(stance) : undefined}>{signed(stance, 4)}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </details>
  );
}

export function Models() {
  const { view } = useBook();
  if (!view.roles.length) return null;
  return (
    <Section id="models" title="Models and cost" lead="Calls, tokens and cost of this run. An unknown price is not counted as 0.">
      <Wide label="Models and cost">
        <table class="grid">
          <thead><tr>{["role", "model", "calls", "input tokens", "cached", "output tokens", "cost", "failed", "extra tries"].map((name, place) => <th key={name} class={place < 2 ? "text" : ""}>{name}</th>)}</tr></thead>
          <tbody>
            {view.roles.map((role) => (
              <tr key={role.role + role.model}>
                <td class="text short">{role.role}</td>
                <td class="text short mono">{role.model}</td>
                {cells(role).map(([name, value]) => <td key={name} data-label={name} class={value === "unknown" ? "unknown" : ""}>{value}</td>)}
              </tr>
            ))}
          </tbody>
          <tfoot><tr><td class="text short">all roles</td><td class="text" />{totals(view.roles).map(([name, value]) => <td key={name} data-label={name}>{value}</td>)}</tr></tfoot>
        </table>
      </Wide>
      <Reasons reasons={view.reasons} />
    </Section>
  );
}

/** Why tries brought no answer, each reason in the words of doxa and the service. */
function Reasons({ reasons }: { reasons: ReasonView[] }) {
  if (!reasons.length) return null;
  return (
    <Wide label="Why tries brought no answer">
      <table class="grid" id="reasons">
        <thead><tr>{["model", "status", "tries", "given up", "why"].map((name, place) => <th key={name} class={place < 2 || place > 3 ? "text" : ""}>{name}</th>)}</tr></thead>
        <tbody>
          {reasons.map((reason) => (
            <tr key={reason.model + reason.status + reason.message}>
              <td class="text short mono">{reason.model}</td><td class="text short">{reason.status}</td>
              <td data-label="tries">{whole(reason.tries)}</td><td data-label="given up">{whole(reason.given_up)}</td>
              <td class="text">{reason.message || "not recorded"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

function cells(role: RoleView): [string, string][] {
  return [
    ["calls", whole(role.calls)], ["input tokens", whole(role.input_tokens)], ["cached", whole(role.cached_tokens)],
    ["output tokens", whole(role.output_tokens)], ["cost", dollars(role.cost)], ["failed", whole(role.failed)], ["extra tries", whole(role.tries)],
  ];
}

/** Return the sums over all roles; where a value is unknown the sum of the others is marked as a lower bound. */
function totals(roles: RoleView[]): [string, string][] {
  const sum = (field: keyof RoleView, show: (value: number) => string): string => {
    const known = roles.map((role) => role[field]).filter((value): value is number => typeof value === "number");
    const total = show(known.reduce((a, b) => a + b, 0));
    return known.length === roles.length ? total : known.length ? `at least ${total}` : "unknown";
  };
  return [
    ["calls", sum("calls", whole)], ["input tokens", sum("input_tokens", whole)], ["cached", sum("cached_tokens", whole)],
    ["output tokens", sum("output_tokens", whole)], ["cost", sum("cost", dollars)], ["failed", sum("failed", whole)], ["extra tries", sum("tries", whole)],
  ];
}

export function Prefix() {
  const { view } = useBook();
  const rows = Object.entries(view.prefix).filter(([, shares]) => shares.length);
  if (!rows.length) return null;
  return (
    <Section id="prefix" title="What a prompt cache can reuse" lead="The share of each prompt's characters that repeat, from its start, the prompt before of the same task, whoever was asked.">
      <Wide label="What a prompt cache can reuse">
        <table class="grid prefix">
          <thead><tr><th class="text">task</th><th>prompts</th><th>mean</th><th>last</th><th class="text">by prompt</th></tr></thead>
          <tbody>
            {rows.map(([task, shares]) => (
              <tr key={task}>
                <td class="text short mono">{task}</td>
                <td data-label="prompts">{shares.length}</td>
                <td data-label="mean">{percent(shares.reduce((a, b) => a + b, 0) / shares.length)}</td>
                <td data-label="last">{percent(shares[shares.length - 1]!)}</td>
                <td class="text"><Spark shares={shares} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      <details class="plain"><summary>The shares as text</summary>{rows.map(([task, shares]) => <p key={task}><span class="mono">{task}</span> <span class="mono">{shares.slice(0, 500).map(percent).join(" ")}{shares.length > 500 ? " …" : ""}</span></p>)}</details>
    </Section>
  );
}

const percent = (share: number) => `${(100 * share).toFixed(0)}%`;

function Spark({ shares }: { shares: number[] }) {
  const every = Math.max(1, Math.ceil(shares.length / 240));
  const kept = shares.filter((_, place) => place % every === 0);
  const at = (place: number) => (kept.length > 1 ? (240 * place) / (kept.length - 1) : 120);
  const line = kept.map((share, place) => `${at(place).toFixed(1)},${(30 - 28 * share).toFixed(1)}`).join(" ");
  return (
    <svg class="spark" viewBox="0 0 240 32" preserveAspectRatio="none" role="img" aria-label={`shares of ${shares.length} prompts`} style={{ color: "var(--soft)" }}>
      <line x1="0" y1="30.5" x2="240" y2="30.5" class="base" />
      <polyline points={line} />
    </svg>
  );
}

const FEW = 60; // the most settings that are shown without a click

export function Settings() {
  const { view } = useBook();
  const [query, setQuery] = useState("");
  const [all, setAll] = useState(view.settings.length <= FEW);
  const rows = useMemo(() => view.settings.map(([path, value]) => [path, jsonText(value)] as const), [view]);
  const kept = rows.filter(([path, value]) => `${path} ${value}`.toLowerCase().includes(query.toLowerCase()));
  return (
    <Section id="settings" title="Settings" lead="Everything that determines this run, by its path in the spec.">
      <div class="controls">
        <input type="search" placeholder="Find a setting" aria-label="Find a setting" value={query} onInput={(event) => setQuery(event.currentTarget.value)} />
        <span class="quiet">{kept.length} of {rows.length}</span>
        {rows.length > FEW && <button class="link" aria-expanded={all} onClick={() => setAll(!all)}>{all ? "Hide them" : "Show them"}</button>}
      </div>
      {(all || query) && <dl class="settings">
        {kept.slice(0, 400).map(([path, value]) => <div key={path}><dt class="mono">{path}</dt><dd class="mono">{value.length > 300 ? `${value.slice(0, 300)}…` : value || "“”"}</dd></div>)}
      </dl>}
      {(all || query) && kept.length > 400 && <p class="quiet">and {kept.length - 400} more: narrow the search</p>}
    </Section>
  );
}
