// Analysis of a game with chance and hidden hands: deals, views, the house bot, a shared address.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { browse, clickAnyMove, numbers, PHONE, reader, serve, until } from "./rig.mjs";

// Matches a visible tile in a hand.
const HELD = /hands=[^ ]*\d-\d/;

let server, browser;
before(async () => ([server, browser] = [await serve(), await browse()]));
after(async () => {
  await browser?.close();
  await server?.stop();
});

test("a reader deals, sees each hand, plays, and deals again", async () => {
  const guest = await reader(browser, server.url);
  const page = await guest.open("/analysis?game=honest_john");
  const notation = page.locator(".ply .notation");
  await page.locator("button.deal").click();
  await notation.first().waitFor();
  const [dealt] = await notation.allInnerTexts();
  assert.match(dealt, /^deal \d-\d,/);

  const text = page.locator(".position");
  const seen = page.locator("select.seen");
  await until(async () => HELD.test(await text.innerText()), "the hand to move is shown");
  const own = await text.innerText();
  await seen.selectOption("spectators");
  await until(async () => (await text.innerText()) !== own, "spectators see less");
  assert.doesNotMatch(await text.innerText(), HELD);
  await seen.selectOption("mover");
  await until(async () => (await text.innerText()) === own, "the player to move sees its hand");

  const random = numbers(3);
  await until(
    async () => (await clickAnyMove(page, random)) && (await notation.count()) >= 3,
    "moves are played",
  );
  const shared = await guest.open(page.url());
  await shared.locator(".ply").nth(2).waitFor();
  assert.deepEqual(
    await shared.locator(".ply .notation").allInnerTexts(),
    await notation.allInnerTexts(),
  );

  await page.locator("button.deal-again").click();
  await until(async () => (await notation.count()) === 1, "the moves of the deal are gone");
  assert.notEqual((await notation.allInnerTexts())[0], dealt);
  assert.deepEqual(guest.errors, []);
  await guest.close();
});

test("on a phone the hand of the player to move stays in view, and is played from", async () => {
  const guest = await reader(browser, server.url, { viewport: PHONE });
  const page = await guest.open("/analysis?game=hive");
  const tray = page.locator("referee-board .tray");
  for (const colour of ["w", "b", "w"]) {
    const held = tray.locator(`[data-hand^="${colour}"]`);
    await held.first().waitFor();
    const other = colour === "w" ? "b" : "w";
    assert.equal(await tray.locator(`[data-hand^="${other}"]`).count(), 0);
    const { y, height } = await tray.boundingBox();
    assert.ok(y >= 0 && y + height <= PHONE.height + 1, `${y} ${height}`);
    const before = await page.locator(".ply").count();
    await tray.locator("[data-hand].can").first().click();
    await page.locator("referee-board [data-space].can").first().click();
    await until(async () => (await page.locator(".ply").count()) > before, "a piece is placed");
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await tray.waitFor({ state: "detached" });
  assert.deepEqual(guest.errors, []);
  await guest.close();
});
