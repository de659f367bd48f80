// Bots for the tests, and functions that run them.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import { play } from "../../dist/bot/node/index.js";
import { Client } from "../../dist/index.js";
import { open, PROGRAM } from "../rig.mjs";

const EXAMPLES = fileURLToPath(new URL("../../examples/", import.meta.url));
/** Maximum time for one program, in milliseconds. */
const PATIENCE_MS = 120_000;

/** Returns the command line of an example. */
export const example = (name) => `${process.execPath} ${EXAMPLES}${name}.mjs`;

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Waits until `condition` returns true. */
export async function until(condition) {
  for (let left = PATIENCE_MS / 20; !(await condition()); left -= 1) {
    assert.ok(left > 0, `waits for ${condition}`);
    await sleep(20);
  }
}

/**
 * Starts a program without the REFEREE_ variables of this process. `ended` resolves to its exit
 * status and output.
 */
export function start([program, ...args], environment = {}) {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("REFEREE_"));
  const env = { ...Object.fromEntries(own), REFEREE: PROGRAM, ...environment };
  const child = spawn(program, args, { env, timeout: PATIENCE_MS, killSignal: "SIGKILL" });
  const finish = async () => {
    const exit = once(child, "close");
    const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [status, signal] = await exit;
    return { status, signal, said, complained };
  };
  return { child, ended: finish() };
}

/** Runs a program to its end. */
export function run(words, environment) {
  const { child, ended } = start(words, environment);
  child.stdin.end();
  return ended;
}

/** Plays a bot against random bots; returns the report. */
export async function againstRandom(game, command, more = [], others = 1) {
  const random = Array.from({ length: others }, () => ["-e", `${PROGRAM} bot random`]).flat();
  const words = ["play", game, "-e", command, ...random, "--no-record", "--json", ...more];
  const { status, said, complained } = await run([PROGRAM, ...words]);
  assert.equal(status, 0, complained);
  return JSON.parse(said.trim().split("\n").at(-1)).summary;
}

/** Registers a player and returns its client. */
export async function register(url, name) {
  const visitor = new Client(url);
  const { token } = await visitor.call("PlayerService/Register", { name });
  return visitor.withToken(token);
}

/** A bot that plays the last legal move after a short while and records each turn. */
export class Recorder {
  name = "recorder";
  asked = [];

  constructor(ms = 20) {
    this.ms = ms;
  }

  async choose({ matchId, turnId, legal }) {
    this.asked.push(`${matchId} ${turnId}`);
    await sleep(this.ms);
    return legal.at(-1);
  }
}

/** Plays one match through `url` in the background. */
export function playing(bot, me, url = me.url) {
  const results = play(bot, new Client(url, { token: me.token }), { untilEnded: 1 });
  // The test may await it later.
  results.catch(() => undefined);
  return results;
}

/** Opens a match of the bot as soon as the bot is connected. */
export async function openMatch(me, names, { game = "kamisado", tc = "60+1", options } = {}) {
  for (let left = 100; ; left -= 1) {
    try {
      return await open(me, game, { players: names, tc, options });
    } catch (refused) {
      // The bot is not registered or not connected yet.
      const isEarly = ["BOT_UNAVAILABLE", "UNAUTHENTICATED"].includes(refused.reason);
      if (!isEarly || left === 0) throw refused;
      await sleep(100);
    }
  }
}

/** Checks that the record has one move for each turn of the bot, which has seat 0. */
export async function checkRecord(me, bot, matchId) {
  let record = "";
  for await (const part of me.stream("MatchService/GetRecord", { matchId })) {
    record += part.record ?? "";
  }
  const events = record
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const moves = events.filter(({ movePlayed }) => movePlayed && !movePlayed.seat);
  assert.equal(new Set(bot.asked).size, bot.asked.length, "asked once about each turn");
  assert.equal(moves.length, bot.asked.length);
}
