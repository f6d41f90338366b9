"use strict";
// Draws a map of arguments from the JSON in #view. Words of speakers are untrusted: they become text nodes only.
(() => {
  const view = JSON.parse(document.getElementById("view").textContent);
  const HUES = [1, 2, 5, 6, 4, 3, 0, 7, 8, 9].map((number) => `var(--agent-${number})`); // the colours of all pages, light and dark
  const SVG = "http://www.w3.org/2000/svg";
  const state = { by: "cluster", chosen: null, point: null, sorted: null, down: true };
  const LISTED = 24;

  const make = (tag, given = {}, ...inside) => {
    const one = document.createElement(tag);
    for (const [name, value] of Object.entries(given)) {
      if (name === "onclick" || name === "onchange") one[name] = value;
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
  const names = new Map(view.clusters.map((one) => [one.number, one.name]));
  const speakers = [...new Set(view.points.map((one) => one.name))];
  const hue = (place) => HUES[place % HUES.length];
  const side = (one) => (one.side === "pro" ? "Proposition" : "Opposition");
  const percent = (value) => (value === null ? "–" : `${Math.round(100 * value)} %`);
  const decimal = (value) => (value === null ? "–" : value.toFixed(2).replace("-", "−"));

  // choice of colouring → a point's label and colour
  const KINDS = {
    cluster: (one) => (one.cluster === null ? ["no cluster", "var(--none)"] : [names.get(one.cluster), hue(one.cluster)]),
    side: (one) => [side(one), one.side === "pro" ? "var(--for)" : "var(--against)"],
    outcome: (one) =>
      one.won === null ? ["nobody won", "var(--none)"] : one.won ? ["its side won", "var(--agent-1)"] : ["its side lost", "var(--agent-2)"],
    speaker: (one) => [one.name, hue(speakers.indexOf(one.name))],
    survival: (one) =>
      one.demolished ? ["demolished", "var(--against)"] : one.rebutted ? ["rebutted, not demolished", "var(--agent-2)"] : ["not rebutted", "var(--for)"],
  };

  const choose = (cluster, point = null) => {
    state.chosen = state.chosen === cluster && point === null ? null : cluster;
    state.point = point;
    render();
  };

  function scatter() {
    // as wide as its place, so that names are as large as they are meant: beside the claims on a wide screen, else alone
    const room = Math.min(document.documentElement.clientWidth, 1360) - 80;
    const width = Math.max(280, Math.min(760, (innerWidth > 900 ? 0.59 * room : room + 50) - 26)), height = width < 500 ? width : 560, edge = width < 500 ? 12 : 26;
    const at = (one) => [edge + one.x * (width - 2 * edge), height - edge - one.y * (height - 2 * edge)];
    const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, width: "100%", role: "img", "aria-label": "Map of arguments" });
    view.points.forEach((one, place) => {
      const [x, y] = at(one);
      const faded = state.chosen !== null && one.cluster !== state.chosen;
      const dot = drawn("circle", {
        cx: x.toFixed(1), cy: y.toFixed(1), r: place === state.point ? 8 : 4.5, fill: KINDS[state.by](one)[1],
        opacity: faded ? 0.13 : 0.82, stroke: place === state.point ? "var(--ink)" : "var(--card)", "stroke-width": place === state.point ? 2 : 0.7,
      }, drawn("title", {}, `${one.text}\n${one.name}, ${side(one)}, ${one.run}`));
      dot.onclick = () => choose(one.cluster, place);
      svg.append(dot);
    });
    const taken = []; // heights at which names stand
    for (const cluster of view.clusters) {
      // names of small clusters, and all on a phone, would overlap, so that they are shown only when chosen
      const named = state.chosen === null ? width >= 500 && state.by === "cluster" && cluster.number < 10 : state.chosen === cluster.number;
      if (!named) continue;
      const own = cluster.claims.map((place) => at(view.points[place]));
      const middle = (axis) => own.map((pair) => pair[axis]).sort((a, b) => a - b)[Math.floor(own.length / 2)];
      let y = middle(1) - 8;
      while (taken.some((other) => Math.abs(other - y) < 15)) y += 5;
      taken.push(y);
      const half = 4 + cluster.name.length * 3.4;
      svg.append(drawn("text", { x: Math.min(Math.max(middle(0), half), width - half).toFixed(1), y: y.toFixed(1), "text-anchor": "middle", class: "name" }, cluster.name));
    }
    return svg;
  }

  function legend() {
    const found = new Map();
    for (const one of view.points) {
      const [label, colour] = KINDS[state.by](one);
      found.set(label, [colour, (found.get(label) || [0, 0])[1] + 1]);
    }
    const listed = [...found].sort((a, b) => b[1][1] - a[1][1]);
    const shown = listed.slice(0, LISTED).map(([label, [colour, count]]) => {
      const dot = make("span", { class: "dot", colour });
      return make("span", {}, dot, `${label} (${count})`);
    });
    const rest = listed.length - shown.length;
    return make("div", { class: "legend" }, ...shown, rest > 0 ? make("span", {}, `and ${rest} more, in the table`) : null);
  }

  // missing values are last in both directions; a third press restores the order of the map
  function ordered(head) {
    if (state.sorted === null) return view.clusters;
    const key = head[state.sorted][1], turn = state.down ? -1 : 1;
    return [...view.clusters].sort((one, other) => {
      const [a, b] = [key(one), key(other)];
      if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
      return turn * (typeof a === "number" ? a - b : a.localeCompare(b));
    });
  }

  function sortBy(column) {
    const first = column > 0; // numbers begin with the largest, names with the first of the alphabet
    if (state.sorted !== column) [state.sorted, state.down] = [column, first];
    else if (state.down === first) state.down = !first;
    else state.sorted = null;
    render();
    document.getElementById(`sort-${column}`).focus();
  }

  function table() {
    const head = [["cluster", (one) => one.name], ["claims", (one) => one.claims.length], ["debates", (one) => one.recurrence], ["Proposition", (one) => one.proposition], ["survive", (one) => one.survival], ["stand", (one) => one.standing], ["win rate", (one) => one.wins], ["win r", (one) => one.correlation]];
    const rows = ordered(head).map((one) => make("tr", { class: state.chosen === one.number ? "chosen" : null },
      make("td", { class: "text" }, make("button", { class: "link", title: one.description, onclick: () => choose(one.number) }, make("span", { class: "dot", colour: hue(one.number) }), one.name)),
      ...[String(one.claims.length), percent(one.recurrence), percent(one.proposition), percent(one.survival), percent(one.standing), percent(one.wins), decimal(one.correlation)].map((cell) => make("td", {}, cell))));
    return make("div", { class: "card scroll", id: "clusters", tabindex: "0", role: "region", "aria-label": "Clusters" }, make("table", { class: "grid" },
      make("thead", {}, make("tr", {}, ...head.map(([name], column) => make("th", { scope: "col", class: column ? null : "text", "aria-sort": state.sorted !== column ? "none" : state.down ? "descending" : "ascending" }, make("button", { id: `sort-${column}`, onclick: () => sortBy(column) }, name))))), make("tbody", {}, ...rows)));
  }

  function claim(one, place) {
    const fate = one.demolished ? "demolished" : one.rebutted ? "rebutted, not demolished" : "not rebutted";
    const speech = view.speeches[`${one.run}\n${one.speech}`];
    const found = make("li", { class: "claim" }, make("p", {}, one.text),
      make("div", { class: "quiet" }, make("span", { class: one.side === "pro" ? "for" : "against" }, `${one.name}, ${side(one)}`),
        ` · ${one.run}, epoch ${one.epoch} · ${one.base}${one.specific ? ", specific" : ""} · ${fate}${one.stands ? ", stands" : ""}`));
    if (speech) found.append(make("details", {}, make("summary", {}, "the speech"), make("div", { class: "words" }, speech)));
    if (place === state.point) found.className = "claim chosen-claim";
    return found;
  }

  function panel() {
    if (state.chosen === null && state.point === null) {
      return make("div", { class: "card", id: "claims" }, make("p", { class: "quiet" }, "Choose a cluster, or a point of the map, to see its claims and their speeches."));
    }
    if (state.chosen === null) return make("div", { class: "card panel", id: "claims" }, make("h2", {}, "No cluster"), make("ul", {}, claim(view.points[state.point], state.point)));
    const cluster = view.clusters.find((one) => one.number === state.chosen);
    const order = cluster.claims.filter((place) => place !== state.point);
    if (state.point !== null) order.unshift(state.point);
    return make("div", { class: "card panel", id: "claims" }, make("h2", {}, cluster.name), make("p", {}, cluster.description),
      make("p", { class: "quiet" }, `${cluster.claims.length} claims, the most typical first`),
      make("ul", {}, ...order.map((place) => claim(view.points[place], place))));
  }

  function render() {
    const pick = make("select", { "aria-label": "Colour by", onchange: (event) => { state.by = event.target.value; render(); } },
      ...Object.keys(KINDS).map((name) => make("option", name === state.by ? { value: name, selected: "" } : { value: name }, name)));
    document.getElementById("page").replaceChildren(
      contents(["map", "Map of arguments"], ["clusters", "Clusters"], ["claims", "Claims"]),
      make("header", {}, make("h1", {}, view.motion), make("p", { class: "quiet lines" }, view.about)),
      make("div", { class: "bar" }, make("label", {}, "Colour by ", pick), state.chosen === null && state.point === null ? null : make("button", { class: "link", onclick: () => { state.chosen = null; state.point = null; render(); } }, "show all")),
      make("div", { class: "columns" },
        make("div", {}, make("div", { class: "card", id: "map" }, scatter(), legend())), panel()),
      table(),
      make("p", { class: "quiet lines" }, view.caption),
      make("footer", { class: "foot" }, make("a", { href: document.querySelector("link[rel=help]").href }, "doxa")));
  }
  render();
  addEventListener("resize", render);
})();
