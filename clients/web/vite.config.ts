/** Builds the pages to `dist/`, which is committed and embedded in the server. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { defineConfig, type Plugin } from "vite";

/** The board in one module with a name that stays: pages of other origins load it by that name. */
function board(): Plugin {
  return {
    name: "referee-board",
    generateBundle() {
      const file = createRequire(import.meta.url).resolve("referee-client/referee-board.js");
      this.emitFile({ type: "asset", fileName: "referee-board.js", source: readFileSync(file) });
    },
  };
}

export default defineConfig({
  plugins: [board()],
  resolve: { dedupe: ["lit", "lit-html", "lit-element", "@lit/reactive-element"] },
  server: { proxy: { "/referee.v1": process.env["REFEREE"] ?? "http://127.0.0.1:7171" } },
  worker: { format: "es" },
  build: {
    target: "es2022",
    // The policy of the pages allows no inlined files beside pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
