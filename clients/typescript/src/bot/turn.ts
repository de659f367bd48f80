/** A turn, and what may answer it: the same on stdio and on a server. */
import type * as pb from "../messages/index.js";

/** A turn of the bot. The fields are those of `Turn` in `play.proto`. */
export interface Turn {
  readonly matchId: string;
  readonly turnId: number;
  /** The bot's seat, from 0. */
  readonly seat: number;
  /** The game's id. */
  readonly game: string;
  /** All options of the game with their values. */
  readonly options: { readonly [name: string]: string };
  /** The player of each seat. */
  readonly players: readonly string[];
  /** The round, from 1. */
  readonly round: number;
  /** The number that the move will have in its round, from 0. */
  readonly ply: number;
  /** The points of each seat before this round. */
  readonly points: readonly number[];
  /** The text of the position, as this seat may see it. */
  readonly position: string;
  /** All legal moves. */
  readonly legal: readonly string[];
  /** The time left on each seat's clock; 0 for the `unlimitedSeats`. May be empty without limits. */
  readonly remainingMs: readonly number[];
  readonly incrementMs: readonly number[];
  readonly unlimitedSeats: readonly number[];
  readonly moveLimitMs: number | undefined;
  readonly delayMs: number;
  readonly refundMs: number;
  readonly movesToGo: number | undefined;
  readonly periods: number;
  readonly periodMs: number;
  readonly roundLeftMs: number | undefined;
  readonly matchLeftMs: number | undefined;
  readonly nodes: number | undefined;
  readonly depth: number | undefined;
  /** Whether another seat offers a draw, which `ACCEPT_DRAW` accepts and any move declines. */
  readonly drawOffered: boolean;
  /** Whether `CLAIM_DRAW` ends the match as a draw. */
  readonly claimable: boolean;
  /** The longest that this move may take, in seconds; undefined without a limit. */
  readonly secondsLeft: number | undefined;
  /**
   * Whether to return from `choose` now: the referee wants the move, or the turn is over. Changes
   * only while `choose` awaits.
   */
  readonly mustStop: boolean;
  /** Aborts when `mustStop` becomes true. */
  readonly signal: AbortSignal;
}

/** Returns the turn of a message. */
export function turnOf(said: pb.Turn, signal: AbortSignal): Turn {
  return {
    matchId: said.matchId ?? "",
    turnId: Number(said.turnId ?? 0),
    seat: said.seat ?? 0,
    game: said.game ?? "",
    options: said.options ?? {},
    players: said.players ?? [],
    round: said.round ?? 0,
    ply: said.ply ?? 0,
    points: said.points ?? [],
    position: said.position ?? "",
    legal: said.legal ?? [],
    ...limitsOf(said),
    drawOffered: said.drawOffered ?? false,
    claimable: said.claimable ?? false,
    secondsLeft: secondsLeft(said),
    signal,
    get mustStop() {
      return signal.aborted;
    },
  };
}

function limitsOf(said: pb.Turn) {
  return {
    remainingMs: (said.remainingMs ?? []).map(Number),
    incrementMs: (said.incrementMs ?? []).map(Number),
    unlimitedSeats: said.unlimitedSeats ?? [],
    moveLimitMs: known(said.moveLimitMs),
    delayMs: Number(said.delayMs ?? 0),
    refundMs: Number(said.refundMs ?? 0),
    movesToGo: said.movesToGo,
    periods: said.periods ?? 0,
    periodMs: Number(said.periodMs ?? 0),
    roundLeftMs: known(said.roundLeftMs),
    matchLeftMs: known(said.matchLeftMs),
    nodes: known(said.nodes),
    depth: said.depth,
  };
}

function secondsLeft(said: pb.Turn): number | undefined {
  const { seat = 0, remainingMs = [], unlimitedSeats = [], periods = 0 } = said;
  const limits = [said.moveLimitMs, said.roundLeftMs, said.matchLeftMs].flatMap((limit) =>
    limit === undefined ? [] : [Number(limit)],
  );
  if (remainingMs.length > 0 && !unlimitedSeats.includes(seat)) {
    const free = Number(said.delayMs ?? 0) + periods * Number(said.periodMs ?? 0);
    limits.push(Number(remainingMs[seat]) + free);
  }
  return limits.length > 0 ? Math.min(...limits) / 1000 : undefined;
}

const known = (number: string | undefined) => (number === undefined ? undefined : Number(number));

/** A move with more than its notation. */
export interface Move {
  readonly notation: string;
  /** The value of the position for the bot, in hundredths of a point. */
  readonly score?: number | undefined;
  /** Whether to offer a draw with the move, in a game with draws. */
  readonly offerDraw?: boolean | undefined;
}

/** An answer to a turn other than a move. */
export const Action = {
  RESIGN: { action: "resign" },
  /** Only if `turn.drawOffered`. */
  ACCEPT_DRAW: { action: "acceptDraw" },
  /** Only if `turn.claimable`. */
  CLAIM_DRAW: { action: "claimDraw" },
} as const;
export type Action = (typeof Action)[keyof typeof Action];

/** What `choose` returns. */
export type Choice = string | Move | Action;

/** Returns the choice as a move or an action. Throws a `TypeError` if `choose` returned neither. */
export function checked(chosen: unknown): Move | Action {
  if (typeof chosen === "string") return { notation: chosen };
  if (typeof chosen === "object" && chosen !== null) {
    const { notation, action } = chosen as { notation?: unknown; action?: unknown };
    if (typeof notation === "string") return chosen as Move;
    if (Object.values(Action).some((one) => one.action === action)) return chosen as Action;
  }
  throw new TypeError(`choose returned ${String(chosen)}: expected a move, a Move or an Action`);
}

/** The result of a match. */
export interface Result {
  readonly matchId: string;
  readonly game: string;
  /** The bot's seat, from 0. */
  readonly seat: number;
  readonly players: readonly string[];
  /** What ended the match, as a word of docs/verdicts.md: `normal`, `flag`, ... */
  readonly termination: string;
  /** The seat that caused it, if one did. */
  readonly causedBy: number | undefined;
  readonly points: readonly number[];
  /** The place of each seat, from 1. Empty if the match does not count. */
  readonly places: readonly number[];
  readonly detail: string;
}
