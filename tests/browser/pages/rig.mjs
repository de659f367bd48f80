// A server with its own pages, and a browser. Each reader is a separate browser context.

import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const TOP = fileURLToPath(new URL("../../..", import.meta.url));
export const PROGRAM = process.env.REFEREE ?? join(TOP, "target/debug/referee");
// The browser may run as root and must not connect to other hosts.
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
export const LANGUAGES = ["en", "fa", "ru"];
export const DESKTOP = { width: 1280, height: 800 };
// Maximum clicks for a move. Some clicks only change the choice.
const MOST_CLICKS = 12;
export const PHONE = { width: 390, height: 844 };

// Starts a server with these options. By default, it runs in memory on any free port; a first
// argument `{ data, listen }` overrides that.
export async function serve(...more) {
  const { data, listen = "127.0.0.1:0" } = typeof more[0] === "object" ? more.shift() : {};
  const args = ["serve", ...(data ? ["--data", data] : ["--memory"]), "--listen", listen, ...more];
  const server = spawn(PROGRAM, args, {
    env: { ...process.env, RUST_LOG: "warn" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((ended) => server.once("exit", ended));
  for await (const line of createInterface({ input: server.stdout })) {
    const url = line.match(/serves (http:\S+),/)?.[1];
    if (!url) continue;
    server.stdout.resume();
    return { url, stop: () => (server.kill("SIGTERM"), ended) };
  }
  throw new Error(`referee serve ended with ${await ended}`);
}

export async function browse() {
  const executablePath = execFileSync("sh", ["-c", 'command -v "${CHROMIUM:-chromium}"'], {
    encoding: "utf8",
  }).trim();
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

// Returns a reader of the pages at `url`. `errors` collects the errors of all its pages.
export async function reader(
  browser,
  url,
  { language = "en", theme = "light", viewport = DESKTOP } = {},
) {
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    colorScheme: theme,
    reducedMotion: "reduce",
  });
  const errors = [];
  // An empty page has no storage.
  await context.addInitScript(
    (language) =>
      location.protocol === "http:" && localStorage.setItem("referee.language", language),
    language,
  );
  context.on("weberror", (error) => errors.push(String(error.error())));
  context.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  const open = async (path) => {
    const page = await context.newPage();
    await page.goto(path);
    return page;
  };
  return { context, errors, open, close: () => context.close() };
}

// Calls the server with JSON.
export async function call(url, name, request, token) {
  const headers = {
    "content-type": "application/json",
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(`${url}/referee.v1.${name}`, {
    method: "POST",
    headers,
    body: JSON.stringify(request),
  });
  if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
  return response.json();
}

// Returns the account that a page is signed in to.
export const account = (page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("referee.account")));

// Returns the id of the match that a page shows.
export const matchOf = (page) => new URL(page.url()).pathname.split("/")[2];

// Clicks a random legal move on the board of a match page. Returns whether there was one.
export async function clickAnyMove(page, random) {
  const any = page.locator(
    "referee-board .can:not([aria-pressed=true]), referee-board [part=choice]",
  );
  const spaces = page.locator("referee-board [data-space].can:not([aria-pressed=true])");
  const before = await page.locator(".ply").count();
  for (let clicks = 0; clicks < MOST_CLICKS; clicks += 1) {
    // A click on another piece of the hand only changes the choice, so every second click goes to a
    // space.
    const places = clicks % 2 === 1 && (await spaces.count()) > 0 ? spaces : any;
    const count = await places.count();
    if (count === 0) return clicks > 0;
    await places
      .nth(Math.floor(random() * count))
      .click({ timeout: 2000, force: true })
      .catch(() => undefined);
    await page.waitForTimeout(40);
    if ((await page.locator(".ply").count()) > before) return true;
  }
  return true;
}

// Returns a generator of numbers from 0 to below 1, the same in every run.
export function numbers(seed) {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
}

// Waits until `is` returns true.
export async function until(is, what, seconds = 20) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    if (await is()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`not within ${seconds} s: ${what}`);
}
