// Watching: live boards, and one stream for many tabs.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { browse, call, PHONE, reader, serve, until } from "./rig.mjs";

let server, browser;
before(
  async () => ([server, browser] = [await serve("--demo", "--house-pace", "0.3"), await browse()]),
);
after(async () => {
  await browser?.close();
  await server?.stop();
});

// Returns the pictures of all boards on a page.
const pictures = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("referee-board")].map(
      (board) => board.shadowRoot.querySelector("svg")?.innerHTML ?? "",
    ),
  );

test("the first page shows boards that move, on a desk and on a phone", async () => {
  for (const viewport of [undefined, PHONE]) {
    const guest = await reader(browser, server.url, viewport ? { viewport } : {});
    const page = await guest.open("/");
    await page.locator("mini-board referee-board").first().waitFor();
    await page.locator(".featured referee-board").waitFor();
    const before = await pictures(page);
    assert.ok(before.length >= 3, `${before.length} boards`);
    await until(
      async () =>
        (await pictures(page)).some((picture, at) => before[at] && picture !== before[at]),
      "a board moves",
    );
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${overflow} px wider than the window`);
    await page.locator(".chips button").nth(1).click();
    await page.waitForURL(/\?game=/);
    assert.deepEqual(guest.errors, []);
    await guest.close();
  }
});

test("a match can be looked back at while it is played", async () => {
  const guest = await reader(browser, server.url);
  // If the match ends before the reader has looked back, try the next one.
  for (let matches = 1, played = false; !played; matches += 1) {
    const matchId = await liveMatch("hive");
    try {
      await lookBack(await guest.open(`/m/${matchId}`));
      played = true;
    } catch (error) {
      const { summary } = await call(server.url, "MatchService/GetMatch", { matchId });
      if (summary.state === "MATCH_STATE_LIVE" || matches === 5) throw error;
    }
  }
  assert.deepEqual(guest.errors, []);
  await guest.close();
});

async function lookBack(page) {
  await until(async () => (await page.locator(".ply").count()) > 6, "moves are listed");
  await page.locator(".ply").nth(1).click();
  await page.locator(".ply").nth(1).and(page.locator("[aria-current]")).waitFor();
  const pieces = () => page.locator("referee-board .tokens [data-token]").count();
  await until(async () => (await pieces()) === 2, "the board shows the second move");
  const moves = await page.locator(".ply").count();
  await until(async () => (await page.locator(".ply").count()) > moves + 2, "the match goes on");
  assert.equal(await pieces(), 2, "the board stays in the past");
  await page.locator(".present").click();
  await until(async () => (await pieces()) > 2, "the board is in the present");
}

test("six tabs of one reader all work over HTTP/1.1", async () => {
  const guest = await reader(browser, server.url);
  const live = async () =>
    (await call(server.url, "MatchService/ListMatches", { state: "MATCH_STATE_LIVE" })).matches;
  const [one, two] = await live();
  const pages = [];
  for (const path of [
    "/",
    "/l/house?tab=boards",
    "/lobby",
    `/m/${one.matchId}`,
    `/m/${two.matchId}`,
    "/?game=hive",
  ]) {
    pages.push(await guest.open(path));
  }
  for (const page of pages) await page.locator("h1, h2").first().waitFor({ state: "attached" });
  for (const at of [0, 1, 3, 4, 5])
    await pages[at].locator("referee-board").first().waitFor({ timeout: 20_000 });
  // The server answers calls while all streams are open.
  for (const page of pages) {
    const took = await page.evaluate(async () => {
      const began = performance.now();
      await fetch("/referee.v1.GameService/ListGames", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
      });
      return performance.now() - began;
    });
    assert.ok(took < 2000, `${took} ms`);
  }
  assert.deepEqual(guest.errors, []);
  await guest.close();
});

// Returns the live match with the fewest moves, which should last longest.
async function liveMatch(game) {
  const { matches } = await call(server.url, "MatchService/ListMatches", {
    state: "MATCH_STATE_LIVE",
    game,
  });
  return matches.reduce((one, other) => ((other.ply ?? 0) < (one.ply ?? 0) ? other : one)).matchId;
}

test("a board that is taken off its page and put back at once shows all moves", async () => {
  const guest = await reader(browser, server.url);
  const page = await guest.open(`/m/${await liveMatch("hive")}`);
  await until(async () => (await page.locator(".ply").count()) > 6, "moves are listed");
  const board = page.locator("referee-board");
  const plies = () =>
    board.evaluate(({ shownState }) => shownState?.steps.map(({ ply }) => ply) ?? []);
  for (let times = 0; times < 5; times += 1) {
    await board.evaluate((board) => {
      const place = board.parentNode;
      board.remove();
      setTimeout(() => place.append(board));
    });
    await until(async () => (await plies()).length > 6, "moves are known");
    const known = await plies();
    assert.deepEqual(known, [...known.keys()]);
  }
  assert.deepEqual(guest.errors, []);
  await guest.close();
});

test("a match that is left while its stream waits for a connection opens later", async () => {
  const guest = await reader(browser, server.url);
  // Two walls and two featured matches use up the connections for streams.
  for (const path of ["/", "/?game=hive"]) {
    const page = await guest.open(path);
    await page.locator("mini-board referee-board").first().waitFor();
  }
  const page = await guest.open("/bot");
  const go = (path) =>
    page.evaluate((path) => {
      const link = Object.assign(document.createElement("a"), { href: path });
      document.body.append(link);
      link.click();
      link.remove();
    }, path);
  const path = `/m/${await liveMatch("dvonn")}`;
  for (const next of [path, "/bot", path, "/bot", path]) {
    await go(next);
    await page.waitForTimeout(150);
  }
  await page.locator("referee-board [data-space]").first().waitFor({ state: "attached" });
  assert.deepEqual(guest.errors, []);
  await guest.close();
});
