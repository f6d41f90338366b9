// Small curves: the stances of one run, drawn when they come into sight.
import { useEffect, useRef, useState } from "preact/hooks";
import { signed } from "../text";
import { read } from "./api";

interface Curves {
  curves: Record<string, (number | null)[]>;
  agents: number;
  cost: number | null;
  /** Why the run cannot be read; empty for one that can. */
  problem: string;
}

const known = new Map<string, Promise<Curves>>();

/** Ask once for each state of a run. */
function sparkOf(run: string, state: string): Promise<Curves> {
  const key = `${run} ${state}`;
  if (!known.has(key)) {
    if (known.size > 2000) known.clear();
    known.set(key, read<Curves>(`/api/runs/${run}/spark`).catch((error: Error) => ({ curves: {}, agents: 0, cost: null, problem: error.message })));
  }
  return known.get(key)!;
}

export function Spark({ run, state, height = 34, told: tell }: { run: string; state: string; height?: number; told?(cost: number | null, problem: string): void }) {
  const box = useRef<HTMLSpanElement>(null);
  const [found, setFound] = useState<Curves | null>(null);
  useEffect(() => {
    let wanted = true;
    const look = new IntersectionObserver((seen) => {
      if (!seen.some((one) => one.isIntersecting)) return;
      look.disconnect();
      void sparkOf(run, state).then((curves) => wanted && (setFound(curves), tell?.(curves.cost, curves.problem)));
    });
    look.observe(box.current!);
    return () => ((wanted = false), look.disconnect());
  }, [run, state]);
  const curves = Object.entries(found?.curves ?? {});
  const told = curves.slice(0, 8).map(([agent, curve]) => `${agent} ${signed(curve[0], 2)} to ${signed(curve[curve.length - 1], 2)}`).join(", ");
  return (
    <span ref={box} class="mini" role="img" aria-label={found ? (told ? `stances: ${told}` : "no stances") : "stances"} title={told}>
      <svg viewBox="0 0 100 40" preserveAspectRatio="none" height={height} aria-hidden="true">
        <line class="zero" x1="0" x2="100" y1="20" y2="20" />
        {curves.map(([agent, curve], place) => <path key={agent} d={pathOf(curve)} style={{ stroke: `var(--agent-${place % 10})` }} />)}
      </svg>
    </span>
  );
}

function pathOf(curve: (number | null)[]): string {
  let pen = "M";
  return curve.map((stance, place) => {
    if (stance === null) return ((pen = "M"), "");
    const point = `${pen}${((100 * place) / Math.max(1, curve.length - 1)).toFixed(2)},${(20 - 19 * stance).toFixed(2)}`;
    pen = "L";
    return point;
  }).join("");
}
