/** What the modules for Node and for browsers share. */
export { RefereeError } from "../client/error.js";
export { CleartextToken } from "./address.js";
export type { Bot } from "./bot.js";
export type { RunOptions } from "./online.js";
export { BadProfile, type BotStorage } from "./profiles.js";
export { play, type PlayOptions } from "./session.js";
export { Action, type Choice, type Move, type Result, type Turn } from "./turn.js";
