// The board with a mouse, with fingers, and with its view turned and zoomed; its labels for screen
// readers.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { numbers, pick, rules, serve } from "../rig.mjs";
import { walk } from "../walks.mjs";
import { browser, site, visit } from "./rig.mjs";

let [pages, server, chrome, asked] = [];
before(async () => {
  pages = await site();
  server = await serve("--allow-origin", pages.origin);
  pages.allow(server.url);
  chrome = await browser();
  asked = rules();
});
after(async () => {
  asked?.stop();
  await chrome?.close();
  await server?.stop();
  await pages?.stop();
});

const board = (attributes) => `<referee-board url="${server.url}" ${attributes}></referee-board>`;

// Returns a position of DVONN with a move that cuts off pieces, and the number of those pieces.
async function cutting() {
  for await (const { position, legal, scene } of walk(asked.ask, { game: "dvonn" }, numbers(2))) {
    const move = pick(legal, numbers(legal.length));
    if (move.spaces?.length !== 2) continue;
    const after = await asked.ask({ game: "dvonn", start: position, moves: [move.notation] });
    const left = new Set((after.scene.tokens ?? []).map(({ id }) => id));
    const gone = scene.tokens.filter(({ id }) => !left.has(id)).length;
    if (gone > 0) return { position, move, gone };
  }
  throw new Error("no such position");
}

const choice = (page) => page.evaluate(() => heard.filter(({ type }) => type === "choose").length);

test("what a move would cut off is shown before it, and a finger has to touch twice", async () => {
  const { position, move, gone } = await cutting();
  const [source, target] = move.spaces;
  const space = (page, id) => page.locator(`referee-board [data-space="${id}"]`);
  const leaving = (page) => page.locator("referee-board .dvonn-leaving");

  const mouse = await visit(chrome, pages.add(board(`game="dvonn" position="${position}"`)));
  await space(mouse, source).click();
  await space(mouse, target).hover();
  await leaving(mouse).first().waitFor();
  assert.equal(await leaving(mouse).count(), gone);
  const tokens = mouse.locator("referee-board .tokens .token");
  const before = await tokens.count();
  await space(mouse, target).click();
  assert.equal(await choice(mouse), 1);
  // The pieces that were cut off fade out and then disappear.
  const faded = mouse.locator("referee-board .window > .token");
  await faded.first().waitFor();
  assert.equal(await faded.count(), gone);
  assert.equal(await tokens.count(), before - gone);
  await faded.first().waitFor({ state: "detached" });

  const finger = await visit(chrome, pages.add(board(`game="dvonn" position="${position}"`)), {
    hasTouch: true,
  });
  await space(finger, source).tap();
  await space(finger, target).tap();
  await leaving(finger).first().waitFor();
  assert.equal(await choice(finger), 0);
  await space(finger, target).tap();
  await finger.waitForFunction(() => heard.some(({ type }) => type === "choose"));
  assert.deepEqual([...mouse.errors, ...finger.errors], []);
});

// Returns the visible part of the board.
const port = (page) =>
  page.evaluate(() => {
    const { shadowRoot } = document.querySelector("referee-board");
    return shadowRoot.querySelector(".window").getAttribute("viewBox").split(" ").map(Number);
  });

async function until(page, isSo) {
  for (let left = 100; left > 0; left -= 1) {
    const found = await port(page);
    if (isSo(found)) return found;
    await page.waitForTimeout(20);
  }
  throw new Error(`the view is ${await port(page)}`);
}

