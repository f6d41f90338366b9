// Reads the view from the page and draws it.
import { render } from "preact";
import { App } from "./app";
import { bookOf } from "./store";
import "./style.css";
import type { RunView } from "./view";

const view = JSON.parse(document.getElementById("view")!.textContent!) as RunView;
const place = document.getElementById("report")!;
place.textContent = "";
render(<App book={bookOf(view)} />, place);
