// Builds one script and one style sheet into the package: no chunks, no hashes in names, no HTML.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vite";

/** The licences of the bundled libraries, which every copy of the bundle must contain. */
const notices = ["preact", "uplot"].map((name) => `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim()}`);

const OUT = "../src/doxa/terminal/page";

const listFiles = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .sort();

/** Write the hash of the page's sources, so that a test without node can detect an outdated build. */
function stamp() {
  const files = ["package-lock.json", "vite.config.js", "vite.studio.js", ...listFiles("src")];
  const all = createHash("sha256");
  for (const file of files) all.update(`${file}\0`).update(readFileSync(file)).update("\0");
  writeFileSync(join(OUT, "sources.sha256"), all.digest("hex") + "\n");
}

export default defineConfig({
  esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "inline" },
  build: {
    outDir: OUT,
    emptyOutDir: false,
    target: "es2022",
    lib: { entry: "src/main.tsx", formats: ["iife"], name: "doxa", fileName: () => "page.js", cssFileName: "page" },
    rollupOptions: { output: { banner: `/*!\n${notices.join("\n\n")}\n*/` } },
  },
  plugins: [{ name: "stamp", closeBundle: stamp }],
});