test("the view of Hive stays in a turn, is dragged and zoomed, and comes back", async () => {
  const page = await visit(
    chrome,
    pages.add(board('game="hive" moves="wA1,bA1 wA1-,wQ -wA1,bQ bA1-"')),
  );
  const tile = page.locator('referee-board [data-hand][aria-disabled="false"]');
  await tile.first().waitFor();
  const start = await port(page);
  for (let index = 0; index < 3; index += 1) await tile.nth(index).click();
  await page.keyboard.press("Escape");
  assert.deepEqual(await port(page), start, "the same while a move is chosen");

  const { x, y, width, height } = await page.locator("referee-board .backdrop").boundingBox();
  await page.mouse.move(x + 20, y + height - 20);
  await page.mouse.down();
  await page.mouse.move(x + 20 + width / 10, y + height - 20, { steps: 4 });
  await page.mouse.up();
  const dragged = await port(page);
  assert.ok(Math.abs(start[0] - dragged[0] - start[2] / 10) < 0.1, `${start} ${dragged}`);
  assert.equal(await choice(page), 0, "a drag is no click");

  await page.mouse.move(x + width / 2, y + height / 2);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -200);
  await page.keyboard.up("Control");
  await until(page, ([, , wide]) => wide < start[2] - 1);
  await page.locator('referee-board [aria-label="Show everything"]').click();
  await until(page, ([, , wide]) => wide === start[2]);
  assert.deepEqual(await port(page), start);
  assert.deepEqual(page.errors, []);
});

for (const how of ["double click", "double tap", "0"]) {
  test(`a zoomed board without controls shows everything again by ${how}`, async () => {
    const page = await visit(chrome, pages.add(board('game="hive" moves="wA1,bA1 wA1-" bare')), {
      hasTouch: true,
    });
    await page.locator("referee-board [data-hand]").first().waitFor();
    const start = await port(page);
    const { x, y, width, height } = await page.locator("referee-board .backdrop").boundingBox();
    const [left, top] = [x + width / 2, y + height / 4];
    await page.mouse.move(left, top);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -200);
    await page.keyboard.up("Control");
    const zoomed = await until(page, ([, , wide]) => wide < start[2] - 1);
    const click = () =>
      how === "double tap" ? page.touchscreen.tap(left, top) : page.mouse.click(left, top);
    if (how === "0") {
      await page.locator('referee-board [tabindex="0"]').first().focus();
      await page.keyboard.press("Control+0");
      assert.deepEqual(await port(page), zoomed, "a key of the browser");
      await page.keyboard.press("0");
    } else {
      await click();
      await page.waitForTimeout(600);
      await click();
      assert.deepEqual(await port(page), zoomed, "two single clicks");
      await click();
    }
    await until(page, ([, , wide]) => wide === start[2]);
    assert.deepEqual(await port(page), start);
    assert.equal(await choice(page), 0);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
}

test("two fingers zoom the view around the point between them", async () => {
  const page = await visit(chrome, pages.add(board('game="hive" moves="wA1,bA1 wA1-"')), {
    hasTouch: true,
    width: 390,
  });
  await page.locator("referee-board [data-hand]").first().waitFor();
  const before = await port(page);
  const { x, y, width, height } = await page.locator("referee-board .backdrop").boundingBox();
  const devtools = await page.context().newCDPSession(page);
  const [cx, cy] = [x + width / 2, y + height / 2];
  const touch = (type, by) =>
    devtools.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: by
        ? [
            { x: cx - by, y: cy, id: 0 },
            { x: cx + by, y: cy, id: 1 },
          ]
        : [],
    });
  await touch("touchStart", 30);
  for (const by of [40, 50, 60]) await touch("touchMove", by);
  await touch("touchEnd");
  const after = await until(page, ([, , wide]) => wide < before[2] / 1.8);
  assert.ok(Math.abs(before[2] / after[2] - 2) < 0.2, `${before} ${after}`);
  const middle = (port) => port[0] + port[2] / 2;
  assert.ok(Math.abs(middle(before) - middle(after)) < 0.3, `${before} ${after}`);
});

test("a finger that was lifted elsewhere does not turn the next touch into a pinch", async () => {
  const page = await visit(chrome, pages.add(board('game="hive" moves="wA1,bA1 wA1-"')));
  await page.locator("referee-board [data-hand]").first().waitFor();
  const before = await port(page);
  await page.locator("referee-board .backdrop").evaluate(async (backdrop) => {
    const { x, y, width, height } = backdrop.getBoundingClientRect();
    const touch = (type, pointerId, dx) =>
      backdrop.dispatchEvent(
        new PointerEvent(type, {
          pointerId,
          pointerType: "touch",
          isPrimary: true,
          buttons: 1,
          bubbles: true,
          composed: true,
          clientX: x + width / 2 + dx,
          clientY: y + height / 2,
        }),
      );
    touch("pointerdown", 11, 40);
    touch("pointerdown", 12, -40);
    for (const dx of [-60, -80, -100]) touch("pointermove", 12, dx);
    await document.querySelector("referee-board").updateComplete;
  });
  assert.deepEqual(await port(page), before);
});

