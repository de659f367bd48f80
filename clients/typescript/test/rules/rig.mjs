// The rules as WebAssembly: the committed module, and one built anew if REFEREE_RULES names it.

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
 * What is played at random: every game, with options that have moves and rounds of their own, and
 * how many steps of a game at most; all of them unless that is given.
 */
export const MATCHES = [
  { match: { game: "kamisado", options: { length: "standard" } } },
  { match: { game: "dvonn" } },
  { match: { game: "hive", options: { expansions: "MLP" } }, most: 70 },
  { match: { game: "honest_john", options: { version: "1", rounds: "2" }, seats: 4 } },
  { match: { game: "honest_john", options: { version: "2" }, seats: 3 }, most: 50 },
];
