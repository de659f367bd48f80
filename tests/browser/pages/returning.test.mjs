// Interruptions of a page: a server restart, a closed tab, a forgotten token, a sleeping machine.

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

test("the link of another device signs in, and its code is in no address", async () => {
  const server = await serve();
  const guest = await reader(browser, server.url);
  const page = await guest.open("/me");
  await page.locator("button.guest").click();
  await until(async () => (await account(page)) !== null, "the guest is registered");
  const { token, player } = await account(page);
  const { code } = await call(server.url, "TokenService/CreateDeviceCode", {}, token);
  const other = await reader(browser, server.url);
  const phone = await other.open("/lobby");
  const addresses = [];
  phone.on("framenavigated", (frame) => addresses.push(frame.url()));
  await phone.goto(`/#device=${code}`);
  await until(async () => (await account(phone))?.player === player, "the device is signed in");
  addresses.push(phone.url());
  await phone.goBack();
  await phone.waitForURL(/lobby$/);
  await phone.goForward();
  await phone.waitForURL(/me$/);
  // The first address is the link itself, before the page reads it.
  for (const address of addresses.slice(1)) assert.ok(!address.includes(code), address);
  assert.ok(addresses.length > 1);
  assert.deepEqual(other.errors, []);
  for (const one of [guest, other]) await one.close();
  await server.stop();
});

test("a page whose script is gone since an upgrade is loaded again, once", async () => {
  const server = await serve();
  const guest = await reader(browser, server.url);
  const page = await guest.open("/");
  let loads = 0;
  page.on("load", () => (loads += 1));
  const isLobby = /\/assets\/lobby-.*\.js$/;
  await page.route(isLobby, (route) => route.fulfill({ status: 404 }));
  await page.locator("a[href='/lobby']").first().click();
  await page.locator("main h1", { hasText: "This page could not be loaded" }).waitFor();
  await page.waitForTimeout(500);
  assert.equal(loads, 1, "it was loaded again once");
  await page.unroute(isLobby);
  await page.locator("main .heading button").click();
  await page.locator("page-lobby h1").waitFor();
  await guest.close();
  await server.stop();
});

test("a match that begins is told on every page, though the clock of the device is wrong", async () => {
  const server = await serve();
  for (const hours of [-5, 0, 5]) {
    const guest = await reader(browser, server.url);
    await guest.context.addInitScript((hours) => {
      const now = Date.now;
      Date.now = () => now() + hours * 3_600_000;
    }, hours);
    const page = await guest.open("/me");
    await page.locator("button.guest").click();
    await until(async () => (await account(page)) !== null, "the guest is registered");
    const { token, player } = await account(page);
    const players = [player, "house-random"];
    const request = { game: "dvonn", players, rules: { timeControls: ["600+5"] } };
    const { summary } = await call(server.url, "MatchService/CreateMatch", request, token);
    await page.locator(`.notice a[href='/m/${summary.matchId}']`).waitFor();
    assert.deepEqual(guest.errors, []);
    await guest.close();
  }
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
  // A new page also reads the first picture of the featured match by itself, as lines.
  const streams = [];
  guest.context.on(
    "request",
    (request) =>
      /\/Watch/.test(request.url()) &&
      request.headers()["content-type"] === "application/connect+json" &&
      streams.push(request.frame().page()),
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

test("a reader who has blocked the storage of the browser plays and watches", async () => {
  const server = await serve("--house-pace", "0.001");
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: "reduce" });
  const errors = [];
  context.on("weberror", (error) => errors.push(String(error.error())));
  await context.addInitScript(() => {
    // An empty page has no locks.
    if (location.protocol !== "http:") return;
    const refuse = () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, { get: refuse });
    window.SharedWorker = refuse;
    LockManager.prototype.request = async () => refuse();
  });
  const page = await context.newPage();
  await page.goto("/play?game=dvonn");
  await page.locator("button.start").click();
  await page.waitForURL(/\/m\//);
  const random = numbers(13);
  await until(
    async () => (await clickAnyMove(page, random)) && (await plies(page)) >= 4,
    "moves are played",
  );
  await page.locator("select.in-bar").selectOption("ru");
  await page.waitForFunction(() => document.documentElement.lang === "ru");
  assert.deepEqual(errors, []);
  await context.close();
  await server.stop();
});

// Plays the first legal move for a player, as from another device.
async function playElsewhere(url, matchId, token) {
  const { turnId, legal } = await call(url, "MatchService/GetMatch", { matchId }, token);
  const playMove = { turnId, notation: legal[0].notation };
  await call(url, "MatchService/SubmitCommand", { matchId, playMove }, token);
}

test("a page that slept for five minutes shows the present, and its player goes on", async () => {
  const server = await serve("--house-pace", "0.001");
  const guest = await reader(browser, server.url);
  // The clock of the test does not reach workers, so this tab must hold the streams itself.
  await guest.context.addInitScript(() => delete window.SharedWorker);
  const page = await guest.context.newPage();
  await page.clock.install();
  await page.goto("/play?game=dvonn");
  await page.locator("button.start").click();
  await page.waitForURL(/\/m\//);
  const random = numbers(5);
  await until(
    async () => (await clickAnyMove(page, random)) && (await plies(page)) >= 4,
    "moves are played",
  );
  const matchId = matchOf(page);
  const { token } = await account(page);
  const before = await plies(page);

  const session = await guest.context.newCDPSession(page);
  const sleep = (state) => session.send("Page.setWebLifecycleState", { state });
  await sleep("frozen");
  await playElsewhere(server.url, matchId, token);
  await sleep("active");
  await page.clock.fastForward("05:00");
  await until(async () => (await plies(page)) >= before + 2, "the moves of the meantime are shown");

  const other = await reader(browser, server.url);
  const fresh = await other.open(`/m/${matchId}`);
  await fresh.locator(".clock").nth(1).waitFor();
  const clocks = async (one) => (await one.locator(".clock").allInnerTexts()).map(seconds).sort();
  const agree = async () => {
    const [woken, present] = [await clocks(page), await clocks(fresh)];
    return woken.length === 2 && woken.every((clock, at) => Math.abs(clock - present[at]) <= 2);
  };
  await until(agree, "the clocks are those of the server");
  const now = await plies(page);
  await until(
    async () => (await clickAnyMove(page, random)) && (await plies(page)) >= now + 2,
    "the player goes on",
  );
  await other.close();
  await guest.close();
  await server.stop();
});

// Converts the text of a clock, such as `9:58`, to seconds.
function seconds(text) {
  return text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}
