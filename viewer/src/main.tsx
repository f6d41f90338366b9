// Reads the view from the page and renders it.
import { options, render } from "preact";
import { App } from "./app";
import { bookOf } from "./store";
import { visible } from "./text";
import "./tokens.css";
import "./base.css";
import "./style.css";
import type { RunView } from "./view";

// every text of the page passes through this hook, so that no component can forget to write out control characters
options.vnode = (node) => {
  const props = node.props as unknown;
  if (typeof props === "string") return void Object.assign(node, { props: visible(props) });
  if (typeof node.type !== "string") return;
  for (const name of ["title", "aria-label"]) {
    const told = (props as Record<string, unknown>)[name];
    if (typeof told === "string") Object.assign(props as object, { [name]: visible(told) });
  }
};

const view = JSON.parse(document.getElementById("view")!.textContent!) as RunView;
const place = document.getElementById("report")!;
place.textContent = "";
render(<App book={bookOf(view)} />, place);
