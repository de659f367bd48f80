/** Which player a bot is on a server: that of a token, of a profile, or a new one. */
import { addressOf } from "./address.js";
import { Client } from "../client/client.js";
import { asError } from "../client/error.js";
import type * as pb from "../messages/index.js";
import { fullName, type Bot } from "./bot.js";
import { BadProfile, type Profile, type Profiles } from "./profiles.js";
import { keepTrying } from "./waiting.js";

/** How a bot signs in. */
export interface SignIn {
  readonly url: string;
  readonly token: string | undefined;
  /** The name of a new player. Default: the name of the bot. */
  readonly name: string | undefined;
  /** The name of the profile. Default: the name of the player. */
  readonly profile: string | undefined;
  readonly profiles: () => Profiles;
  readonly signal: AbortSignal;
  readonly onLost: () => void;
  /** Called with what a person should know about a new player. */
  readonly onRegistered: (text: string) => void;
}

/** Returns the client of the bot's player, and whether it is new. */
export async function signIn(bot: Bot, how: SignIn): Promise<{ client: Client; isNew: boolean }> {
  const visitor = new Client(how.url);
  if (how.token) return { client: visitor.withToken(how.token), isNew: false };
  const player = how.name || fullName(bot);
  const name = how.profile || player;
  const profiles = how.profiles();
  const known = await profiles.load(name);
  if (known && addressOf(known.url).toLowerCase() !== how.url.toLowerCase()) {
    const text = `profile \`${name}\` is for ${known.url}, not for ${how.url}`;
    throw new BadProfile(`${text}: name another in \`profile\` or REFEREE_PROFILE`);
  }
  // Without a token, `join` rejects the profile: it never replaces one.
  if (!known?.token) {
    return { client: await join(visitor, player, name, profiles, how), isNew: true };
  }
  const client = visitor.withToken(known.token);
  if (await isKnown(client, how)) return { client, isNew: false };
  // The last attempt to register was cut short, or the server has lost its data.
  await register(visitor, player, known.token, how);
  return { client, isNew: true };
}

/** Registers a player, and keeps its token in a new profile. */
async function join(
  visitor: Client,
  player: string,
  name: string,
  profiles: Profiles,
  how: SignIn,
): Promise<Client> {
  // A wrong address leaves no profile.
  const reach = () => visitor.call("ServerService/GetServerInfo", {}, { signal: how.signal });
  await keepTrying(reach, how.signal, how.onLost);
  const profile: Profile = { url: how.url, token: newSecret() };
  // Stored before it is used, so that a crash in between loses no name.
  await profiles.add(name, profile);
  try {
    const { recoveryCode = "" } = await register(visitor, player, profile.token, how);
    const where = `profile \`${name}\` in ${profiles.place}`;
    how.onRegistered(`registered ${player}; ${where}; recovery code ${recoveryCode}`);
  } catch (error) {
    await profiles.remove(name, profile);
    throw error;
  }
  return visitor.withToken(profile.token);
}

/** Whether the server knows the token. */
async function isKnown(client: Client, how: SignIn): Promise<boolean> {
  try {
    const check = () => client.call("ConsentService/GetAcceptPolicy", {}, { signal: how.signal });
    await keepTrying(check, how.signal, how.onLost);
    return true;
  } catch (error) {
    if (asError(error).reason === "UNAUTHENTICATED") return false;
    throw error;
  }
}

/** Registers a player by the digest of its token, so that the call can be made again. */
async function register(
  visitor: Client,
  name: string,
  token: string,
  how: SignIn,
): Promise<pb.RegisterResponse> {
  const tokenDigest = await digestOf(token);
  const { signal } = how;
  const call = () => visitor.call("PlayerService/Register", { name, tokenDigest }, { signal });
  return keepTrying(call, signal, how.onLost);
}

/** Returns a new secret for a token, with 256 random bits. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `referee_${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Returns the SHA-256 of a secret: the server stores nothing else. */
async function digestOf(secret: string): Promise<string> {
  // Pages over plain HTTP have no `crypto.subtle`.
  if (!crypto.subtle) throw new Error("cannot register from a page over plain HTTP: pass `token`");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
