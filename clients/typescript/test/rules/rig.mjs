// The rules as WebAssembly: the committed module, and a new build if REFEREE_RULES names it.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { Rules } from "../../dist/rules.js";

export const FOLDER = fileURLToPath(new URL("../../rules/", import.meta.url));
const COMMITTED = `${FOLDER}dist/referee-rules.wasm`;
export const MODULES = [...new Set([COMMITTED, process.env.REFEREE_RULES ?? COMMITTED])];

/** Loads each module. */
export const load = () =>
  Promise.all(MODULES.map(async (path) => Rules.load(await readFile(path))));

/**
 * The matches to play at random: every game, with options that add moves and rounds. `most` limits
 * the steps of a game.
 */
export const MATCHES = [
  { match: { game: "kamisado", options: { length: "standard" } } },
  { match: { game: "dvonn" } },
  { match: { game: "hive", options: { expansions: "MLP" } }, most: 70 },
  { match: { game: "honest_john", options: { version: "1", rounds: "2" }, seats: 4 } },
  { match: { game: "honest_john", options: { version: "2" }, seats: 3 }, most: 50 },
];
