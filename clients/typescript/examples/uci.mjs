#!/usr/bin/env node
// Wraps a UCI engine: `uci.mjs ENGINE [ARGUMENT...]`.
//
// The engine must know the positions and moves of the game.
//
//     REFEREE_URL=http://127.0.0.1:7171 REFEREE_NAME=my-engine node uci.mjs ./my-engine
//
// The engine gets `position fen TEXT` and `go` with the clocks: seat 0 is white.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

import { Action, run } from "referee-client/bot";

/** @typedef {import("referee-client/bot").Bot} Bot */
/** @typedef {import("referee-client/bot").Turn} Turn */

/** @implements {Bot} */
class Uci {
  matchId = "";

  /**
   * @param {string} program
   * @param {string[]} args
   */
  constructor(program, args) {
    this.engine = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = createInterface({ input: this.engine.stdout })[Symbol.asyncIterator]();
    this.say("uci");
    this.ready = this.until("uciok");
  }

  /** @param {string} line */
  say(line) {
    this.engine.stdin.write(`${line}\n`);
  }

  /**
   * Reads up to the first line with this verb. Returns the words of that line and the last score
   * before it, in hundredths.
   * @param {string} verb
   */
  async until(verb) {
    /** @type {number | undefined} */
    let score;
    for (;;) {
      const { value, done } = await this.lines.next();
      if (done) throw new Error(`the engine ended before it said \`${verb}\``);
      const words = value.split(/\s+/);
      if (words[0] === verb) return { words, score };
      const at = words.indexOf("cp");
      if (words[0] === "info" && at > 0) score = Number(words[at + 1]);
    }
  }

  /** @param {Turn} turn */
  async choose(turn) {
    await this.ready;
    if (turn.matchId !== this.matchId) {
      this.matchId = turn.matchId;
      this.say("ucinewgame");
      this.say("isready");
      await this.until("readyok");
    }
    this.say(`position fen ${turn.position}`);
    this.say(`go${limits(turn)} searchmoves ${turn.legal.join(" ")}`);
    const { words, score } = await this.until("bestmove");
    const [, notation = "(none)"] = words;
    return notation === "(none)" ? Action.RESIGN : { notation, score };
  }
}

/**
 * Returns the limits of a turn in the notation of UCI.
 * @param {Turn} turn
 */
function limits(turn) {
  const { seat, remainingMs, incrementMs, unlimitedSeats } = turn;
  const hasClock = remainingMs.length > 0 && !unlimitedSeats.includes(seat);
  const clocks = ["w", "b"].map(
    (color, one) => ` ${color}time ${remainingMs[one]} ${color}inc ${incrementMs[one]}`,
  );
  const { movesToGo: movestogo, moveLimitMs: movetime, nodes, depth } = turn;
  const others = Object.entries({ movestogo, movetime, nodes, depth })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name} ${value}`);
  // After `go infinite`, an engine searches until `stop`.
  return [...(hasClock ? clocks : []), ...others].join("") || " movetime 1000";
}

const [program, ...args] = process.argv.slice(2);
if (program === undefined) {
  console.error("usage: uci.mjs ENGINE [ARGUMENT...]");
  process.exit(2);
}
const bot = new Uci(program, args);
try {
  await run(bot);
} finally {
  bot.engine.kill();
}
