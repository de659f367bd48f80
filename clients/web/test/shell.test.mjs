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

// A page without workers, on which the early requests are made.
function page() {
  globalThis.self = globalThis;
  globalThis.location = { pathname: "/play", search: "", hash: "" };
}

// A browser whose timers pass at once: what it waited for is in `waits`, in milliseconds.
function clock() {
  const waits = [];
  const { setTimeout, clearTimeout, addEventListener } = globalThis;
  globalThis.setTimeout = (work, ms) => (waits.push(ms), setImmediate(work));
  globalThis.clearTimeout = () => undefined;
  globalThis.addEventListener = globalThis.removeEventListener = () => undefined;
  const stop = () => Object.assign(globalThis, { setTimeout, clearTimeout, addEventListener });
  return { waits, stop };
}

test("a read is tried again while the server cannot be reached, and no longer", async () => {
  const { retried } = await pages.load("shell/retry.ts");
  const { RefereeError } = await pages.load("../../typescript/dist/index.js");
  const failures = [
    new TypeError("fetch failed"),
    new RefereeError({ code: "unavailable", message: "HTTP 502" }),
    ...Array.from({ length: 4 }, () => new RefereeError({ code: "network", message: "cut" })),
  ];
  const { waits, stop } = clock();
  try {
    const left = [...failures];
    const told = [];
    const read = async () => {
      const error = left.shift();
      if (error) throw error;
      return "the contest";
    };
    const failed = (error) => told.push(error);
    assert.equal(await retried(read, { failed }), "the contest");
    assert.deepEqual(told, failures);
    assert.deepEqual(waits, [1000, 2000, 4000, 8000, 15_000, 15_000]);

    const none = new RefereeError({ code: "not_found", message: "none", reason: "UNKNOWN_LADDER" });
    told.length = waits.length = 0;
    await assert.rejects(
      retried(() => Promise.reject(none), { failed }),
      none,
    );
    const gone = AbortSignal.abort();
    await assert.rejects(retried(() => Promise.reject(failures[0]), { failed, signal: gone }));
    assert.deepEqual([told, waits], [[], []]);

    const page = new AbortController();
    let reads = 0;
    const leave = () => page.abort();
    const cut = () => ((reads += 1), Promise.reject(failures[0]));
    await assert.rejects(retried(cut, { failed: leave, signal: page.signal }), TypeError);
    assert.equal(reads, 1, "a page that was left reads nothing");
  } finally {
    stop();
  }
});

test("the games are asked for until they have come", async () => {
  const answers = [
    new Response("", { status: 502 }),
    "cut",
    Response.json({ games: [{ id: "go" }] }),
  ];
  page();
  globalThis.fetch = async () => {
    const answer = answers.shift();
    if (answer instanceof Response) return answer;
    throw new TypeError("fetch failed");
  };
  const { allGames, gamesLoaded } = await pages.load("parts/games.ts");
  const { waits, stop } = clock();
  try {
    await gamesLoaded();
    assert.deepEqual(allGames(), [{ id: "go" }]);
    assert.deepEqual(waits, [1000, 2000]);
  } finally {
    stop();
  }
});

test("the first picture of the featured match is read from its lines, and ends their stream", async () => {
  page();
  const { featuredFirst } = await pages.load("streams/first.ts");
  const { firstFeatured } = await pages.load("early.ts");
  const followed = { matchId: "m1", game: "dvonn" };
  const frame = { scene: { board: "b", spaces: [{ id: "a1" }] }, turnSeat: 1, ply: 7 };
  const text = [{}, { matchId: "m1", followed }, { matchId: "m1", frame }]
    .map((message) => `${JSON.stringify(message)}\n`)
    .join("");
  // Lines come in any parts.
  const stream = (game, body, ok = true) => {
    const bytes = new TextEncoder().encode(body);
    const first = { game, stops: 0, stop: () => (first.stops += 1) };
    const parts = new ReadableStream({
      start: (to) => {
        for (let at = 0; at < bytes.length; at += 50) to.enqueue(bytes.slice(at, at + 50));
        to.close();
      },
    });
    first.answer = Promise.resolve({ ok, body: parts });
    return (firstFeatured.stream = first);
  };
  const first = stream("dvonn", text);
  const { summary, picture } = await featuredFirst("dvonn");
  assert.deepEqual([summary, picture.ply, picture.turnSeat], [followed, 7, 1]);
  assert.equal(picture.scene.spaces[0].id, "a1");
  assert.deepEqual([first.stops, firstFeatured.stream], [1, undefined]);
  assert.equal(await featuredFirst("dvonn"), undefined, "it is taken once");
  for (const [game, body, ok] of [
    ["hive", text, true],
    ["dvonn", text.slice(0, -40), true],
    ["dvonn", "no JSON\n", true],
    ["dvonn", text, false],
  ]) {
    const other = stream(game, body, ok);
    assert.equal(await featuredFirst("dvonn"), undefined, `${game} ${body} ${ok}`);
    assert.equal(other.stops, 1);
  }
});
