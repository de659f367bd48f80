// The module: its size, its sources, and its calls compared with those of a server.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";

import { Client, RefereeError } from "../../dist/index.js";
import { Rules, RulesLink } from "../../dist/rules.js";
import { numbers, pick, serve } from "../rig.mjs";
import { FOLDER, load, MATCHES, MODULES } from "./rig.mjs";

const MOST_BYTES = 400_000;

let rules, server, client;
before(async () => {
  [[rules], server] = [await load(), await serve()];
  client = new Client(server.url);
});
after(() => server?.stop());

test("the module is small, and names no place of the machine that built it", () => {
  for (const path of MODULES) {
    const bytes = readFileSync(path);
    const packed = gzipSync(bytes, { level: 9 }).length;
    console.log(`${bytes.length} bytes, ${packed} compressed`);
    assert.ok(packed <= MOST_BYTES, `${packed} bytes`);
    assert.ok(packed > 50_000, "the rules are in it");
    assert.equal(bytes.includes(process.env.HOME), false);
  }
});

test("the committed module was built from the present sources: `npm run build:rules` renews it", () => {
  const sources = execFileSync("bash", [`${FOLDER}build.sh`, "--sources"], { encoding: "utf8" });
  assert.match(sources, /^[0-9a-f]{64}\n$/);
  assert.equal(readFileSync(`${FOLDER}dist/sources.sha256`, "utf8"), sources);
});

test("the games and their pages are those of the server", async () => {
  const listed = await client.call("GameService/ListGames", {});
  assert.deepEqual(rules.call("GameService/ListGames", {}), listed);
  for (const { id } of listed.games) {
    const pages = await client.call("GameService/GetGame", { game: id });
    assert.deepEqual(rules.call("GameService/GetGame", { game: id }), pages);
  }
});

test("a house bot plays the same move as on the server", async () => {
  const next = numbers(5);
  let asked = 0;
  for (const { match } of MATCHES) {
    let moves = [];
    for (let ply = 0; ply < 12; ply++) {
      const position = { ...match, moves };
      const bots = ["house-random", "house-greedy", "house-search"];
      const requests = bots.map((bot) => ({ position, bot, nodes: 2_000, seed: String(ply) }));
      const told = await Promise.all(
        requests.map((request) => client.call("GameService/SuggestMove", request)),
      );
      const own = requests.map((request) => rules.call("GameService/SuggestMove", request));
      assert.deepEqual(own, told, JSON.stringify(position));
      moves = [...moves, pick(own, next).move.notation];
      asked += own.length;
    }
  }
  console.log(`${asked} suggestions`);
});

const REFUSED = [
  ["GameService/GetGame", { game: "chess" }],
  ["GameService/GetPosition", { game: "chess" }],
  ["GameService/GetPosition", { game: "kamisado", seats: 3 }],
  ["GameService/GetPosition", { game: "kamisado", options: { length: "short" } }],
  ["GameService/GetPosition", { game: "kamisado", options: { colour: "red" } }],
  ["GameService/GetPosition", { game: "kamisado", moves: ["d8d3", "nowhere"] }],
  ["GameService/GetPosition", { game: "kamisado", moves: ["d8c1"] }],
  ["GameService/GetPosition", { game: "kamisado", start: "nothing" }],
  ["GameService/GetPosition", { game: "kamisado", round: 2 }],
  ["GameService/GetPosition", { game: "kamisado", round: 0 }],
  ["GameService/GetPosition", { game: "kamisado", points: [1] }],
  ["GameService/GetPosition", { game: "kamisado", points: [0.3, 0] }],
  ["GameService/GetPosition", { game: "kamisado", viewerSeat: 2 }],
  ["GameService/GetPosition", { game: "honest_john", moves: ["deal 1-1"] }],
  ["GameService/SuggestMove", { position: { game: "kamisado", start: "nothing" } }],
  ["GameService/SuggestMove", { position: { game: "kamisado", moves: ["nowhere"] } }],
  ["GameService/SuggestMove", { position: { game: "dvonn" }, bot: "house-genius" }],
];

test("it refuses what the server refuses, with the same reasons and sentences", async () => {
  for (const [name, request] of REFUSED) {
    const told = await client.call(name, request).then(assert.fail, (error) => error);
    const own = refusal(() => rules.call(name, request));
    for (const field of ["reason", "field", "value", "expected", "message"])
      assert.equal(own[field], told[field], `${field} of ${JSON.stringify(request)}`);
  }
});

function refusal(call) {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof RefereeError, String(error));
    return error;
  }
  return assert.fail("it was answered");
}

