/** Builds the pages to `dist/`, which is committed and embedded in the server. */
import { defineConfig, type Plugin } from "vite";

/** What the pages and `<referee-board>` share: one file, so that a browser parses it once. */
const SHARED = /\/(clients\/typescript|referee-client|lit|lit-html|lit-element|@lit)\//;

/** Runs `src/early.ts` before the larger scripts are there. They import it too. */
function early(): Plugin {
  return {
    name: "referee-early",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle = {} }) {
        const chunk = Object.values(bundle).find(({ name }) => name === "early");
        if (!chunk) return [];
        const attrs = { type: "module", async: true, crossorigin: true, src: `/${chunk.fileName}` };
        return [{ tag: "script", attrs, injectTo: "head" }];
      },
    },
  };
}

/** Leaves out the rules that a board without a server loads: these pages always have one. */
function withoutRules(): Plugin {
  const text = "this server has no rules for pages: copy the files of the package referee-client";
  return {
    name: "referee-without-rules",
    enforce: "pre",
    load: (id) =>
      /\/(typescript|referee-client)\/dist\/rules\.js$/.test(id)
        ? `const call = () => Promise.reject(Error("${text}")); export const openRules = () => ({ call });`
        : undefined,
  };
}

export default defineConfig({
  plugins: [early(), withoutRules()],
  resolve: { dedupe: ["lit", "lit-html", "lit-element", "@lit/reactive-element"] },
  server: { proxy: { "/referee.v1": process.env["REFEREE"] ?? "http://127.0.0.1:7171" } },
  worker: { format: "es" },
  build: {
    target: "es2022",
    // The policy of the pages allows no inlined files beside pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      input: { early: "src/early.ts", index: "index.html", "referee-board": "src/board.ts" },
      // Pages of other origins import the board by its name.
      preserveEntrySignatures: "allow-extension",
      output: {
        manualChunks: (id) => (SHARED.test(id) ? "board" : undefined),
        entryFileNames: ({ name }) =>
          name === "referee-board" ? "referee-board.js" : "assets/[name]-[hash].js",
      },
    },
  },
});
