// A plot that fills its element, and is drawn again when the colour scheme changes.
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

/** Colours and font of a canvas, which does not read style sheets by itself. */
export interface Ink {
  css(name: string): string;
  font: string;
}

/** Steps of an axis of batches, which are whole. */
export const BATCHES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** Draw into the element that gets the returned ref; draw again when `lines` or `batch` changes. */
export function usePlot(batch: number, height: (place: HTMLElement) => number, lines: uPlot.AlignedData, options: (ink: Ink) => Omit<uPlot.Options, "width" | "height">) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>();
  useEffect(() => {
    const place = box.current!;
    const size = () => ({ width: place.clientWidth || 640, height: height(place) });
    const draw = () => {
      const styles = getComputedStyle(document.documentElement);
      const css = (name: string) => styles.getPropertyValue(name.replace(/^var\((.*)\)$/, "$1")).trim();
      plot.current?.destroy();
      plot.current = new uPlot({ legend: { show: false }, ...size(), ...options({ css, font: `12px ${css("--sans")}` }) }, lines, place);
    };
    const fit = new ResizeObserver(() => plot.current?.setSize(size()));
    const theme = matchMedia("(prefers-color-scheme: dark)");
    draw();
    fit.observe(place);
    theme.addEventListener("change", draw);
    return () => (fit.disconnect(), theme.removeEventListener("change", draw), plot.current?.destroy());
  }, [lines]);
  useEffect(() => plot.current?.redraw(false), [batch]);
  return box;
}
