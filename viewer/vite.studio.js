// Builds the studio's script and style sheet into its package, from the same components as the report.
import { defineConfig } from "vite";
import report from "./vite.config.js";

export default defineConfig({
  ...report,
  build: {
    ...report.build,
    outDir: "../src/doxa/studio/page",
    lib: { entry: "src/studio/main.tsx", formats: ["iife"], name: "doxa", fileName: () => "studio.js", cssFileName: "studio" },
  },
  plugins: [],
});
