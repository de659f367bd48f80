// `<referee-board>` without a server: the rules and the house bot run in a worker of the page.

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";

import { browser, playOut, site, visit } from "./rig.mjs";

const WORKER = "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'";

let pages, chrome;
before(async () => ([pages, chrome] = [await site(), await browser()]));
beforeEach(() => (pages.asked.length = 0));
after(async () => {
  await chrome?.close();
  await pages?.stop();
});

const board = (attributes) => `<referee-board rules ${attributes}></referee-board>`;
const heard = (page, type) =>
  page.evaluate((type) => window.heard.filter((event) => event.type === type), type);

const PLAYED = [
  { game: "kamisado", options: "length=single", house: "1", seat: 0, lang: "en" },
  {
    game: "honest_john",
    options: "version=1 rounds=1",
    house: "0,1,3",
    seat: 2,
    seats: 4,
    lang: "fa",
  },
];

for (const { game, options = "", house, seat, seats = 2, lang } of PLAYED) {
  test(`${game} is played by clicks against the house, without a server, to its end`, async () => {
    pages.allowRules(WORKER);
    const attributes = `game="${game}" options="${options}" house="${house}" seat="${seat}" seats="${seats}"`;
    const page = await visit(chrome, pages.add(board(`${attributes} nodes="500"`), lang));
    await playOut(page, 7);
    const [{ verdict, places }] = await heard(page, "end");
    assert.equal(verdict.termination, "TERMINATION_NORMAL");
    assert.deepEqual(verdict.places, places);
    const [moves, chosen] = [await heard(page, "move"), await heard(page, "choose")];
    const movers = new Set(moves.map((move) => move.seat));
    for (const one of [seat, ...house.split(",").map(Number)]) assert.ok(movers.has(one), `${one}`);
    assert.ok(moves.length > chosen.length && chosen.length > 0);
    assert.ok(
      moves.filter(({ isMine }) => isMine).length >= chosen.length,
      "the viewer's are its own",
    );
    const prompt = await page.locator("referee-board .prompt").innerText();
    assert.ok(prompt.length > 3 && !prompt.includes("{"), prompt);
    assert.deepEqual(await heard(page, "error"), []);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
}

test("a page whose boards need no rules loads none", async () => {
  pages.allowRules(WORKER);
  const page = await visit(chrome, pages.add("<referee-board></referee-board>"));
  await page.waitForFunction(() => customElements.get("referee-board"));
  assert.deepEqual(
    pages.asked.filter((path) => path.includes("rules")),
    [],
  );
  assert.deepEqual(page.errors, []);
});

test("several boards of a page share one worker, and each has its position", async () => {
  pages.allowRules(WORKER);
  const boards = ["kamisado", "hive", "dvonn"].map((game) => board(`game="${game}" still`));
  const page = await visit(chrome, pages.add(boards.join("\n")));
  await page.waitForFunction(() =>
    [...document.querySelectorAll("referee-board")].every((one) =>
      one.shadowRoot.querySelector("svg"),
    ),
  );
  assert.equal(pages.asked.filter((path) => path === "/referee-rules.wasm").length, 1);
  assert.equal(page.workers().length, 1);
  assert.deepEqual(page.errors, []);
});

test("a position is analysed without a server: played on, taken back, gone through", async () => {
  pages.allowRules(WORKER);
  const page = await visit(chrome, pages.add(board('game="kamisado" moves="d8d3"')));
  const can = page.locator(
    'referee-board [data-space][aria-disabled="false"][aria-pressed="false"]',
  );
  await can.first().click();
  await page.waitForFunction(() => heard.some(({ type }) => type === "move"));
  assert.equal((await heard(page, "move")).length, 1, "nothing plays beside the viewer");
  await page.getByRole("button", { name: "First position" }).click();
  await page.waitForFunction(
    () => !document.querySelector("referee-board").shadowRoot.querySelector(".last"),
  );
  await page.getByRole("button", { name: "To the present" }).click();
  await page.locator("referee-board .last").first().waitFor({ state: "attached" });
  assert.deepEqual(page.errors, []);
});

test("hidden hands are seen by the seat to move, if the board has no seat", async () => {
  pages.allowRules(WORKER);
  const page = await visit(chrome, pages.add(board('game="honest_john" options="version=1"')));
  const can = page.locator(
    'referee-board [aria-disabled="false"][aria-pressed="false"], .choices button',
  );
  const turn = () => heard(page, "turn").then((turns) => turns.at(-1)?.seat);
  const movers = new Set();
  for (let clicks = 0; clicks < 12; clicks++) {
    await can.first().waitFor();
    movers.add(await turn());
    await can.first().click();
    await page.waitForTimeout(50);
  }
  assert.ok(movers.size > 1, `${[...movers]}`);
  assert.deepEqual(page.errors, []);
});

test("a policy that forbids the module is told, and nothing is drawn", async () => {
  pages.allowRules("default-src 'none'; connect-src 'self'");
  const page = await visit(chrome, pages.add(board('game="kamisado"')));
  await page.locator("referee-board .notice").waitFor();
  assert.match(
    await page.locator("referee-board .notice").innerText(),
    /cannot be shown: .*WebAssembly/s,
  );
  assert.equal((await heard(page, "error")).length, 1);
});
