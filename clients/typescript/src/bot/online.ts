/** `run` on a server: signs in, says which matches the player accepts, and plays. */
import type { Connection } from "../client/reopen.js";
import type * as pb from "../messages/index.js";
import { addressOf, mayCarryTokens } from "./address.js";
import type { Bot } from "./bot.js";
import { StoredProfiles, type BotStorage, type Profiles } from "./profiles.js";
import { play, type PlayOptions } from "./session.js";
import { signIn } from "./sign_in.js";
import type { Result } from "./turn.js";
import { keepTrying } from "./waiting.js";

/** The policy of a player that `run` registers: casual and rated matches with a clock. */
const ACCEPTS: pb.AcceptPolicy = { minBaseMs: "1000" };

/** How `run` plays. */
export interface RunOptions extends PlayOptions {
  /** The server. Default in Node: `REFEREE_URL`, and without it the bot plays on stdio. */
  readonly url?: string | undefined;
  /** The token of the player; no profile is used then. Default in Node: `REFEREE_TOKEN`. */
  readonly token?: string | undefined;
  /** The name of the player. Default: `REFEREE_NAME` in Node, or the name of the bot. */
  readonly player?: string | undefined;
  /** The profile with the token. Default: `REFEREE_PROFILE` in Node, or the name of the player. */
  readonly profile?: string | undefined;
  /** Where profiles are. Default: the file of the command line in Node, or `localStorage`. */
  readonly storage?: BotStorage | undefined;
  /**
   * Which matches others may open with the bot. Without it, a new player accepts matches with a
   * clock of at least a second.
   */
  readonly accepts?: pb.AcceptPolicy | undefined;
  /** Whether the token may be sent unencrypted to another machine. */
  readonly allowCleartextToken?: boolean | undefined;
}

/** What differs between Node and a browser. */
export interface Place {
  readonly url: string;
  /** The profiles without `storage`. */
  readonly profiles: () => Profiles;
  /** Tells a person something. */
  readonly tell: (text: string) => void;
}

/** Plays on a server, with the token of the options or of a profile. */
export async function playOnline(bot: Bot, options: RunOptions, place: Place): Promise<Result[]> {
  const url = addressOf(place.url);
  if (!options.allowCleartextToken) mayCarryTokens(url);
  const { signal = new AbortController().signal, storage, accepts, atOnce = 1 } = options;
  let known: Connection | undefined;
  const onConnection = (connection: Connection) => {
    if (connection === known) return;
    known = connection;
    const isDown = connection === "down";
    place.tell(isDown ? `cannot reach ${url}: trying again` : `connected to ${url}`);
    options.onConnection?.(connection);
  };
  const onLost = () => onConnection("down");
  const profiles = () => (storage ? new StoredProfiles(storage) : place.profiles());
  const { token, player: name, profile } = options;
  const how = { url, token, name, profile, profiles, signal, onLost, onRegistered: place.tell };
  try {
    const { client, isNew } = await signIn(bot, how);
    if (isNew || accepts) {
      const policy = accepts ?? { ...ACCEPTS, maxMatches: atOnce };
      const set = () => client.call("ConsentService/SetAcceptPolicy", { policy }, { signal });
      await keepTrying(set, signal, onLost);
    }
    return await play(bot, client, { ...options, onConnection });
  } catch (error) {
    if (signal.aborted) return [];
    throw error;
  }
}
