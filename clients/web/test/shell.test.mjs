// The frame of the pages: addresses, missing scripts, the time of the server.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { modules } from "./rig.mjs";

let pages;
before(async () => (pages = await modules()));
after(() => pages.close());

const HOST = "http://referee.test";

test("the code of a device is in no address that is shown", async () => {
  const { readAddress } = await pages.load("shell/address.ts");
  const read = (address) => readAddress(new URL(address, HOST));
  for (const [address, path, query, shown] of [
    ["/", "/", "", "/"],
    ["/?game=hive", "/", "?game=hive", "/?game=hive"],
    ["/analysis?moves=a%20b;c", "/analysis", "?moves=a%20b;c", "/analysis?moves=a%20b;c"],
    ["/#challenge=c%2F1", "/play", "?challenge=c%2F1", "/play?challenge=c%2F1"],
    ["/#device=A%20B", "/me", "?device=A%20B", "/me"],
    ["/me?device=AB", "/me", "?device=AB", "/me"],
    ["/me?device=AB&tab=x", "/me", "?device=AB&tab=x", "/me?tab=x"],
  ])
    assert.deepEqual(read(address), { path, query, shown }, address);
  assert.equal(new URLSearchParams(read("/#device=A%20B").query).get("device"), "A B");
});

// Returns a browser tab whose server answers with `status`, or is unreachable.
function browserTab(status) {
  const [stored, tab] = [new Map(), { reloads: 0 }];
  globalThis.sessionStorage = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => stored.set(key, value),
    removeItem: (key) => stored.delete(key),
  };
  globalThis.location = { reload: () => (tab.reloads += 1) };
  globalThis.fetch = async () => {
    if (status === undefined) throw new TypeError("fetch failed");
    return new Response(null, { status });
  };
  return tab;
}
const isThere = async () => "the script";
const isGone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

test("a script that is gone reloads the page once, and again after one that is there", async () => {
  const { loaded } = await pages.load("shell/loading.ts");
  const tab = browserTab(200);
  assert.deepEqual([await loaded("page-me", isThere), tab.reloads], [true, 0]);
  assert.deepEqual([await loaded("page-me", isGone), tab.reloads], [false, 1]);
  for (let times = 0; times < 3; times += 1) {
    await loaded("words", isThere);
    await loaded("page-me", isGone);
  }
  assert.equal(tab.reloads, 1, "no loop");
  assert.deepEqual(
    [await loaded("page-me", isThere), await loaded("page-me", isGone), tab.reloads],
    [true, false, 2],
  );
});

test("a script that cannot be fetched without the server does not reload the page", async () => {
  const { loaded } = await pages.load("shell/loading.ts");
  for (const status of [undefined, 502]) {
    const tab = browserTab(status);
    assert.deepEqual([await loaded("page-me", isGone), tab.reloads], [false, 0]);
  }
});

test("a browser that refuses its storage keeps texts until the page is closed", async () => {
  const { loaded } = await pages.load("shell/loading.ts");
  const { keep, kept } = await pages.load("shell/storage.ts");
  const tab = browserTab(200);
  const refuse = () => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  };
  const storage = { configurable: true, get: refuse };
  for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(globalThis, name, storage);
  assert.equal(kept("name"), undefined);
  keep("name", "text");
  assert.equal(kept("name"), "text");
  keep("name", undefined);
  assert.equal(kept("name"), undefined);
  assert.equal(await loaded("page-me", isThere), true);
  assert.deepEqual([await loaded("page-me", isGone), tab.reloads], [false, 0], "no loop");
  for (const name of ["localStorage", "sessionStorage"]) delete globalThis[name];
});

test("the time of the server does not depend on the clock of the device", async () => {
  const { serverTime } = await pages.load("shell/server_time.ts");
  const asked = [];
  globalThis.fetch = async (path, { method, cache }) => {
    asked.push([path, method, cache]);
    return new Response(null, { headers: { date: "Mon, 30 Nov 2026 10:00:00 GMT" } });
  };
  const now = Date.now;
  Date.now = () => now() + 3_600_000;
  try {
    const [first, second] = [await serverTime(), await serverTime()];
    const apartMs = first - Date.UTC(2026, 10, 30, 10);
    assert.ok(apartMs >= 0 && apartMs < 1000, `${apartMs} ms`);
    assert.ok(second >= first && second - first < 1000);
    assert.deepEqual(asked, [["/", "HEAD", "no-store"]], "it is asked once");
  } finally {
    Date.now = now;
  }
});
