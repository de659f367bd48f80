// Clocks counted down by the client. The rule of docs/gui.md is repeated here in steps of one
// millisecond.

import assert from "node:assert/strict";
import { test } from "node:test";

import { attend, Client, clockAt, clockText } from "../dist/index.js";
import { guest, numbers, open, serve } from "./rig.mjs";

// Applies the rule of docs/gui.md literally, one millisecond after another.
function countDown(clock, elapsed) {
  const left = {
    starts: Number(clock.startsInMs ?? 0),
    delay: Number(clock.delayLeftMs ?? 0),
    remaining: Number(clock.remainingMs ?? 0),
    period: clock.periods ? Number(clock.periodLeftMs ?? 0) : 0,
    periods: clock.periods ?? 0,
    move: clock.moveLeftMs === undefined ? undefined : Number(clock.moveLeftMs),
  };
  for (let ms = 0; ms < elapsed && clock.running; ms += 1) {
    if (left.starts > 0) {
      left.starts -= 1;
      continue;
    }
    if (left.move > 0) left.move -= 1;
    if (left.delay > 0) left.delay -= 1;
    else if (left.remaining > 0) left.remaining -= 1;
    else if (left.periods > 0) {
      left.period -= 1;
      if (left.period > 0) continue;
      left.periods -= 1;
      left.period = left.periods > 0 ? Number(clock.periodMs) : 0;
    }
  }
  return left;
}

test("2 000 random clocks follow the rule of the documentation", () => {
  const next = numbers(11);
  const below = (most) => Math.floor(next() * most);
  for (let round = 0; round < 2_000; round += 1) {
    const periodMs = 1 + below(300);
    const clock = {
      running: next() < 0.9,
      startsInMs: String(below(2) * below(250)),
      delayLeftMs: String(below(2) * below(300)),
      remainingMs: String(below(3) * below(400)),
      periods: below(4),
      periodMs: String(periodMs),
      periodLeftMs: String(1 + below(periodMs)),
      ...(next() < 0.3 && { moveLeftMs: String(below(900)) }),
    };
    const elapsed = below(1_500);
    const [face, left] = [clockAt(clock, elapsed), countDown(clock, elapsed)];
    const found = [face.delayMs, face.remainingMs, face.periods, face.periodMs, face.moveMs];
    const told = `${JSON.stringify(clock)} after ${elapsed}`;
    assert.deepEqual(
      found,
      [left.delay, left.remaining, left.periods, left.period, left.move],
      told,
    );
    const isOut = left.delay === 0 && left.remaining === 0 && left.periods === 0;
    assert.equal(face.isFlagged, clock.running && (isOut || left.move === 0), told);
  }
});

test("a seat without a limit has no clock, and a limit of the move alone is one", () => {
  assert.equal(clockAt({}, 100).hasClock, false);
  assert.equal(clockAt({}, 100).shownMs, undefined);
  assert.equal(clockAt({ moveLeftMs: "2000", running: true }, 500).shownMs, 1_500);
  assert.equal(
    clockAt({ remainingMs: "9000", roundLeftMs: "4000", running: true }, 500).shownMs,
    3_500,
  );
});

test("a clock as text", () => {
  assert.equal(clockText(9_340, "en"), "0:09.3");
  assert.equal(clockText(65_000, "en"), "1:05");
  assert.equal(clockText(3_909_000, "en"), "1:05:09");
  assert.equal(clockText(187_800_000, "en"), "2d 04:10");
  assert.equal(clockText(65_000, "fa"), "۱:۰۵");
  assert.equal(clockText(187_800_000, "fa-IR"), "\u2067۲ روز ۰۴:۱۰\u2069");
  assert.equal(clockText(187_800_000, "ru"), "2\u00a0д 04:10");
  assert.equal(clockText(187_800_000, "de"), "2d 04:10");
});

/** Time controls of every kind. Their clocks run out of different times during the test. */
const CONTROLS = [
  ["60+1", "60d0.5", "60b5", "40/60+0.6:20/30", "0.4/5x0.5", "1/4x0.6", "st=4", "3d/move"],
  [
    "st=0.5 bank=60",
    "60+1 st=5",
    "60+1 round=90",
    "60+1 match=600 per=round",
    "hourglass=60",
    "inf",
  ],
].flat();
/** Time that the clocks run between two reads, and the maximum delay of both calls together. */
const RUN_MS = 1400;
const WAY_MS = 600;

test("clocks counted down by the client agree with the server, for every kind of time control", async () => {
  const server = await serve();
  const stop = new AbortController();
  try {
    const { client, name } = await guest(Client, server.url);
    const hello = { maxMatches: CONTROLS.length };
    const attending = attend(client, { hello }, { signal: stop.signal });
    await attending.next();
    const players = [name, "house-random"];
    const ids = [];
    for (const tc of CONTROLS) ids.push(await open(client, "kamisado", { players, tc }));
    // The server offers turns only while the stream is read.
    const reading = (async () => {
      for await (const _ of attending);
    })();
    const look = async (matchId) => {
      const { summary } = await client.call("MatchService/GetMatch", { matchId });
      return { clock: summary.clocks[0], at: performance.now() };
    };
    const before = await Promise.all(ids.map(look));
    await new Promise((done) => setTimeout(done, RUN_MS));
    const after = await Promise.all(ids.map(look));
    for (const [index, tc] of CONTROLS.entries()) {
      const counted = clockAt(before[index].clock, after[index].at - before[index].at);
      const told = clockAt(after[index].clock, 0);
      for (const what of ["delayMs", "remainingMs", "moveMs", "roundMs", "matchMs"]) {
        const apart = Math.abs((counted[what] ?? 0) - (told[what] ?? 0));
        assert.ok(apart <= WAY_MS, `${tc}: ${what} ${counted[what]} here, ${told[what]} there`);
      }
      const whole = ({ periods, periodMs }) => periods * 10_000 + periodMs;
      assert.ok(
        counted.periods === told.periods || Math.min(counted.periodMs, told.periodMs) < WAY_MS,
        tc,
      );
      if (counted.periods === told.periods) {
        assert.ok(Math.abs(whole(counted) - whole(told)) <= WAY_MS, `${tc}: periods`);
      }
      assert.equal(counted.hasClock, told.hasClock, tc);
      if (tc !== "inf") assert.ok(before[index].clock.running, `${tc} runs`);
    }
    stop.abort();
    await reading;
  } finally {
    stop.abort();
    await server.stop();
  }
});
