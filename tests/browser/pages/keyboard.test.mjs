// Use of the pages by keyboard alone, from the first page to a move on the board.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { browse, reader, serve, until } from "./rig.mjs";

const MOST_TABS = 60;

let server, browser;
before(async () => ([server, browser] = [await serve("--house-pace", "0.001"), await browse()]));
after(async () => {
  await browser?.close();
  await server?.stop();
});

// Returns the focused element, including elements inside the board.
const focused = (page) =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return `${element?.tagName} ${element?.getAttribute("class") ?? ""} ${element?.getAttribute("aria-label") ?? ""}`;
  });

async function tabTo(page, what) {
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    await page.keyboard.press("Tab");
    if (what.test(await focused(page))) return;
  }
  assert.fail(`no ${what} within ${MOST_TABS} tabs`);
}

test("a match is opened and a move is played without a mouse", async () => {
  const guest = await reader(browser, server.url);
  const page = await guest.open("/play?game=kamisado");
  await page.locator("select[name=side]").selectOption("0");
  await tabTo(page, /start/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/m\//);
  await page.locator(".prompt.mine").waitFor();
  await tabTo(page, /^path/i);
  // The focused tower moves two squares ahead, and the focus follows it.
  for (const key of ["Enter", "ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await until(
    async () => (await page.locator(".ply").count()) >= 2,
    "the move and its answer are listed",
  );
  assert.match(await focused(page), /tower/, "the focus is on the tower that moved");
  await page.keyboard.press("Tab");
  await page.locator(".ply").first().focus();
  await page.keyboard.press("Home");
  await page.locator(".present").waitFor();
  assert.deepEqual(guest.errors, []);
  await guest.close();
});
