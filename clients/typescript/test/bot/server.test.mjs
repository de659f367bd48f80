// Bots on a server: whole matches, and faults during them.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { Action } from "../../dist/bot/node/index.js";
import { Client, submit } from "../../dist/index.js";
import { cuttable, PROGRAM, serve } from "../rig.mjs";
import {
  checkRecord,
  openMatch,
  playing,
  Recorder,
  register,
  sleep,
  start,
  until,
} from "./rig.mjs";

let server;
before(async () => (server = await serve("--house-pace", "0.01")));
after(() => server?.stop());

test("a bot plays a match against a house bot to its end", async () => {
  const [me, heard] = [await register(server.url, "ann"), []];
  const bot = Object.assign(new Recorder(1), { ended: (result) => heard.push(result) });
  const results = playing(bot, me);
  const matchId = await openMatch(me, ["ann", "house-greedy"]);
  const [result] = await results;
  assert.deepEqual(heard, [result]);
  const { termination, seat, game, causedBy, places, points } = result;
  assert.deepEqual([result.matchId, result.players], [matchId, ["ann", "house-greedy"]]);
  assert.deepEqual([termination, seat, game, causedBy], ["normal", 0, "kamisado", undefined]);
  assert.deepEqual([[...places].sort(), points.length], [[1, 2], 2]);
  await checkRecord(me, bot, matchId);
});

test("a bot plays with a hidden hand, and adds to the luck of its match", async () => {
  const [me, bot] = [await register(server.url, "lucky"), new Recorder(1)];
  const results = playing(bot, me);
  const names = ["lucky", "house-random", "house-random", "house-random"];
  const matchId = await openMatch(me, names, { game: "honest_john" });
  const [{ termination }] = await results;
  assert.equal(termination, "normal");
  const { summary } = await me.call("MatchService/GetMatch", { matchId });
  assert.ok(summary.luck, JSON.stringify(summary));
  await checkRecord(me, bot, matchId);
});

test("cut connections lose nothing", async () => {
  const [me, bot] = [await register(server.url, "cut"), new Recorder()];
  const way = await cuttable(server.port);
  const results = playing(bot, me, way.url);
  const matchId = await openMatch(me, ["cut", "house-random"], { options: { length: "long" } });
  for (let cuts = 0; cuts < 8; cuts += 1) {
    await sleep(300);
    way.cut();
  }
  const [result] = await results;
  way.stop();
  assert.deepEqual([result.matchId, result.termination], [matchId, "normal"]);
  assert.ok(way.accepted > 4, `${way.accepted} connections`);
  await checkRecord(me, bot, matchId);
});

test("a killed server costs nothing", async () => {
  const data = mkdtempSync(join(tmpdir(), "referee-bot-"));
  const again = () => serve("--data", data, "--house-pace", "0.01");
  let [one, way] = [await again()];
  try {
    way = await cuttable(one.port);
    const [me, bot] = [await register(one.url, "killed"), new Recorder()];
    const results = playing(bot, me, way.url);
    const matchId = await openMatch(me, ["killed", "house-random"], {
      options: { length: "long" },
    });
    await until(() => bot.asked.length > 3);
    await one.kill();
    way.cut();
    await sleep(500);
    one = await again();
    way.target = one.port;
    const [result] = await results;
    assert.deepEqual([result.matchId, result.termination], [matchId, "normal"]);
    await checkRecord(new Client(one.url, { token: me.token }), bot, matchId);
  } finally {
    way?.stop();
    await one.kill();
    rmSync(data, { recursive: true });
  }
});

test("a bot does not come back after another program has replaced it", async () => {
  const me = await register(server.url, "replaced");
  const first = playing(new Recorder(), me);
  await until(async () => {
    const { player } = await me.call("PlayerService/GetPlayer", { player: "replaced" });
    return player.online;
  });
  const engine = ["--engine", `${PROGRAM} bot random`, "--max-matches", "1"];
  const { child, ended } = start([PROGRAM, "join", server.url, "--token", me.token, ...engine]);
  await assert.rejects(
    first,
    ({ name, reason }) => `${name} ${reason}` === "RefereeError REPLACED",
  );
  const matchId = await openMatch(me, ["replaced", "house-random"]);
  await until(async () => {
    const { summary } = await me.call("MatchService/GetMatch", { matchId });
    return summary.state === "MATCH_STATE_OVER";
  });
  child.kill();
  await ended;
});

test("two programs of one bot play each turn once", async () => {
  const me = await register(server.url, "twice");
  const [one, other] = [new Recorder(5), new Recorder(5)];
  const results = [playing(one, me), playing(other, me)];
  const matchId = await openMatch(me, ["twice", "house-random"], { options: { length: "long" } });
  for (const [{ termination }] of await Promise.all(results)) assert.equal(termination, "normal");
  await checkRecord(me, { asked: [...new Set([...one.asked, ...other.asked])] }, matchId);
});

test("a choice that is late is dropped", async () => {
  const [me, bob] = [await register(server.url, "late"), await register(server.url, "bob")];
  await bob.call("ConsentService/SetAcceptPolicy", { policy: {} });
  const bot = new Recorder(1000);
  const results = [playing(bot, me), playing(new Recorder(), bob)];
  const matchId = await openMatch(me, ["late", "bob"]);
  await until(() => bot.asked.length > 0);
  await submit(bob, { matchId, resign: {} });
  for (const [{ termination, causedBy, places }] of await Promise.all(results)) {
    assert.deepEqual([termination, causedBy, places], ["resignation", 1, [1, 2]]);
  }
  assert.equal(bot.asked.length, 1);
});

const DRAWS = [
  { name: "an accepted offer", second: "accepting", word: "draw_agreed" },
  { name: "a resignation", second: "resigning", word: "resignation" },
  { name: "an offer that is refused", second: "claiming", word: "resignation" },
];
const BOTS = {
  offering: { choose: ({ legal }) => ({ notation: legal[0], offerDraw: true }) },
  accepting: {
    choose: ({ drawOffered, legal }) => (drawOffered ? Action.ACCEPT_DRAW : legal[0]),
  },
  resigning: { choose: () => Action.RESIGN },
  // Claims a draw that the rules do not offer, so the bot is asked again.
  claiming: {
    choose: ({ drawOffered }) => (drawOffered ? Action.CLAIM_DRAW : Action.RESIGN),
  },
};
for (const { name, second, word } of DRAWS) {
  test(`a match ends by ${name}`, async () => {
    const names = [`${second}-1`, `${second}-2`];
    const [me, other] = [
      await register(server.url, names[0]),
      await register(server.url, names[1]),
    ];
    for (const one of [me, other]) {
      await one.call("ConsentService/SetAcceptPolicy", { policy: { maxMatches: 1 } });
    }
    const results = [playing(BOTS.offering, me), playing(BOTS[second], other)];
    await openMatch(me, names, { game: "hive" });
    for (const [{ termination }] of await Promise.all(results)) assert.equal(termination, word);
  });
}

test("a draw that is not there ends a bot that insists on it", async () => {
  const me = await register(server.url, "insisting");
  const results = playing({ choose: () => Action.CLAIM_DRAW }, me);
  await openMatch(me, ["insisting", "house-random"], { game: "hive" });
  await assert.rejects(results, ({ name, reason }) => name === "RefereeError" && reason !== "");
});

test("what `choose` throws ends the bot", async () => {
  const me = await register(server.url, "failing");
  const results = playing({ choose: () => Promise.reject(new RangeError("this is why")) }, me);
  await openMatch(me, ["failing", "house-random"]);
  await assert.rejects(results, /RangeError: this is why/);
});
