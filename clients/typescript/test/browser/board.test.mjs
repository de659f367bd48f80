// `<referee-board>` on pages of another origin that have a strict policy of their own.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { attend, Client } from "../../dist/index.js";
import { guest, open, serve } from "../rig.mjs";
import { browser, playOut, site, visit } from "./rig.mjs";

let [pages, server, chrome, host] = [];
before(async () => {
  pages = await site();
  server = await serve("--house-pace", "0.05", "--allow-origin", pages.origin);
  pages.allow(server.url);
  host = await guest(Client, server.url);
  chrome = await browser();
});
after(async () => {
  await chrome?.close();
  await server?.stop();
  await pages?.stop();
});

const board = (attributes) => `<referee-board url="${server.url}" ${attributes}></referee-board>`;
const heard = (page, type) =>
  page.evaluate((type) => heard.filter((one) => one.type === type), type);

// Opens a match for a player that is connected, like a person with an open page.
async function seated(game, { options, seats = 2, seat = 0 } = {}) {
  const player = await guest(Client, server.url);
  const here = new AbortController();
  const attending = attend(player.client, { hello: {} }, { signal: here.signal });
  await attending.next();
  const players = Array.from({ length: seats }, (_, at) =>
    at === seat ? player.name : "house-greedy",
  );
  const matchId = await open(player.client, game, { players, options, tc: "900+5" });
  here.abort();
  await attending.return();
  return { ...player, matchId };
}

test("two lines of a page watch a match to its end, under a strict policy", async () => {
  const matchId = await open(host.client, "dvonn");
  const page = await visit(chrome, pages.add(board(`match="${matchId}"`)));
  await page.waitForFunction(() => heard.some(({ type }) => type === "end"), undefined, {
    timeout: 60_000,
  });
  const moves = await heard(page, "move");
  assert.ok(moves.length > 20, `${moves.length} moves`);
  const plies = moves.map(({ ply }) => ply);
  assert.deepEqual(
    plies,
    [...plies].sort((one, other) => one - other),
    "in order",
  );
  const [{ verdict }] = await heard(page, "end");
  assert.equal(verdict.termination, "TERMINATION_NORMAL");
  const { scene } = await host.client.call("MatchService/GetMatch", { matchId });
  assert.equal(await page.locator("referee-board .tokens .token").count(), scene.tokens.length);
  assert.match(await page.locator("referee-board .prompt").innerText(), /wins|draw/);
  assert.match(await page.locator("referee-board [role=status]").innerText(), /wins|draw/);
  assert.deepEqual(page.errors, []);
});

const PLAYED = [
  { game: "kamisado", width: 1280, lang: "en" },
  { game: "dvonn", width: 390, lang: "fa" },
  { game: "hive", width: 390, lang: "ru", seat: 1 },
  { game: "honest_john", options: { version: "1" }, seats: 4, width: 1280, lang: "fa" },
  { game: "honest_john", options: { version: "2" }, seats: 4, width: 390, lang: "en", seat: 2 },
];

for (const { game, width, lang, seat = 0, ...match } of PLAYED) {
  test(`${game} is played by clicks to its verdict, ${width} px, ${lang}, seat ${seat}`, async () => {
    const { matchId, token } = await seated(game, { ...match, seat });
    const attributes = `match="${matchId}" seat="${seat}" token="${token}"`;
    const page = await visit(chrome, pages.add(board(attributes), lang), { width });
    const clicks = await playOut(page, 7);
    const [{ verdict }] = await heard(page, "end");
    assert.equal(verdict.termination, "TERMINATION_NORMAL", JSON.stringify(verdict));
    const [mine, chosen] = [await heard(page, "move"), await heard(page, "choose")];
    const played = mine.filter(({ isMine }) => isMine).length;
    assert.ok(
      clicks >= chosen.length && played >= chosen.length,
      `${clicks} clicks, ${played} moves`,
    );
    assert.deepEqual(await heard(page, "error"), []);
    assert.deepEqual(page.errors, []);
    const body = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(body <= width, `${body} px wide`);
    await page.context().close();
  });
}

test("a match is played by the keyboard alone, and the focus stays on its space", async () => {
  const { matchId, token } = await seated("dvonn");
  const page = await visit(
    chrome,
    pages.add(board(`match="${matchId}" seat="0" token="${token}"`)),
  );
  await page.locator('referee-board [aria-disabled="false"]').first().waitFor();
  const focused = () =>
    page.evaluate(
      () => document.querySelector("referee-board").shadowRoot.activeElement?.dataset.space,
    );
  await page.locator('referee-board [data-space][tabindex="0"]').focus();
  const start = await focused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  const place = await focused();
  assert.notEqual(place, start);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => heard.some(({ type, isMine }) => type === "move" && isMine));
  await page.waitForFunction(() => heard.filter(({ type }) => type === "move").length > 1);
  assert.equal(await focused(), place);
  const said = await page.locator("referee-board [role=status]").innerText();
  assert.ok(said.length > 3, said);
  const [own] = (await heard(page, "move")).filter(({ isMine }) => isMine);
  assert.equal(own.notation, place);
  assert.deepEqual(page.errors, []);
});

