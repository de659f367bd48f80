// The rules as WebAssembly: the committed module, or the one that REFEREE_RULES names.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { Rules } from "../../dist/rules.js";

export const FOLDER = fileURLToPath(new URL("../../rules/", import.meta.url));
export const MODULE = process.env.REFEREE_RULES ?? `${FOLDER}dist/referee-rules.wasm`;

export const load = async (path = MODULE) => Rules.load(await readFile(path));

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
