"use strict";
// Draws one debate's argument graph from the JSON in #view. Words of speakers are untrusted: they become text nodes only.
(() => {
  const view = JSON.parse(document.getElementById("view").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const STANDS = { in: ["stands", "#009e73"], undecided: ["undecided", "#e69f00"], out: ["falls", "#d55e00"] };
  let chosen = null;

  const make = (tag, given = {}, ...inside) => {
    const one = document.createElement(tag);
    for (const [name, value] of Object.entries(given)) {
      if (name === "onclick") one.onclick = value;
      else if (name === "colour") one.style.background = value;
      else if (value !== null) one.setAttribute(name, value);
    }
    one.append(...inside.filter((part) => part !== null));
    return one;
  };
  const drawn = (tag, given = {}, ...inside) => {
    const one = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(given)) one.setAttribute(name, value);
    one.append(...inside);
    return one;
  };
  // the list of the page's sections, as every page of doxa has it
  const contents = (...sections) => make("nav", { class: "contents", "aria-label": "Contents" }, make("ul", {}, ...sections.map(([id, name]) => make("li", {}, make("a", { href: `#${id}` }, name)))));
  const nodes = new Map(view.nodes.map((one) => [one.id, one]));
  const turns = view.turns.filter((turn) => turn.kind === "speech" || view.nodes.some((one) => one.speech === turn.id));
  const side = (one) => (one.side === "pro" ? "Proposition" : "Opposition");

  // one column per turn, Proposition above the middle line and Opposition below it
  const STEP = 26, TOP = 40, WIDE = 150, NARROW = 52;
  let COLUMN = WIDE;
  const stack = (turn) => view.nodes.filter((one) => one.speech === turn.id);
  const depth = (which) => Math.max(1, ...turns.filter((turn) => turn.side === which).map((turn) => stack(turn).length));
  const middle = TOP + depth("pro") * STEP + 14;
  const height = middle + depth("con") * STEP + 46;
  const places = new Map();

  // columns are as wide as the screen allows, so that the graph of a usual debate fits a phone
  function layOut() {
    const room = Math.min(document.documentElement.clientWidth, 1360) * (innerWidth > 900 ? 0.55 : 1) - 62;
    COLUMN = Math.max(NARROW, Math.min(WIDE, room / turns.length));
    const aside = Math.min(16, COLUMN / 4.5);
    turns.forEach((turn, column) => stack(turn).forEach((one, row) => {
      const x = COLUMN * (column + 0.5) + (one.kind === "rebuttal" ? aside : -aside);
      places.set(one.id, [x, turn.side === "pro" ? middle - 22 - row * STEP : middle + 22 + row * STEP]);
    }));
    return COLUMN * turns.length;
  }

  // a name has the width up to the next name of its side
  const fitting = (label, column) => {
    const beside = turns.map((turn, place) => [turn.side, Math.abs(place - column)]).filter(([side, far]) => side === turns[column].side && far > 0);
    const letters = Math.max(4, Math.floor((Math.min(2.4, ...beside.map(([, far]) => far)) * COLUMN - 10) / 7));
    return label.length > letters ? `${label.slice(0, letters - 1)}…` : label;
  };

  function arrow([from, to]) {
    const [x, y] = places.get(from), [u, v] = places.get(to);
    const length = Math.hypot(u - x, v - y) || 1;
    const shorten = (reach) => [(u - x) * reach / length, (v - y) * reach / length];
    const [startX, startY] = shorten(9), [endX, endY] = shorten(11);
    const bend = 0.12;
    const path = `M${x + startX} ${y + startY} Q${(x + u) / 2 + (v - y) * bend} ${(y + v) / 2 - (u - x) * bend} ${u - endX} ${v - endY}`;
    const faded = chosen !== null && from !== chosen && to !== chosen;
    return drawn("path", { d: path, fill: "none", stroke: "var(--soft)", "stroke-width": faded ? 0.6 : 1.3, opacity: faded ? 0.18 : 0.75, "marker-end": "url(#head)" });
  }

  function node(one) {
    const [x, y] = places.get(one.id);
    const faded = chosen !== null && chosen !== one.id && !view.attacks.some(([a, b]) => (a === chosen && b === one.id) || (b === chosen && a === one.id));
    const look = { fill: STANDS[one.grounded][1], opacity: faded ? 0.25 : 1, stroke: one.id === chosen ? "var(--ink)" : "var(--card)", "stroke-width": 2, cursor: "pointer" };
    const shape = one.kind === "claim" ? drawn("circle", { cx: x, cy: y, r: 8, ...look }) : drawn("rect", { x: x - 7, y: y - 7, width: 14, height: 14, rx: 2, ...look });
    shape.append(drawn("title", {}, `${one.id}: ${one.text}`));
    shape.onclick = () => { chosen = chosen === one.id ? null : one.id; render(); };
    return shape;
  }

  function graph() {
    const width = layOut();
    const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": "Argument graph" });
    svg.append(drawn("defs", {}, drawn("marker", { id: "head", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 6, markerHeight: 6, orient: "auto" }, drawn("path", { d: "M0 0 L8 4 L0 8 z", fill: "var(--soft)" }))));
    svg.append(drawn("line", { x1: 0, x2: width, y1: middle, y2: middle, stroke: "var(--line)" }));
    turns.forEach((turn, column) => {
      const label = turn.kind === "speech" ? turn.name : `${turn.name} (${turn.kind})`;
      const y = turn.side === "pro" ? 16 : height - 8;
      const shown = fitting(label, column);
      const half = shown.length * 3.3;
      const x = Math.max(half, Math.min(width - half, COLUMN * (column + 0.5)));
      svg.append(drawn("text", { x, y, "text-anchor": "middle", class: turn.side === "pro" ? "name for" : "name against" }, drawn("title", {}, label), shown));
    });
    view.attacks.forEach((pair) => svg.append(arrow(pair)));
    view.nodes.forEach((one) => svg.append(node(one)));
    return svg;
  }

  function told(one) {
    const turn = view.turns.find((other) => other.id === one.speech);
    const marks = [STANDS[one.grounded][0], `strength ${one.strength.toFixed(2)}`];
    if (one.id === chosen) marks.splice(1, 0, `in ${one.preferred} of the preferred extensions`);
    if (one.demolished) marks.push("demolished, by the tally");
    return make("li", { class: "claim" },
      make("p", {}, make("button", { class: "link", onclick: () => { chosen = one.id; render(); } }, one.id), ` ${one.text}`),
      make("div", { class: "quiet" }, make("span", { class: one.side === "pro" ? "for" : "against" }, `${turn.name}, ${side(one)}`), ` · ${one.told} · ${marks.join(" · ")}`));
  }

  function panel() {
    if (chosen === null) return make("div", { class: "card panel", id: "claims" }, make("h2", {}, "All claims"), make("ul", {}, ...view.nodes.filter((one) => one.kind === "claim").map(told)));
    const against = view.attacks.filter(([, target]) => target === chosen).map(([attacker]) => nodes.get(attacker));
    const attacked = view.attacks.filter(([attacker]) => attacker === chosen).map(([, target]) => nodes.get(target));
    return make("div", { class: "card panel", id: "claims" }, make("button", { class: "link quiet", onclick: () => { chosen = null; render(); } }, "show all"),
      make("ul", {}, told(nodes.get(chosen))), make("h2", {}, `Attacked by ${against.length}`), make("ul", {}, ...against.map(told)),
      make("h2", {}, `Attacks ${attacked.length}`), make("ul", {}, ...attacked.map(told)));
  }

  function render() {
    const legend = Object.values(STANDS).map(([name, colour]) => make("span", {}, make("span", { class: "dot", colour }), name));
    document.getElementById("page").replaceChildren(
      contents(["map", "Map of arguments"], ["claims", "Claims"]),
      make("header", {}, make("h1", {}, view.motion), make("p", { class: "lines" }, view.statement),
        make("details", { class: "details" }, make("summary", {}, "Details"), make("p", {}, view.semantics), make("p", {}, "Colours show the grounded extension: what stands whatever is said against the rest."))),
      make("div", { class: "columns" },
        make("div", {}, make("div", { class: "card scroll", id: "map", tabindex: "0", role: "region", "aria-label": "Map of arguments" }, graph()), make("div", { class: "legend" }, ...legend, make("span", {}, "circles are claims, squares are rebuttals, arrows are attacks; colours say whether it can be defended"))),
        panel()),
      make("p", { class: "quiet lines" }, view.caption),
      make("footer", { class: "foot" }, make("a", { href: document.querySelector("link[rel=help]").href }, "doxa")));
  }
  render();
  addEventListener("resize", render);
})();
