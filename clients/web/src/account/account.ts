/** The account of the reader: a player with a token in the storage of the browser, or none. */
import { Client, RefereeError, requestId, type pb } from "referee-client";

import { keep, kept } from "../shell/storage.js";
import { signIn } from "../streams/index.js";

/** The stored account of the reader. */
export interface Account {
  readonly token: string;
  /** Name of the player. */
  readonly player: string;
  /** Display name. */
  readonly displayName: string;
  readonly isGuest: boolean;
  /** Whether the token may run competitions. */
  readonly isHost?: boolean;
  /** Whether the token cannot play. Its streams are then those of a spectator. */
  readonly cannotPlay?: boolean;
  /** Recovery code, until the reader has written it down. */
  readonly recoveryCode?: string;
}

const STORED = "referee.account";

const changed = new Set<() => void>();
let current = read();

function read(): Account | undefined {
  try {
    return (JSON.parse(kept(STORED) ?? "null") as Account | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function announce(): void {
  signIn(current?.token ?? "", current !== undefined && !current.cannotPlay, dropToken);
  for (const told of changed) told();
}

function store(account: Account | undefined): void {
  current = account;
  keep(STORED, account && JSON.stringify(account));
  announce();
}

/** Changes the stored account, unless another player has signed in since. */
function amend(token: string | undefined, changes: Partial<Account>): void {
  if (current && current.token === token) store({ ...current, ...changes });
}

export const account = (): Account | undefined => current;

/** Returns a function that tells whether the reader is still the current one. */
export function readerNow(): () => boolean {
  const token = current?.token;
  return () => token === current?.token;
}

/**
 * Calls `told` when the reader signs in or out, or changes a name. Returns a function that stops
 * this.
 */
export function onAccount(told: () => void): () => void {
  changed.add(told);
  return () => changed.delete(told);
}

/** Announces the stored account, and follows changes by other tabs. */
export function startAccount(): void {
  announce();
  addEventListener("storage", ({ key }) => {
    if (key !== STORED && key !== null) return;
    current = read();
    announce();
  });
}

/** Drops a token that the server does not know, for example because it has lost its data. */
export function dropToken(token: string): void {
  if (current?.token === token) store(undefined);
}

const anonymous = (): Client => new Client(location.origin);

/** Returns a client with the token of the reader, if there is one. */
export function client(): Client {
  return new Client(location.origin, current ? { token: current.token } : {});
}

/**
 * Calls the server with the reader's token, if there is one. Drops a token that the server does not
 * know.
 */
export const call: Client["call"] = async (name, request, options) => {
  const { token } = client();
  try {
    return await client().call(name, request, options);
  } catch (error) {
    if (token && error instanceof RefereeError && error.isSignedOut) dropToken(token);
    throw error;
  }
};

/** The guest registration in progress. */
let registering: Promise<Account> | undefined;

/** Returns the reader's account. Registers a guest if there is none. */
export async function signedIn(): Promise<Account> {
  if (current) return current;
  registering ??= register({ guest: true }).finally(() => (registering = undefined));
  return registering;
}

/** Registers a player, or a guest. */
export async function register(wished: pb.RegisterRequest): Promise<Account> {
  const {
    player,
    token = "",
    recoveryCode,
  } = await anonymous().call("PlayerService/Register", { ...wished, requestId: requestId() });
  const { name = "", displayName = name } = player ?? {};
  store({
    token,
    player: name,
    displayName,
    isGuest: wished.guest === true,
    ...(recoveryCode && { recoveryCode }),
  });
  return current as Account;
}

async function takeToken(token: string, player: string, recoveryCode?: string): Promise<void> {
  const { player: found } = await anonymous().call("PlayerService/GetPlayer", { player });
  const { displayName = player, guest = false } = found ?? {};
  store({ token, player, displayName, isGuest: guest, ...(recoveryCode && { recoveryCode }) });
}

/** Signs in as a player by its recovery code. */
export async function recover(player: string, code: string): Promise<void> {
  const request = { player, recoveryCode: code, requestId: requestId() };
  const { secret = "", recoveryCode } = await anonymous().call(
    "PlayerService/RecoverAccount",
    request,
  );
  await takeToken(secret, player, recoveryCode);
}

/** Signs in as the player of another device by its code. */
export async function redeem(code: string): Promise<void> {
  const request = { code, label: navigator.userAgent.slice(0, 60), requestId: requestId() };
  const { secret = "", token } = await anonymous().call("TokenService/RedeemDeviceCode", request);
  await takeToken(secret, token?.player ?? "");
}

/** Signs in as a player by its name and a token, for example one from the command line. */
export async function adopt(token: string, name: string): Promise<void> {
  const own = new Client(location.origin, { token });
  const player = await seated(own);
  await takeToken(token, player ?? name);
  // Only hosts may list the limits.
  const isHost = await own.call("AdminService/ListLimits", {}).then(
    () => true,
    () => false,
  );
  amend(token, { ...(isHost && { isHost }), ...(!player && { cannotPlay: true }) });
}

/**
 * Returns the player of a token, from the first message of its seats. Unset if the token cannot
 * play.
 */
async function seated(own: Client): Promise<string | undefined> {
  const stop = new AbortController();
  const request = { hello: { maxMatches: 1, withoutMoves: true, withoutLegal: true } };
  try {
    for await (const { response } of own.stream("MatchService/Attend", request, {
      signal: stop.signal,
    }))
      return response?.welcome?.player;
  } catch (error) {
    if (!(error instanceof RefereeError) || error.reason !== "MISSING_SCOPE") throw error;
  } finally {
    stop.abort();
  }
  return undefined;
}

/** Changes the display name. */
export async function rename(displayName: string): Promise<void> {
  const token = current?.token;
  const { player } = await call("PlayerService/UpdatePlayer", { displayName });
  amend(token, { displayName: player?.displayName ?? displayName });
}

/** Replaces the recovery code. The new one is shown until the reader has written it down. */
export async function renewCode(): Promise<void> {
  const token = current?.token;
  const { recoveryCode = "" } = await call("PlayerService/RenewRecoveryCode", {});
  amend(token, { recoveryCode });
}

/** Drops the recovery code once the reader has written it down. */
export function codeNoted(): void {
  if (!current) return;
  const { recoveryCode: _, ...rest } = current;
  store(rest);
}

/** Signs out of this browser. */
export const signOut = (): void => store(undefined);