test("a position can be played on, taken back and gone through", async () => {
  const page = await visit(chrome, pages.add(board('game="kamisado" position="" moves="e8e4"')));
  await page
    .locator('referee-board [data-space="d1"][aria-disabled="false"], referee-board .source')
    .first()
    .waitFor();
  const tokens = () => page.locator("referee-board .tokens .token").count();
  assert.equal(await tokens(), 16);
  await page.locator('referee-board [aria-disabled="false"][aria-pressed="false"]').first().click();
  await page.waitForFunction(() => heard.some(({ type }) => type === "move"));
  const at = () =>
    page.evaluate(
      () =>
        document.querySelector("referee-board").shadowRoot.querySelector(".lasts").innerHTML.length,
    );
  const played = await at();
  await page.locator('referee-board [aria-label="First position"]').click();
  await page.waitForFunction(
    () => document.querySelector("referee-board").shadowRoot.querySelectorAll(".last").length === 0,
  );
  await page.locator('referee-board [aria-label="To the present"]').click();
  await page.waitForFunction(
    () => document.querySelector("referee-board").shadowRoot.querySelectorAll(".last").length > 0,
  );
  assert.equal(await at(), played);
  assert.deepEqual(page.errors, []);
});

test("a match is scrubbed while it is watched, and the stream goes on", async () => {
  const matchId = await open(host.client, "dvonn");
  const page = await visit(chrome, pages.add(board(`match="${matchId}"`)));
  const tokens = (isSo) =>
    page.waitForFunction(([least, most]) => {
      const { shadowRoot } = document.querySelector("referee-board");
      const { length } = shadowRoot.querySelectorAll(".tokens .token");
      return length >= least && length <= most;
    }, isSo);
  await tokens([4, Infinity]);
  await page.evaluate(() => document.querySelector("referee-board").show({ round: 1, ply: 2 }));
  await tokens([2, 2]);
  await page.evaluate(() => document.querySelector("referee-board").step(-1));
  await tokens([1, 1]);
  await page.evaluate(() => document.querySelector("referee-board").show());
  await tokens([4, Infinity]);
  const scrubs = await heard(page, "scrub");
  assert.deepEqual(
    scrubs.map(({ isPresent }) => isPresent),
    [false, false, true],
  );
  assert.deepEqual(page.errors, []);
});

test("a board follows its attributes: another match, none, no seat", async () => {
  const [one, other] = [await seated("dvonn"), await seated("kamisado")];
  const page = await visit(
    chrome,
    pages.add(board(`match="${one.matchId}" seat="0" token="${one.token}"`)),
  );
  const element = page.locator("referee-board");
  const spaces = (count) =>
    page.waitForFunction((count) => {
      const { shadowRoot } = document.querySelector("referee-board");
      return shadowRoot.querySelectorAll("[data-space]").length === count;
    }, count);
  const change = (name, value) =>
    element.evaluate(
      (board, [name, value]) =>
        value === undefined ? board.removeAttribute(name) : board.setAttribute(name, value),
      [name, value],
    );
  await element.locator(".can").first().waitFor();
  await change("seat");
  await change("token");
  await element.locator(".can").first().waitFor({ state: "detached" });
  await element.evaluate((board) => board.show({ round: 1, ply: 0 }));
  await change("match", other.matchId);
  await spaces(64);
  assert.equal(await element.evaluate(({ ply }) => ply), "", "the moment of the other match");
  await change("match");
  await spaces(0);
  await change("match", one.matchId);
  await spaces(49);
  assert.deepEqual(await heard(page, "error"), []);
  assert.deepEqual(page.errors, []);
});

test("a page feeds a board without a server, also of a game that it does not know", async () => {
  const page = await visit(chrome, pages.add('<referee-board game="halma"></referee-board>'));
  await page.evaluate(() => {
    const board = document.querySelector("referee-board");
    const space = (id, x) => ({ id, shape: "square", x, y: 0.5, colour: "", symbol: "" });
    const token = {
      id: "t",
      space: "a",
      seat: 0,
      kind: "man",
      label: "",
      colour: "red",
      symbol: "",
      faceDown: false,
      quarterTurns: 0,
      shape: "circle",
    };
    board.scene = {
      spaces: [space("a", 0.5), space("b", 1.5)],
      tokens: [token],
      hands: [],
      counters: [],
      highlights: [],
      lastMove: [],
      board: "x",
    };
    board.legal = [{ notation: "ab", spaces: ["a", "b"] }];
    board.mover = 0;
  });
  await page.locator('referee-board [data-space="b"]').click();
  const [{ move }] = await heard(page, "choose");
  assert.equal(move.notation, "ab");
  assert.equal(
    await page
      .locator("referee-board .generic-label")
      .innerHTML()
      .then((text) => text.includes("m")),
    true,
  );
  assert.deepEqual(page.errors, []);
});

