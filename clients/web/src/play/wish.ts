/** The match that a reader wants to play, and the requests for it. */
import { RefereeError, requestId, type pb } from "referee-client";

import { call, signedIn } from "../account/account.js";
import type { Options } from "../parts/options.js";
import { subscribe } from "../streams/index.js";

export type Opponent = "house" | "friend" | "anybody";

export const BOTS = ["house-random", "house-greedy", "house-search"] as const;
export type Bot = (typeof BOTS)[number];

export interface Wish {
  readonly game: string;
  readonly options: Options;
  readonly seats: number;
  readonly opponent: Opponent;
  readonly bot: Bot;
  readonly control: string;
  /** The seat of the reader. Unset for a random seat. */
  readonly seat?: number | undefined;
}

/** Lifetime of a link, in milliseconds: one day, the maximum of the server. */
const LINK_MS = "86400000";

const rules = ({ control }: Wish): pb.MatchRules => ({ timeControls: [control] });

function withHouse(wish: Wish, player: string): pb.CreateMatchRequest {
  const players: string[] = new Array<string>(wish.seats).fill(wish.bot);
  players[wish.seat ?? Math.floor(Math.random() * wish.seats)] = player;
  return { game: wish.game, options: wish.options, players, rules: rules(wish) };
}

/** Asks the server whether it would open such a match. Fails if not. */
export async function check(wish: Wish, player: string): Promise<void> {
  await call("MatchService/CreateMatch", { ...withHouse(wish, player), validateOnly: true });
}

/**
 * Opens a match with house bots and returns its id. Registers a guest if the reader has no account.
 */
export async function playHouse(wish: Wish): Promise<string> {
  const { player } = await signedIn();
  const { summary } = await call("MatchService/CreateMatch", {
    ...withHouse(wish, player),
    requestId: requestId(),
  });
  return summary?.matchId ?? "";
}

/**
 * Waits until the server holds the seats of the reader. A seek is cancelled when they are released.
 */
function seated(): Promise<void> {
  return new Promise((done, failed) => {
    // The answer may arrive before `close` is assigned.
    const end = (): void => void setTimeout(() => close());
    const close = subscribe(
      { kind: "seat" },
      {
        onMessage: ({ welcome }) => {
          if (!welcome) return;
          end();
          done();
        },
        onRefused: ({ code, reason, text }) => {
          end();
          failed(new RefereeError({ code, reason, message: text }));
        },
      },
    );
  });
}

/** Challenges a friend by a link, or seeks any opponent. */
export async function challenge(wish: Wish): Promise<pb.Challenge> {
  await signedIn();
  await seated();
  const { game, options, seats, seat, opponent } = wish;
  const isLink = opponent === "friend";
  const { challenge } = await call("ChallengeService/CreateChallenge", {
    game,
    options,
    seats,
    rules: rules(wish),
    requestId: requestId(),
    link: isLink,
    ...(isLink && { expiresInMs: LINK_MS }),
    ...(seat !== undefined && { seat }),
  });
  return challenge ?? {};
}
