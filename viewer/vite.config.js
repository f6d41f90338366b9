// Builds one script and one style sheet for each bundle into the package: no chunks, no hashes in names, no HTML.
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
  const files = ["package-lock.json", "vite.config.js", ...listFiles("src")];
  const all = createHash("sha256");
  for (const file of files) all.update(`${file}\0`).update(readFileSync(file)).update("\0");
  writeFileSync(join(OUT, "sources.sha256"), all.digest("hex") + "\n");
}

const banner = `/*!\n${notices.join("\n\n")}\n*/`;

/** The bundles: `report`, the page of one run; `shared`, which the pages of tables and of debates are built with; and the studio. */
const BUNDLES = {
  report: { entry: "src/main.tsx", name: "page", out: OUT, banner },
  shared: { entry: "src/shared.ts", name: "shared", out: OUT, banner: "" },
  studio: { entry: "src/studio/main.tsx", name: "studio", out: "../src/doxa/studio/page", banner },
};

export default defineConfig(({ mode }) => {
  const { entry, name, out, banner } = BUNDLES[mode] ?? BUNDLES.report;
  return {
    esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "inline" },
    build: {
      outDir: out,
      emptyOutDir: false,
      target: "es2022",
      lib: { entry, formats: ["iife"], name: "doxa", fileName: () => `${name}.js`, cssFileName: name },
      rollupOptions: { output: { banner } },
    },
    plugins: [{ name: "stamp", closeBundle: stamp }],
  };
});
