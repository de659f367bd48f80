// A referee, pages of other origins, and a browser.

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

import { servePages } from "./pages.mjs";

const TOP = fileURLToPath(new URL("../..", import.meta.url));
const PROGRAM = process.env.REFEREE ?? join(TOP, "target/debug/referee");
const BUF = join(TOP, "tests/tools/node_modules/.bin/buf");
// The browser may run as root and must not connect to other hosts.
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

function descriptor() {
  return execFileSync(BUF, ["build", join(TOP, "proto"), "-o", "-#format=binpb"], {
    maxBuffer: 1 << 24,
  });
}

// Starts a server in memory on any free port for pages of this origin. Its house bots take `pace`
// seconds for a move.
async function serve(origin, pace, more) {
  const args = [
    "serve",
    "--memory",
    "--listen",
    "127.0.0.1:0",
    "--house-pace",
    pace,
    "--allow-origin",
    origin,
    ...more,
  ];
  const server = spawn(PROGRAM, args, {
    env: { ...process.env, RUST_LOG: "warn" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((ended) => server.once("exit", ended));
  for await (const line of createInterface({ input: server.stdout })) {
    const url = line.match(/serves (http:\S+),/)?.[1];
    if (url) {
      server.stdout.resume();
      return { url, stop: () => (server.kill("SIGTERM"), ended) };
    }
  }
  throw new Error(`referee serve ended with ${await ended}`);
}

// Starts everything. The house bots at `url` answer immediately, those at `paced.url` at human
// speed. `page()` opens a page of the allowed origin, `stranger()` one of another origin.
export async function start(...more) {
  const closing = [];
  const stop = async () => {
    for (const close of closing.reverse()) await close();
  };
  try {
    const bytes = descriptor();
    const [allowed, other] = [await servePages(bytes), await servePages(bytes)];
    closing.push(allowed.close, other.close);
    const server = await serve(allowed.origin, "0.001", more);
    closing.push(server.stop);
    const paced = await serve(allowed.origin, "0.25", more);
    closing.push(paced.stop);
    const profile = mkdtempSync(join(tmpdir(), "referee-browser-"));
    closing.push(() => rmSync(profile, { recursive: true, force: true, maxRetries: 3 }));
    const executablePath = execFileSync("sh", ["-c", 'command -v "${CHROMIUM:-chromium}"'], {
      encoding: "utf8",
    }).trim();
    const browser = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: true,
      args: FLAGS,
    });
    closing.push(() => browser.close());
    return {
      url: server.url,
      paced,
      descriptor: bytes,
      page: () => open(browser, allowed.origin),
      stranger: () => open(browser, other.origin),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(browser, origin) {
  const page = await browser.newPage();
  page.errors = [];
  page.on("pageerror", (error) => page.errors.push(String(error)));
  await page.goto(origin);
  await page.waitForFunction(() => window.referee);
  return page;
}