test("tokens glide by their ids, and do not with reduced motion", async () => {
  for (const [reducedMotion, least, most] of [
    ["no-preference", 1, Infinity],
    ["reduce", 0, 0],
  ]) {
    const page = await visit(chrome, pages.add(board('game="kamisado" position=""')), {
      reducedMotion,
    });
    await page.evaluate(() => {
      window.glides = 0;
      const animate = SVGElement.prototype.animate;
      SVGElement.prototype.animate = function (...given) {
        window.glides += 1;
        return animate.apply(this, given);
      };
    });
    await page.locator('referee-board [data-space="e8"]').click();
    await page.locator('referee-board [data-space="e5"]').click();
    await page.waitForFunction(() => heard.some(({ type }) => type === "move"));
    await page.waitForTimeout(60);
    const glides = await page.evaluate(() => window.glides);
    assert.ok(glides >= least && glides <= most, `${reducedMotion}: ${glides}`);
    await page.context().close();
  }
});

for (const isTold of [true, false]) {
  test(`a move that is refused can be played again, and ${isTold ? "the board" : "its page"} says why it was refused`, async () => {
    const { matchId, token } = await seated("dvonn");
    const page = await visit(
      chrome,
      pages.add(board(`match="${matchId}" seat="0" token="${token}"`)),
    );
    if (!isTold)
      await page.evaluate(() => addEventListener("refused", (event) => event.preventDefault()));
    const refusal = { code: "failed_precondition", message: "the turn is over" };
    const headers = { "access-control-allow-origin": pages.origin };
    const submit = "**/referee.v1.MatchService/SubmitCommand";
    await page.route(submit, (route) => route.fulfill({ status: 400, json: refusal, headers }));
    const space = page.locator("referee-board [data-space].can").first();
    await space.click();
    await page.waitForFunction(() => heard.some(({ type }) => type === "refused"));
    const [{ move, error }] = await heard(page, "refused");
    assert.ok(move.notation);
    assert.equal(error.code, "failed_precondition");
    assert.deepEqual(await heard(page, "error"), []);
    const notice = page.locator("referee-board [part=notice]");
    const said = page.locator("referee-board [role=status]");
    const text = "The move was not played: the turn is over";
    await space.and(page.locator("[aria-disabled=false]")).waitFor();
    assert.equal(await notice.count(), isTold ? 1 : 0);
    if (isTold)
      assert.deepEqual([await notice.innerText(), await said.textContent()], [text, text]);
    await page.unroute(submit);
    await space.click();
    await page.waitForFunction(() => heard.some(({ type, isMine }) => type === "move" && isMine));
    assert.equal(await notice.count(), 0);
    assert.deepEqual(page.errors, []);
  });
}

test("a move is pale until the server has answered, and the board says if that takes long", async () => {
  const { matchId, token } = await seated("kamisado");
  const page = await visit(
    chrome,
    pages.add(board(`match="${matchId}" seat="0" token="${token}"`)),
  );
  let answer;
  const answered = new Promise((done) => (answer = done));
  await page.route("**/referee.v1.MatchService/SubmitCommand", async (route) => {
    await answered;
    await route.continue();
  });
  const space = (id) => page.locator(`referee-board [data-space="${id}"]`);
  const busy = page.locator("referee-board .stage[aria-busy=true]");
  const sent = page.locator("referee-board .token.sent");
  const notice = page.locator("referee-board [part=notice]");
  await space("e8").click();
  assert.deepEqual([await busy.count(), await sent.count()], [0, 0]);
  await space("e5").click();
  await busy.waitFor();
  assert.equal(await sent.count(), 1);
  assert.equal(await notice.count(), 0, "most answers come soon");
  await notice.waitFor();
  assert.equal(await notice.innerText(), "Sending the move …");
  assert.equal(
    await page.locator("referee-board [role=status]").textContent(),
    "Sending the move …",
  );
  answer();
  await page.waitForFunction(() => heard.some(({ type, isMine }) => type === "move" && isMine));
  await busy.waitFor({ state: "detached" });
  assert.deepEqual([await sent.count(), await notice.count()], [0, 0]);
  assert.deepEqual(page.errors, []);
});
