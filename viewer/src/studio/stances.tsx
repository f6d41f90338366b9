// What every chart of stances in the studio shows alike: which end is for the motion, and what each line is.
import type uPlot from "uplot";
import { BATCHES, type Ink } from "../plot";
import { signed } from "../text";

/** Axes of stances by turn; the ends are named. */
export const stanceAxes = ({ css, font }: Ink): uPlot.Axis[] => [
  { stroke: css("--faint"), font, grid: { show: false }, incrs: BATCHES },
  {
    stroke: css("--faint"), font, size: 90, grid: { stroke: css("--line"), width: 1 },
    splits: () => [-1, -0.5, 0, 0.5, 1],
    values: (_, splits) => splits.map((split) => (split === 1 ? "for +1" : split === -1 ? `against ${signed(-1, 0)}` : signed(split, 1))),
  },
];

export const STANCES: uPlot.Scales = { x: { time: false }, y: { range: [-1.04, 1.04] } };

const DASHES: Record<string, string> = { solid: "", dashed: "6 4", pale: "" };

/** What kinds of line mean, and whose colour is whose. */
export function Legend({ kinds, agents }: { kinds: [keyof typeof DASHES, string][]; agents: [string, string][] }) {
  return (
    <p class="legend">
      {kinds.map(([kind, means]) => <span key={kind} data-kind={kind}><svg viewBox="0 0 26 6" aria-hidden="true"><line x1="0" x2="26" y1="3" y2="3" stroke-dasharray={DASHES[kind]} opacity={kind === "pale" ? 0.45 : 1} /></svg>{means}</span>)}
      {agents.map(([name, colour]) => <span key={name} class="agent" style={{ "--c": colour }}>{name}</span>)}
      <span class="quiet">by turn, from left to right</span>
    </p>
  );
}
