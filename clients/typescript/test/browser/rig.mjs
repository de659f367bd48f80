// A browser, and pages that embed the board on another origin than the server.

import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

import { numbers } from "../rig.mjs";

const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));
/** The files that a page with a board has copied. */
const COPIED = {
  "/board.js": ["referee-board.js", "text/javascript"],
  "/referee-rules.js": ["referee-rules.js", "text/javascript"],
  "/referee-rules.wasm": ["referee-rules.wasm", "application/wasm"],
};
// The browser may run as root and must not connect to other hosts.
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
];
const STYLE = ":root { color-scheme: light dark; } body { margin: 8px; }";

/** Serves pages until `stop`. Their policy allows their own files and calls to the server. */
export async function site() {
  const pages = new Map();
  const asked = [];
  let policy = "";
  let workerPolicy = "default-src 'none'";
  const server = createServer(async (request, response) => {
    asked.push(request.url);
    if (COPIED[request.url]) {
      const [name, type] = COPIED[request.url];
      const headers = { "content-type": type, "content-security-policy": workerPolicy };
      return response.writeHead(200, headers).end(await readFile(DIST + name));
    }
    if (request.url === "/style.css") {
      return response.writeHead(200, { "content-type": "text/css" }).end(STYLE);
    }
    const html = pages.get(request.url);
    const headers = {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
    };
    response.writeHead(html ? 200 : 404, headers).end(html);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const allow = (url) => {
    policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src ${url}; base-uri 'none'`;
  };
  // Sets the policy for a page without a server. A worker has the policy of its own script.
  const allowRules = (worker) => {
    policy = "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'";
    workerPolicy = worker;
  };
  // Adds a page that embeds a board, which takes two lines. Returns its address.
  const add = (board, lang = "en") => {
    const path = `/${pages.size}`;
    const head = `<meta charset="utf-8"><title>A page</title><link rel="stylesheet" href="/style.css">`;
    const script = `<script type="module" src="/board.js"></script>`;
    pages.set(path, `<!doctype html><html lang="${lang}">${head}\n${script}\n${board}\n`);
    return origin + path;
  };
  const stop = () => new Promise((stopped) => server.close(stopped).closeAllConnections());
  return { origin, asked, allow, allowRules, add, stop };
}

/** Starts Chromium. */
export function browser() {
  const find = ["-c", 'command -v "${CHROMIUM:-chromium}"'];
  const executablePath = execFileSync("sh", find, { encoding: "utf8" }).trim();
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

/** Opens a page. `page.errors` collects its errors and violations of its policy. */
export async function visit(chrome, address, { width = 1280, height = 800, ...more } = {}) {
  const context = await chrome.newContext({ viewport: { width, height }, ...more });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.errors = [];
  page.on("pageerror", (error) => page.errors.push(String(error)));
  page.on(
    "console",
    (said) => /Content Security Policy/.test(said.text()) && page.errors.push(said.text()),
  );
  await page.addInitScript(() => {
    window.heard = [];
    const note = ({ type, detail }) =>
      window.heard.push({ type, ...JSON.parse(JSON.stringify(detail ?? {})) });
    for (const name of ["move", "turn", "end", "choose", "error", "refused", "connection", "scrub"])
      addEventListener(name, note, true);
  });
  await page.goto(address);
  return page;
}

/** Clicks through the board until the match is over. Returns the number of clicks. */
export async function playOut(page, seed, mostClicks = 4_000) {
  const next = numbers(seed);
  const board = page.locator("referee-board");
  for (let clicks = 0; clicks < mostClicks;) {
    if (await page.evaluate(() => heard.some(({ type }) => type === "end"))) return clicks;
    const can = board.locator('[aria-disabled="false"][aria-pressed="false"], .choices button');
    const count = await can.count();
    if (count === 0) {
      await page.waitForTimeout(15);
      continue;
    }
    await can
      .nth(Math.floor(next() * count))
      .click({ timeout: 2_000, noWaitAfter: true })
      .then(
        () => (clicks += 1),
        () => undefined,
      );
  }
  throw new Error(`no end after ${mostClicks} clicks`);
}
