// What the studio's screens share: the bar at the top, a sentence for what went wrong, and commands to copy.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Refused } from "./api";

/** Go to a screen without loading the page anew. */
export function goTo(address: string) {
  history.pushState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
  scrollTo(0, 0);
}

export function To({ address, children, ...rest }: { address: string; children: ComponentChildren; class?: string }) {
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    goTo(address);
  };
  return <a href={address} onClick={follow} {...rest}>{children}</a>;
}

export function Bar({ children }: { children?: ComponentChildren }) {
  return (
    <nav class="bar" aria-label="Studio">
      <To address="/" class="home">doxa studio</To>
      {children}
    </nav>
  );
}

export function Trouble({ error }: { error: Error | null }) {
  if (!error) return null;
  const hint = error instanceof Refused ? error.hint : "";
  return <p class="trouble" role="alert"><b>{error.message}</b>{hint && <> {hint}</>}</p>;
}

/** Return a ref for a panel that comes into sight when it opens, also where the page was scrolled elsewhere. */
export function useInSight() {
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: "start" }), []);
  return place;
}

/** A command as text, with a button that copies it. */
export function Copy({ what, text }: { what: string; text: string }) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    const timer = done ? setTimeout(() => setDone(false), 1500) : undefined;
    return () => clearTimeout(timer);
  }, [done]);
  const copy = () => void navigator.clipboard.writeText(text).then(() => setDone(true), () => setDone(false));
  return (
    <p class="copy">
      <code class="mono">{text}</code>
      <button class="link" onClick={copy}>{done ? "copied" : `copy ${what}`}</button>
    </p>
  );
}

/** Return what a promise gave, with its error; asked again whenever `key` changes. */
export function useAsked<T>(ask: () => Promise<T>, key: string): [T | null, Error | null] {
  const [found, setFound] = useState<[T | null, Error | null]>([null, null]);
  useEffect(() => {
    let wanted = true;
    ask().then(
      (value) => wanted && setFound([value, null]),
      (error: Error) => wanted && setFound(([old]) => [old, error]),
    );
    return () => void (wanted = false);
  }, [key]);
  return found;
}
