/**
 * A bot of one class. This is the module for browsers; `node/index.js` is the same for Node, with
 * stdio, the variables of the environment and the profiles of the command line.
 */
import type { Bot } from "./bot.js";
import { playOnline, type RunOptions } from "./online.js";
import { StoredProfiles } from "./profiles.js";
import type { Result } from "./turn.js";

export * from "./exports.js";

/**
 * Plays on the server at `url`; in Node at `REFEREE_URL`, and without it on standard input and
 * output. Returns the results of `untilEnded` matches; default: it plays on until `signal`, or
 * until Node gets SIGINT or SIGTERM.
 *
 * On a server, a bot without `token` takes that of its profile, or registers and keeps its token
 * there.
 */
export async function run(bot: Bot, options: RunOptions = {}): Promise<Result[]> {
  const { url } = options;
  if (!url) throw new TypeError("missing `url`: expected the address of a server");
  const profiles = () => new StoredProfiles(localStorage);
  return playOnline(bot, options, { url, profiles, tell: (text) => console.info(text) });
}