test("every language says its direction, and the board is never mirrored", async () => {
  const page = await visit(chrome, pages.add(board('game="kamisado"'), "fa"));
  await page.locator("referee-board .hit").first().waitFor();
  const found = await page.evaluate(() => {
    const { shadowRoot } = document.querySelector("referee-board");
    return [
      shadowRoot.firstElementChild.dir,
      getComputedStyle(shadowRoot.querySelector(".picture")).direction,
    ];
  });
  assert.deepEqual(found, ["rtl", "ltr"]);
  assert.match(await page.locator("referee-board .prompt").innerText(), /[\u0600-\u06ff]/);
  const [left, right] = await Promise.all(
    ["a1", "h1"].map((id) => page.locator(`referee-board [data-space="${id}"]`).boundingBox()),
  );
  assert.ok(left.x < right.x);
  // Arrow keys follow the directions on the screen.
  await page.locator('referee-board [data-space="d4"]').focus();
  await page.keyboard.press("ArrowRight");
  const focused = await page.evaluate(
    () => document.querySelector("referee-board").shadowRoot.activeElement.dataset.space,
  );
  assert.equal(focused, "e4");
});

test("every stop of the keyboard has a name, and only one is in the order of the page", async () => {
  for (const attributes of ['game="kamisado"', 'game="hive"', 'game="dvonn"']) {
    const page = await visit(chrome, pages.add(board(attributes)));
    await page.locator("referee-board [role=button]").first().waitFor();
    const found = await page.evaluate(() => {
      const { shadowRoot } = document.querySelector("referee-board");
      const stops = [...shadowRoot.querySelectorAll('.picture [role="button"]')];
      const named = stops.filter((stop) => stop.getAttribute("aria-label").trim() !== "");
      return {
        stops: stops.length,
        named: named.length,
        first: stops.filter((stop) => stop.tabIndex === 0).length,
      };
    });
    assert.ok(found.stops > 5 || attributes.includes("hive"), attributes);
    assert.equal(found.named, found.stops, attributes);
    assert.equal(found.first, 1, attributes);
    await page.context().close();
  }
});

test("with confirm, a move is played by a second click on its last place", async () => {
  const page = await visit(chrome, pages.add(board('game="kamisado" confirm')));
  const space = (id) => page.locator(`referee-board [data-space="${id}"]`);
  await space("e8").click();
  await space("e5").click();
  assert.equal(await choice(page), 0);
  await space("e6").click();
  assert.equal(await choice(page), 0, "another place asks again");
  await space("e5").click();
  assert.equal(await choice(page), 0);
  assert.equal(await page.locator("referee-board .asked").count(), 1);
  assert.match(await page.locator("referee-board [role=status]").innerText(), /again/);
  await space("e5").click();
  const [{ move }] = await page.evaluate(() => heard.filter(({ type }) => type === "choose"));
  assert.equal(move.notation, "e8e5");
  assert.deepEqual(page.errors, []);
});

test("Escape clears the choice, and a board is seen from the other side", async () => {
  const page = await visit(chrome, pages.add(board('game="kamisado"')));
  const source = page.locator("referee-board .source");
  const at = (id) => page.locator(`referee-board [data-space="${id}"]`).boundingBox();
  await page.locator('referee-board [data-space="e8"]').click();
  assert.equal(await source.count(), 1);
  await page.keyboard.press("Escape");
  assert.equal(await source.count(), 0);
  // The first player of Kamisado sees the board from its own side, a spectator as the server sends
  // it.
  assert.ok((await at("a1")).y > (await at("a8")).y);
  await page.locator('referee-board [aria-label="Turn the board"]').click();
  assert.ok((await at("a1")).y < (await at("a8")).y);
  const [flipped] = await page
    .locator("referee-board")
    .evaluateAll((boards) => boards.map((one) => one.flipped));
  assert.equal(flipped, true);
});