test("a malformed question is rejected and the next one is answered", () => {
  const unknown = refusal(() => rules.call("MatchService/ListMatches", {}));
  assert.equal(unknown.reason, "UNKNOWN_CALL");
  for (const request of [{ game: 7 }, { colour: "red" }, null])
    assert.equal(refusal(() => rules.call("GameService/GetPosition", request)).reason, "BAD_FIELD");
  const moves = Array.from({ length: 10_001 }, () => "d8d3");
  const long = refusal(() => rules.call("GameService/GetPosition", { game: "kamisado", moves }));
  assert.equal(long.reason, "LIMIT");
  assert.equal(rules.call("GameService/GetPosition", { game: "kamisado" }).legal.length, 102);
});

// A module whose `answer` traps: types, functions, memory, exports and code.
const named = (name, ...kind) => [name.length, ...Buffer.from(name), ...kind];
const TRAPS = Uint8Array.from(
  [
    [0, ...Buffer.from("asm"), 1, 0, 0, 0],
    [1, 10, 2, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 0, 1, 0x7f],
    [3, 4, 3, 0, 1, 1],
    [5, 3, 1, 0, 1],
    [7, 37, 4, named("reserve", 0, 0), named("answer", 0, 1), named("place", 0, 2)],
    [named("memory", 2, 0)],
    [10, 15, 3, 4, 0, 0x41, 0, 0xb, 3, 0, 0, 0xb, 4, 0, 0x41, 0, 0xb],
  ].flat(2),
);

test("a call that breaks off is an error of this package, and so is the next", async () => {
  const broken = await Rules.load(TRAPS);
  for (let calls = 0; calls < 2; calls++) {
    const error = refusal(() => broken.call("GameService/ListGames", {}));
    assert.equal(error.code, "internal");
    assert.match(error.message, /unreachable/);
  }
});

test("a module that is not there is a lost connection", async () => {
  const missing = fetch(`${server.url}/assets/referee-rules.wasm`);
  await assert.rejects(Rules.load(missing), { code: "network", status: 404 });
});

// A worker as the link sees it, controlled by the test.
class Scripted extends EventTarget {
  asked = [];
  isStopped = false;
  postMessage = (asked) => this.asked.push(asked);
  terminate = () => (this.isStopped = true);
  answer(answered) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: answered }));
  }
}

// Returns a link and the workers that it starts.
function linked() {
  const workers = [];
  const start = () => (workers.push(new Scripted()), workers.at(-1));
  return { link: new RulesLink(start), workers };
}

test("the link starts its worker with the first call, and tells answers apart", async () => {
  const { link, workers } = linked();
  assert.equal(workers.length, 0);
  const first = link.call("GameService/GetGame", { game: "dvonn" });
  const second = link.call("GameService/GetGame", { game: "chess" });
  const [worker] = workers;
  const [{ id }, { id: other }] = worker.asked;
  worker.answer({ id: other, error: { code: "refused", message: "no", reason: "UNKNOWN_GAME" } });
  worker.answer({ id, response: { rules: "some" } });
  assert.deepEqual(await first, { rules: "some" });
  await assert.rejects(second, { name: "RefereeError", reason: "UNKNOWN_GAME" });
  assert.equal(workers.length, 1);
  await assert.rejects(link.stream("MatchService/WatchMatches").next(), { code: "unimplemented" });
});

test("a call can be cancelled, and its late answer is nothing", async () => {
  const { link, workers } = linked();
  const stop = new AbortController();
  const call = link.call("GameService/ListGames", {}, { signal: stop.signal });
  stop.abort();
  await assert.rejects(call, { code: "canceled" });
  workers[0].answer({ id: workers[0].asked[0].id, response: {} });
  const late = link.call("GameService/ListGames", {}, { signal: stop.signal });
  await assert.rejects(late, { code: "canceled" });
  assert.equal(workers[0].asked.length, 1);
});

test("a worker that fails fails its calls, and the next call starts another", async () => {
  const { link, workers } = linked();
  const calls = [link.call("GameService/ListGames", {}), link.call("GameService/ListGames", {})];
  workers[0].dispatchEvent(new Event("error"));
  for (const call of calls) await assert.rejects(call, { code: "network", isRetryable: true });
  assert.equal(workers[0].isStopped, true);
  const next = link.call("GameService/ListGames", {});
  workers[1].answer({ id: workers[1].asked[0].id, response: { games: [] } });
  assert.deepEqual(await next, { games: [] });
  const refusing = new RulesLink(() => {
    throw new Error("blocked by the policy");
  });
  await assert.rejects(refusing.call("GameService/ListGames", {}), /blocked by the policy/);
});
