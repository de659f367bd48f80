// Draws every scene as PNG, in two sizes, light and dark:
// node test/skins/preview.mjs [FOLDER] [WIDTH] [NAME]. The default folder is /tmp/skins.
import { mkdirSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";

import { boardStyle } from "../../dist/board/index.js";
import { SKINS } from "../../dist/skins/index.js";
import { GAMES, MOMENTS, draw } from "./scenes.mjs";

const [, , folder = "/tmp/skins", width = "390", only = ""] = process.argv;
const THUMBNAIL = 120;
const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ["--no-sandbox"] });
try {
  for (const game of GAMES.filter((game) => only === "" || game === only)) {
    for (const mode of ["light", "dark"]) await shoot(game, mode);
  }
} finally {
  await browser.close();
}

async function shoot(game, mode) {
  const sizes = [Number(width), THUMBNAIL];
  const cells = sizes.map((size) => MOMENTS.map((moment) => cell(game, moment, size)).join(""));
  const html = `<!doctype html><meta charset="utf-8"><style>
    :root { color-scheme: ${mode}; background: light-dark(#fbfaf7, #16181b); }
    body { margin: 16px; display: grid; gap: 16px; width: max-content; }
    body > div { display: flex; gap: 16px; align-items: start; }
    </style>${cells.map((row) => `<div>${row}</div>`).join("")}`;
  writeFileSync(`${folder}/${game}-${mode}.html`, html);
  const page = await browser.newPage({ viewport: { width: 3 * Number(width) + 64, height: 400 } });
  await page.goto(`file://${folder}/${game}-${mode}.html`);
  await page.screenshot({ path: `${folder}/${game}-${mode}.png`, fullPage: true });
  await page.close();
}

/** Returns a picture in a shadow root of its own, as in the element. */
function cell(game, moment, size) {
  const style = `${boardStyle.cssText}${SKINS[game].style.cssText}`;
  return `<div style="width:${size}px"><template shadowrootmode="open"><style>${style}</style>${draw(`${game}-${moment}`, size)}</template></div>`;
}
