#!/usr/bin/env node
// Lets any program play that answers a prompt: `prompt.mjs PROGRAM [ARGUMENT...]`.
//
//     referee play kamisado -e "node prompt.mjs my-model --short" -e "referee bot greedy"
//
// The program reads the prompt on its standard input and answers on its standard output. The bot
// plays the first legal move in the answer. If the answer has none, the bot asks once more. If the
// second answer has none either, the bot plays any legal move.

import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

import { run } from "referee-client/bot";

/** @typedef {import("referee-client/bot").Bot} Bot */
/** @typedef {import("referee-client/bot").Turn} Turn */

/** @implements {Bot} */
class Prompt {
  /**
   * @param {string} program
   * @param {string[]} args
   */
  constructor(program, args) {
    this.program = program;
    this.args = args;
  }

  /**
   * Asks the program and returns the first legal move in the answer. If several begin at the same
   * place, returns the longest.
   * @param {Turn} turn
   */
  async ask({ game, seat, players, position, legal, secondsLeft, signal }) {
    const prompt =
      `You play ${game} on seat ${seat} of ${players.length}. Position: ${position}\n` +
      `Legal moves: ${legal.join(", ")}\nAnswer with one of these moves and nothing else.\n`;
    const patience = secondsLeft === undefined ? {} : { timeout: secondsLeft * 100 };
    const child = spawn(this.program, this.args, {
      stdio: ["pipe", "pipe", "inherit"],
      ...patience,
      signal,
    });
    // The program may end without reading the prompt, or because the turn is over.
    for (const one of [child, child.stdin]) one.on("error", () => {});
    child.stdin.end(prompt);
    const answer = await text(child.stdout);
    const found = legal.filter((move) => answer.includes(move));
    const place = (/** @type {string} */ move) => answer.indexOf(move);
    return found.sort((a, b) => place(a) - place(b) || b.length - a.length)[0];
  }

  /** @param {Turn} turn */
  async choose(turn) {
    const any = turn.legal[Math.floor(Math.random() * turn.legal.length)] ?? "";
    return (await this.ask(turn)) ?? (await this.ask(turn)) ?? any;
  }
}

const [program, ...args] = process.argv.slice(2);
if (program === undefined) {
  console.error("usage: prompt.mjs PROGRAM [ARGUMENT...]");
  process.exit(2);
}
await run(new Prompt(program, args));
