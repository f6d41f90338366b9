// The studio's screens by address: the shelf, a run, two runs, a folder's runs, a new run.
import { options, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { visible } from "../text";
import { takeKey } from "./api";
import { Compare } from "./compare";
import { Group } from "./group";
import { New } from "./new";
import { Run } from "./run";
import { Sets } from "./sets";
import { Shelf } from "./shelf";
import "../tokens.css";
import "../base.css";
import "../style.css";
import "./studio.css";

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

function Studio() {
  const here = () => location.pathname + location.search;
  const [address, setAddress] = useState(here);
  useEffect(() => {
    const follow = () => setAddress(here());
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const [, screen, first, second] = address.split("?")[0]!.split("/");
  if (screen === "run" && first) return <Run key={first} run={first} />;
  const folder = new URLSearchParams(location.search).get("name");
  if (screen === "group" && folder) return <Group key={folder} name={folder} />;
  if (screen === "sets") return <Sets key={location.search} asked={location.search} />;
  if (screen === "new") return <New />;
  if (screen === "compare" && first && second) return <Compare first={first} second={second} />;
  return <Shelf />;
}

takeKey();
const place = document.getElementById("studio")!;
place.textContent = "";
render(<Studio />, place);
