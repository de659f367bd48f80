/** A bot: an object with one method, for stdio and for a server. */
import type { Choice, Result, Turn } from "./turn.js";

/** A bot. Define `choose`, and call `run`. */
export interface Bot {
  /**
   * Its name, which is also its player's name on a server. Default: the name of its class, as in
   * `my-bot` for `MyBot`.
   */
  readonly name?: string;
  readonly author?: string;
  /** The ids of the games that it plays. Default: all. */
  readonly games?: readonly string[];
  /**
   * Returns a move of `turn.legal`, a `Move` or an `Action`. It may take as long as the clock
   * allows. At most as many calls run at once as matches.
   */
  choose(turn: Turn): Choice | Promise<Choice>;
  /** Called when a match has ended. */
  ended?(result: Result): void;
}

/** Returns the name of a bot, or its default. */
export function fullName(bot: Bot): string {
  if (bot.name) return bot.name;
  const { name } = bot.constructor;
  // An object without a class has the name `Object`.
  if (name === "" || name === "Object") return "bot";
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "-").toLowerCase();
}
