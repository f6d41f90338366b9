// A long list of which only what is in sight is in the page: heights are guessed until they are measured.
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

const AROUND = 900; // pixels above and below the sight that are in the page too

interface Heights {
  all: Float64Array;
  /** Where each item begins; the last number is where the list ends. */
  tops: Float64Array;
}

export interface Sight {
  from: number;
  to: number;
  /** Where the first item in the page begins, and the height of the whole list. */
  top: number;
  height: number;
  /** Scroll to an item, and stay there while items above it get their true heights. */
  show(place: number): void;
}

/** Return which items of a scrolling pane are in sight; `inner` holds these items and nothing else. */
export function useSight(pane: RefObject<HTMLElement>, inner: RefObject<HTMLElement>, count: number, guess: (place: number) => number): Sight {
  const heights = useMemo(() => settled(Float64Array.from({ length: count }, (_, place) => guess(place))), [count]);
  const anchor = useRef({ place: 0, below: 0 });
  const ours = useRef(0); // where this code scrolled to last: any other place is where somebody scrolled to
  const [, again] = useState(0);
  const range = useRef<[number, number]>([0, 0]);
  const look = () => {
    const box = pane.current;
    const top = box?.scrollTop ?? 0;
    return [at(heights, top - AROUND), Math.min(count, at(heights, top + (box?.clientHeight ?? 900) + AROUND) + 1)] as [number, number];
  };
  range.current = look();
  const [from, to] = range.current;

  const follow = (box: HTMLElement) => {
    if (Math.abs(box.scrollTop - ours.current) <= 1.5) return;
    const place = at(heights, box.scrollTop);
    anchor.current = { place, below: box.scrollTop - heights.tops[place]! };
    ours.current = box.scrollTop;
  };
  const keep = (box: HTMLElement) => {
    const wanted = heights.tops[anchor.current.place]! + anchor.current.below;
    if (Math.abs(box.scrollTop - wanted) > 1) box.scrollTop = wanted; // what is at the top stays there, whatever is above it
    ours.current = box.scrollTop;
  };
  const measure = () => {
    const box = pane.current;
    if (!box || !inner.current) return;
    follow(box);
    let changed = false;
    [...inner.current.children].forEach((child, place) => {
      const height = child.getBoundingClientRect().height;
      const item = range.current[0] + place;
      if (item < count && height && Math.abs(heights.all[item]! - height) > 0.5) (heights.all[item] = height), (changed = true);
    });
    if (changed) settled(heights.all, heights);
    keep(box);
    if (changed || look().join() !== range.current.join()) again((old) => old + 1);
  };
  useLayoutEffect(measure);
  useEffect(() => {
    const box = pane.current!;
    const scrolled = () => {
      follow(box);
      if (look().join() !== range.current.join()) again((old) => old + 1);
    };
    const fit = new ResizeObserver(measure);
    box.addEventListener("scroll", scrolled, { passive: true });
    fit.observe(box);
    if (inner.current) fit.observe(inner.current);
    return () => (box.removeEventListener("scroll", scrolled), fit.disconnect());
  }, [count]);
  const show = (place: number) => {
    anchor.current = { place, below: -8 };
    if (pane.current) keep(pane.current);
    again((old) => old + 1);
  };
  return { from, to, top: heights.tops[from]!, height: heights.tops[count]!, show };
}

function settled(all: Float64Array, into?: Heights): Heights {
  const tops = into?.tops ?? new Float64Array(all.length + 1);
  for (let place = 0; place < all.length; place++) tops[place + 1] = tops[place]! + all[place]!;
  return into ?? { all, tops };
}

/** Return the item at a height of the list, by halving. */
function at({ all, tops }: Heights, height: number): number {
  let [low, high] = [0, Math.max(0, all.length - 1)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tops[middle]! <= height) low = middle;
    else high = middle - 1;
  }
  return low;
}
