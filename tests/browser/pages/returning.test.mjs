// What interrupts a page: a restart of the server, a closed tab, a forgotten token.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import {
  account,
  browse,
  call,
  clickAnyMove,
  matchOf,
  numbers,
  reader,
  serve,
  until,
} from "./rig.mjs";

let folder, browser;
before(
  async () => ([folder, browser] = [mkdtempSync(join(tmpdir(), "referee-pages-")), await browse()]),
);
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const plies = (page) => page.locator(".ply").count();

test("a match goes on after a restart of the server", async () => {
  const data = join(folder, "restarted");
  const first = await serve({ data }, "--house-pace", "0.001");
  const guest = await reader(browser, first.url);
  const page = await guest.open("/play?game=dvonn");
  await page.locator("button.start").click();
  await page.waitForURL(/\/m\//);
  const random = numbers(11);
  await until(
    async () => (await clickAnyMove(page, random)) && (await plies(page)) >= 6,
    "moves are played",
  );
  await first.stop();
  await page.locator(".out-of-reach").waitFor();
  const before = await plies(page);
  const second = await serve({ data, listen: new URL(first.url).host }, "--house-pace", "0.001");
  await page.locator(".out-of-reach").waitFor({ state: "detached", timeout: 30_000 });
  await until(
    async () => (await clickAnyMove(page, random)) && (await plies(page)) >= before + 4,
    "the match goes on",
  );
  const { player } = await account(page);
  const { summary } = await call(second.url, "MatchService/GetMatch", { matchId: matchOf(page) });
  assert.ok(summary.players.includes(player) && summary.state === "MATCH_STATE_LIVE");
  await guest.close();
  await second.stop();
});

test("a token that the server forgot is dropped, and pages stay readable", async () => {
  const server = await serve("--demo");
  const guest = await reader(browser, server.url);
  await guest.context.addInitScript(() => {
    if (location.protocol !== "http:" || localStorage.getItem("referee.account")) return;
    const forgotten = {
      token: `referee_${"0".repeat(64)}`,
      player: "forgotten",
      displayName: "Forgotten",
      isGuest: true,
    };
    localStorage.setItem("referee.account", JSON.stringify(forgotten));
  });
  const page = await guest.open("/");
  await page.locator("mini-board referee-board").first().waitFor();
  await until(
    async () => (await page.evaluate(() => localStorage.getItem("referee.account"))) === null,
    "the token is dropped",
  );
  await guest.close();
  await server.stop();
});

test("without shared workers one tab holds the streams, and another takes over when it is closed", async () => {
  const server = await serve("--demo", "--house-pace", "0.3");
  const guest = await reader(browser, server.url);
  await guest.context.addInitScript(() => delete window.SharedWorker);
  const first = await guest.open("/");
  await first.locator("mini-board referee-board").first().waitFor();
  const second = await guest.open("/?game=hive");
  await second.locator("mini-board referee-board").first().waitFor();
  const streams = [];
  guest.context.on(
    "request",
    (request) => /\/Watch/.test(request.url()) && streams.push(request.frame().page()),
  );
  const third = await guest.open("/?game=dvonn");
  await third.locator("mini-board referee-board").first().waitFor();
  assert.ok(
    streams.length > 0 && streams.every((page) => page === first),
    "the first tab opens the streams of the third",
  );
  await first.close();
  const pictures = () =>
    second.evaluate(() =>
      [...document.querySelectorAll("referee-board")]
        .map((board) => board.shadowRoot.innerHTML)
        .join(),
    );
  await until(
    () => streams.some((page) => page === second || page === third),
    "another tab opens streams",
  );
  const before = await pictures();
  await until(async () => (await pictures()) !== before, "boards move on");
  assert.deepEqual(guest.errors, []);
  await guest.close();
  await server.stop();
});
