#!/usr/bin/env node
// Plays any game by looking one move ahead. It plays the move that wins the most points. Among
// equal moves, it plays the one that leaves the opponents the fewest replies.
//
// The positions come from `referee rules --stdin`, which works on stdio and on a server alike.
// `GetPosition` of a server returns the same positions, but a bot on stdio has no server. If
// `referee` is not on the PATH, the environment variable REFEREE names the program. The rules need
// the whole position: in a game with hidden hands (Honest John), this bot plays any legal move.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

import { run } from "referee-client/bot";

/** @typedef {import("referee-client/bot").Bot} Bot */
/** @typedef {import("referee-client/bot").Turn} Turn */
/** @typedef {{ error?: object, points?: number[], legal?: string[], seat?: number }} Answer */

/** @implements {Bot} */
class OnePly {
  rules = spawn(process.env["REFEREE"] ?? "referee", ["rules", "--stdin"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  answers = createInterface({ input: this.rules.stdout })[Symbol.asyncIterator]();

  /**
   * Returns the rules' answer for the position after a move.
   * @param {Turn} turn
   * @param {string} move
   * @returns {Promise<Answer>}
   */
  async after(turn, move) {
    const { game, options, players, round, points, position, seat } = turn;
    const where = { game, options, seats: players.length, round, points, start: position };
    this.rules.stdin.write(`${JSON.stringify({ ...where, viewer: seat, moves: [move] })}\n`);
    const { value, done } = await this.answers.next();
    if (done) throw new Error("`referee rules` has ended");
    return JSON.parse(value);
  }

  /**
   * Returns the value of a move. The lead in points counts first, then the number of replies.
   * Replies of an opponent count as negative.
   * @param {Turn} turn
   * @param {string} move
   */
  async value(turn, move) {
    const answer = await this.after(turn, move);
    if (answer.error) return 0;
    const { points = turn.points, legal = [], seat } = answer;
    const others = points.filter((_, other) => other !== turn.seat);
    const lead = (points[turn.seat] ?? 0) - Math.max(...others);
    return lead * 1_000_000 + (seat === turn.seat ? legal.length : -legal.length);
  }

  /** @param {Turn} turn */
  async choose(turn) {
    const until = Date.now() + ((turn.secondsLeft ?? 60) / 20) * 1000;
    let [best, chosen] = [-Infinity, turn.legal[0] ?? ""];
    for (const move of shuffled(turn.legal)) {
      if (turn.mustStop || Date.now() > until) break;
      const value = await this.value(turn, move);
      if (value > best) [best, chosen] = [value, move];
    }
    return chosen;
  }
}

/** @param {readonly string[]} moves */
function shuffled(moves) {
  const keyed = moves.map((move) => ({ move, key: Math.random() }));
  return keyed.sort((one, other) => one.key - other.key).map(({ move }) => move);
}

const bot = new OnePly();
try {
  await run(bot);
} finally {
  bot.rules.kill();
}
