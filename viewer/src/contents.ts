// The list of a page's sections, which marks the section in sight.

export const MANY = 9; // with more sections the list has several lines on a wide screen

/** Mark in the contents the section that is in sight. */
export function follow(list: HTMLElement): () => void {
  const links = new Map([...list.querySelectorAll<HTMLAnchorElement>("a")].map((link) => [link.hash.slice(1), link]));
  const inSight = new Set<string>();
  const look = new IntersectionObserver((entries) => {
    for (const entry of entries) entry.isIntersecting ? inSight.add(entry.target.id) : inSight.delete(entry.target.id);
    const current = [...links.keys()].find((id) => inSight.has(id));
    for (const [id, link] of links) id === current ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
  }, { rootMargin: "-60px 0px -40% 0px" });
  for (const id of links.keys()) {
    const section = document.getElementById(id);
    if (section) look.observe(section);
  }
  return () => look.disconnect();
}
