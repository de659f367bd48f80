// Playing: a guest plays a house bot by clicks, and two people play by a link.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import {
  account,
  browse,
  call,
  clickAnyMove,
  matchOf,
  numbers,
  PHONE,
  reader,
  serve,
  until,
} from "./rig.mjs";

let server, browser;
before(async () => ([server, browser] = [await serve("--house-pace", "0.001"), await browse()]));
after(async () => {
  await browser?.close();
  await server?.stop();
});

const isOver = async (page) => (await page.locator(".verdict .outcome").count()) > 0;

// Plays a match by random clicks until the page shows its verdict.
async function playToTheEnd(pages, seed, seconds = 150) {
  const random = numbers(seed);
  await until(
    async () => {
      for (const page of pages) if (!(await isOver(page))) await clickAnyMove(page, random);
      return isOver(pages[0]);
    },
    "the verdict is shown",
    seconds,
  );
}

const PLAYED = [
  ["kamisado", undefined, "en"],
  ["kamisado", PHONE, "fa"],
  ["dvonn", PHONE, "ru"],
  ["hive", undefined, "fa"],
  ["honest_john", PHONE, "en"],
];
for (const [game, viewport, language] of PLAYED) {
  test(`a guest starts in two clicks and plays ${game} against the house to the verdict, ${language}, ${viewport ? 390 : 1280} px`, async () => {
    const guest = await reader(browser, server.url, { language, ...(viewport && { viewport }) });
    const page = await guest.open(game === "kamisado" ? "/" : `/?game=${game}`);
    if (game === "kamisado") await page.locator("a.button.primary").click();
    else await page.goto(`/play?game=${game}`);
    // A match of Honest John has ten rounds by default.
    if (game === "honest_john") await page.locator("input[name=rounds]").fill("1");
    await page.locator("button.start").click();
    await page.waitForURL(/\/m\//);
    await playToTheEnd([page], 7);
    const { summary } = await call(server.url, "MatchService/GetMatch", { matchId: matchOf(page) });
    const { player, isGuest } = await account(page);
    assert.equal(summary.state, "MATCH_STATE_OVER");
    assert.equal(summary.verdict.termination, "TERMINATION_NORMAL", "every click was a legal move");
    assert.ok(summary.players.includes(player) && isGuest);
    assert.deepEqual(guest.errors, []);
    await guest.close();
  });
}

// Opens a match by link between two people. Returns their pages, the player to move first.
async function twoPeople(game) {
  const [one, two] = [
    await reader(browser, server.url),
    await reader(browser, server.url, { viewport: PHONE }),
  ];
  const host = await one.open(`/play?game=${game}`);
  await host.locator(".chips button").nth(1).click();
  await host.locator("button.start").click();
  const link = await host.locator(".link-row input").inputValue();
  assert.match(link, /\/#challenge=/);
  const friend = await two.open(link.replace(server.url, ""));
  await friend.locator("button.accept").click();
  for (const page of [host, friend]) await page.waitForURL(/\/m\//);
  assert.equal(matchOf(host), matchOf(friend));
  await until(
    async () =>
      (await host.locator(".prompt.mine").count()) +
        (await friend.locator(".prompt.mine").count()) ===
      1,
    "a player is to move",
  );
  const first = (await host.locator(".prompt.mine").count()) > 0;
  return { readers: [one, two], pages: first ? [host, friend] : [friend, host] };
}

const plies = (page) => page.locator(".ply").count();

test("two people by a link: takeback, a declined and an agreed draw, rematch", async () => {
  const {
    readers,
    pages: [first, second],
  } = await twoPeople("hive");
  const random = numbers(3);
  await clickAnyMove(first, random);
  await until(async () => (await plies(second)) === 1, "the move is seen");
  await first.locator("button.takeback").click();
  await second.locator(".proposal .accept").click();
  await until(
    async () => (await plies(first)) === 0 && (await plies(second)) === 0,
    "the move is taken back",
  );
  await clickAnyMove(first, random);
  await until(
    async () => (await second.locator(".prompt.mine").count()) === 1,
    "the other is to move",
  );
  await clickAnyMove(second, random);
  await until(async () => (await plies(first)) === 2, "both have moved");

  await first.locator("button.draw").click();
  await second.locator(".proposal .decline").click();
  await until(async () => (await first.locator(".proposal").count()) === 0, "the draw is declined");
  await clickAnyMove(first, random);
  await until(async () => (await plies(second)) === 3, "the match goes on");
  await second.locator("button.draw").click();
  await first.locator(".proposal .accept").click();
  for (const page of [first, second]) await page.locator(".verdict .outcome").waitFor();
  const before = matchOf(first);
  const ended = await call(server.url, "MatchService/GetMatch", { matchId: before });
  assert.equal(ended.summary.verdict.termination, "TERMINATION_DRAW_AGREED");

  await first.locator("button.rematch").click();
  await second.locator("button.rematch.primary").click();
  for (const page of [first, second])
    await page.waitForURL((url) => url.pathname !== `/m/${before}`);
  assert.equal(matchOf(first), matchOf(second));
  const again = await call(server.url, "MatchService/GetMatch", { matchId: matchOf(first) });
  assert.equal(again.summary.rematchOf, before);
  assert.deepEqual(
    again.summary.players,
    ended.summary.players.toReversed(),
    "each moves on by one seat",
  );
  for (const one of readers) {
    assert.deepEqual(one.errors, []);
    await one.close();
  }
});

const HELD = [
  ["hive", {}],
  ["honest_john", {}],
  ["honest_john", { version: "2", set: "18", hand: "30" }],
];
for (const [game, options] of HELD) {
  test(`on a phone the hand of ${game} ${JSON.stringify(options)} stays in view while the page scrolls`, async () => {
    const guest = await reader(browser, server.url, { viewport: PHONE });
    const page = await guest.open(`/play?game=${game}`);
    const { hand, ...chosen } = options;
    for (const [name, value] of Object.entries(chosen))
      await page.locator(`select[name=${name}]`).selectOption(value);
    if (hand) await page.locator("input[name=hand]").fill(hand);
    await page.locator("button.start").click();
    await page.waitForURL(/\/m\//);
    await page.locator(".prompt.mine").waitFor();
    const height = await page.evaluate(() => innerHeight);
    const box = (part) => page.locator(`referee-board ${part}`).boundingBox();
    const end = ({ y, height }) => y + height;
    const board = await box(".window");
    for (const step of [0, 0.25, 0.5, 0.75, 1]) {
      // Scroll from the top of the page until the board reaches the top of the window.
      await page.evaluate((y) => scrollTo(0, y), step * board.y);
      const [shown, tray] = [await box(".window"), await box(".tray")];
      assert.ok(tray.y >= 0 && end(tray) <= height + 1, `step ${step}: ${JSON.stringify(tray)}`);
      assert.ok(tray.height <= 0.41 * height, `${tray.height} px high`);
      if (step === 1) assert.ok(end(shown) <= tray.y + 1, "all of the board is above the tray");
    }
    const random = numbers(3);
    const before = await plies(page);
    await until(
      async () => (await clickAnyMove(page, random)) && (await plies(page)) > before,
      "a move is played from the tray",
    );
    assert.deepEqual(guest.errors, []);
    await guest.close();
  });
}

test("two strangers meet in the lobby", async () => {
  const [one, two] = [
    await reader(browser, server.url, { viewport: PHONE }),
    await reader(browser, server.url, { language: "ru" }),
  ];
  const seeker = await one.open("/play?game=hive");
  await seeker.locator(".chips button").nth(2).click();
  await seeker.locator("button.start").click();
  await seeker.locator(".waiting").waitFor();
  const visitor = await two.open("/lobby");
  await visitor.locator("button.accept").click();
  for (const page of [seeker, visitor]) await page.waitForURL(/\/m\//);
  assert.equal(matchOf(seeker), matchOf(visitor));
  await until(
    async () =>
      (await seeker.locator(".prompt.mine").count()) +
        (await visitor.locator(".prompt.mine").count()) ===
      1,
    "a player is to move",
  );
  for (const reader of [one, two]) {
    assert.deepEqual(reader.errors, []);
    await reader.close();
  }
});

test("an offer for four players is accepted once by each, and opens with the last", async () => {
  const readers = [];
  for (const language of ["en", "fa", "ru", "en"])
    readers.push(await reader(browser, server.url, { language }));
  const [one, two, ...others] = readers;
  const seeker = await one.open("/play?game=honest_john");
  await seeker.locator(".chips button").nth(2).click();
  await seeker.locator("select[name=seats]").selectOption("4");
  await seeker.locator("button.start").click();
  await seeker.locator(".waiting").waitFor();
  const second = await two.open("/lobby");
  await second.locator("button.accept").click();
  await second.locator(".accepted").waitFor();
  assert.equal(await second.locator("button.accept").count(), 0);
  await second.reload();
  await second.locator(".accepted").waitFor();
  for (const other of others) {
    const page = await other.open("/lobby");
    await page.locator("button.accept").click();
    await page.locator("button.accept").waitFor({ state: "detached" });
  }
  for (const page of [seeker, second]) await page.waitForURL(/\/m\//);
  for (const reader of readers) {
    assert.deepEqual(reader.errors, []);
    await reader.close();
  }
});

test("resigning takes two clicks, and the other sees that a player is away", async () => {
  const {
    readers,
    pages: [first, second],
  } = await twoPeople("dvonn");
  const random = numbers(5);
  await clickAnyMove(first, random);
  await until(
    async () => (await second.locator(".prompt.mine").count()) === 1,
    "the other is to move",
  );
  await clickAnyMove(second, random);
  await until(async () => (await plies(first)) === 2, "both have moved");
  const address = second.url();
  const reopened = second.context();
  await second.close();
  await first.locator(".seat-note .away").waitFor();
  const back = await reopened.newPage();
  await back.goto(address);
  await first.locator(".seat-note").waitFor({ state: "detached" });
  await first.locator("button.resign").click();
  assert.equal(
    (await call(server.url, "MatchService/GetMatch", { matchId: matchOf(first) })).summary.state,
    "MATCH_STATE_LIVE",
  );
  await first.locator("button.resign.armed").click();
  for (const page of [first, back]) await page.locator(".verdict .outcome").waitFor();
  for (const one of readers) await one.close();
});

test("a move on its way is shown, and so is a browser without a network", async () => {
  const guest = await reader(browser, server.url);
  const page = await guest.open("/play?game=kamisado");
  await page.locator("select[name=side]").selectOption("0");
  await page.locator("button.start").click();
  await page.waitForURL(/\/m\//);
  await page.locator(".prompt.mine").waitFor();
  const submit = "**/referee.v1.MatchService/SubmitCommand";
  await page.route(submit, (route) => route.abort());
  await page.locator('referee-board [data-space="e8"]').click();
  await page.locator('referee-board [data-space="e5"]').click();
  await page.locator("referee-board [aria-busy=true] .token.sent").waitFor();
  await page.locator("referee-board [part=notice]", { hasText: "Sending the move" }).waitFor();

  const banner = page.locator(".out-of-reach");
  assert.equal(await banner.count(), 0);
  await guest.context.setOffline(true);
  await banner.and(page.getByText("You are offline", { exact: false })).waitFor();
  await guest.context.setOffline(false);
  await banner.waitFor({ state: "detached" });
  await page.unroute(submit);
  await until(async () => (await plies(page)) > 0, "the move is sent again, and played");
  await page.locator("referee-board .token.sent").waitFor({ state: "detached" });
  await guest.close();
});
