"use strict";
// Draws one debate's arguments from the JSON in #view: what stands, then each claim with the answers to it, as a tree
// from left to right. Colours and signs are sides, frames are standing. Words of speakers become text nodes only.
(() => {
  const view = JSON.parse(document.getElementById("view").textContent);
  const SIDES = { pro: ["for", "▲", "for the motion", "Proposition"], con: ["against", "▼", "against it", "Opposition"] };
  const STANDS = { in: ["stands", "✓"], undecided: ["undecided", "?"], out: ["falls", "✗"] };
  const LINKS = { attack: ["←", "attacks what it answers"], both: ["⇄", "contests it: each attacks the other"], none: ["·", "answers its own side, which is no attack"] };
  const NARROWEST = 250, GAP = 52; // pixels of an argument, and between two columns

  const make = (tag, given = {}, ...inside) => {
    const one = document.createElement(tag);
    for (const [name, value] of Object.entries(given)) if (value !== null) one.setAttribute(name, value);
    one.append(...inside.filter((part) => part !== null));
    return one;
  };
  // the list of the page's sections, as every page of doxa has it
  const contents = (...sections) => make("nav", { class: "contents", "aria-label": "Contents" }, make("ul", {}, ...sections.map(([id, name]) => make("li", {}, make("a", { href: `#${id}` }, name)))));
  const turns = new Map(view.turns.map((turn) => [turn.id, turn]));
  const answers = new Map(view.nodes.map((one) => [one.id, view.nodes.filter((other) => other.target === one.id)]));
  const attacks = new Set(view.attacks.map((pair) => pair.join("\n")));
  const claims = view.nodes.filter((one) => !one.target);
  const depth = (one) => 1 + Math.max(0, ...answers.get(one.id).map(depth));
  const columns = Math.max(1, ...claims.map(depth));

  const link = (one) => (!attacks.has(`${one.id}\n${one.target}`) ? "none" : attacks.has(`${one.target}\n${one.id}`) ? "both" : "attack");

  /** An argument: its side and standing, its words shortened, and all that is known of it while it has the focus. */
  function node(one) {
    const turn = turns.get(one.speech), [side, sign, words] = SIDES[one.side], [standing, mark] = STANDS[one.grounded];
    const facts = [one.told, `in ${one.preferred} of the preferred extensions`, `strength ${one.strength.toFixed(2)}`, one.demolished ? "demolished, by the tally" : null];
    const head = (text) => make("span", { class: "whose" }, make("b", { class: side }, `${sign} ${side}`), ` ${text}`, make("span", { class: "standing" }, `${mark} ${standing}`));
    const box = make("button", { class: `node ${side} ${one.grounded}`, "data-id": one.id, "aria-expanded": "false", "aria-label": `${words}, ${turn.name}, ${standing}: ${one.text} (${facts.filter(Boolean).join("; ")})` },
      head(turn.name), make("span", { class: "short" }, one.text),
      make("span", { class: "whole" }, head(`${turn.name}, ${one.id}`), make("span", {}, one.text), make("span", { class: "quiet" }, facts.filter(Boolean).join(" · "))));
    box.onclick = () => box.setAttribute("aria-expanded", String(box.classList.toggle("open")));
    return box;
  }

  function tree(one) {
    const kind = one.target ? link(one) : "";
    const glyph = kind ? make("span", { class: "link-sign", title: LINKS[kind][1] }, LINKS[kind][0]) : null;
    const below = answers.get(one.id);
    return make("li", {}, glyph, node(one), below.length ? make("ul", {}, ...below.map(tree)) : null);
  }

  /** How many claims of a side stand, are undecided and fall, as one bar. */
  function tally(side) {
    const parts = Object.entries(STANDS).map(([state, [name, mark]]) => {
      const count = claims.filter((one) => one.side === side && one.grounded === state).length;
      const part = make("span", { class: `part ${state}` }, `${mark} ${count} ${name === "stands" && count !== 1 ? "stand" : name === "falls" && count !== 1 ? "fall" : name}`);
      part.style.flexGrow = count;
      return count ? part : null;
    });
    const [name, sign, words] = SIDES[side];
    return make("div", { class: `tally ${name}` }, make("b", { class: name }, `${sign} ${words}`), make("span", { class: "parts" }, ...parts));
  }

  function side(which) {
    const [name, sign, words, team] = SIDES[which];
    const own = claims.filter((one) => one.side === which);
    const [answered, alone] = [own.filter((one) => answers.get(one.id).length), own.filter((one) => !answers.get(one.id).length)];
    return make("section", { class: "card", id: name, role: "region", "aria-label": `Claims ${words}` },
      make("h2", { class: name }, `${sign} Claims ${words} (${team})`),
      answered.length ? make("ul", { class: "forest" }, ...answered.map(tree)) : null,
      alone.length ? make("h3", {}, `${alone.length} ${alone.length === 1 ? "claim that nobody answered: it stands" : "claims that nobody answered: they stand"}`) : null,
      alone.length ? make("ul", { class: "alone" }, ...alone.map(tree)) : null);
  }

  const legend = () => make("p", { class: "legend" },
    ...Object.values(STANDS).map(([name, mark]) => make("span", {}, `${mark} ${{ stands: "stands: nothing attacks it, or all that attacks it falls", undecided: "undecided: something that is itself undecided attacks it", falls: "falls: something that stands attacks it" }[name]}`)),
    ...Object.entries(LINKS).filter(([kind]) => view.nodes.some((one) => one.target && link(one) === kind)).map(([, [sign, words]]) => make("span", {}, `${sign} ${words}`)),
    make("span", {}, "an answer is to the right of what it answers, on a narrow screen below; choose an argument for all its words"));

  /** Fit the columns of the map to its width; where they would be too narrow, answers are below what they answer. */
  function fit() {
    const page = document.getElementById("page");
    const room = (document.querySelector(".forest") ?? page).clientWidth;
    const width = Math.floor((room - GAP * (columns - 1)) / columns);
    page.classList.toggle("stacked", width < NARROWEST);
    page.style.setProperty("--node", `${Math.min(width, 460)}px`);
  }

  document.getElementById("page").replaceChildren(
    contents(["stands", "What stands"], ["for", "For the motion"], ["against", "Against it"]),
    make("header", { id: "stands" }, make("h1", {}, view.motion), make("p", { class: "answer" }, view.stands), tally("pro"), tally("con"),
      make("p", { class: "lines" }, view.statement),
      make("details", { class: "details" }, make("summary", {}, "Details"), make("p", {}, view.semantics), make("p", {}, "What stands is the grounded extension: what can be defended whatever is said against the rest."))),
    make("div", { id: "map" }, legend(), side("pro"), side("con")),
    make("p", { class: "quiet lines" }, view.caption),
    make("footer", { class: "foot" }, make("a", { href: document.querySelector("link[rel=help]").href }, "doxa")));
  fit();
  addEventListener("resize", fit);
  addEventListener("keydown", (event) => event.key === "Escape" && document.querySelectorAll(".node.open").forEach((box) => box.click()));
})();
