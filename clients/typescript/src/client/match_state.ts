/** What a page knows of a match, and what may happen in it. */
import type * as pb from "../messages/index.js";
import type { Scene } from "../scene/scene.js";

/** A step of a round. */
export interface MatchStep {
  readonly round: number;
  /** The number of the step in the round, from 0. */
  readonly ply: number;
  /** The seat that took the step; unset for chance. */
  readonly seat?: number;
  readonly notation: string;
  /** Whether the rules or the referee left the seat no choice. */
  readonly isForced: boolean;
}

/** The end of a round. */
export interface RoundEnd {
  readonly round: number;
  readonly result: pb.RoundResult;
}

/** The state of a match for a page. Times are in milliseconds on the clock `now`. */
export interface MatchState {
  readonly matchId: string;
  /** The summary from the opening of the stream; unset before. */
  readonly summary?: pb.MatchSummary;
  /** The number of the last event. */
  readonly seq: number;
  readonly round: number;
  /** The number of steps in the current round. */
  readonly ply: number;
  readonly scene?: Scene;
  /** All known steps, the earliest first, without those taken back. */
  readonly steps: readonly MatchStep[];
  readonly results: readonly RoundEnd[];
  readonly points: readonly number[];
  readonly turnSeat?: number;
  /** The viewer's choices; unset if the viewer is not to move. */
  readonly choices?: pb.Choices;
  /** The clocks at the time of their reading: see `clockAt`. */
  readonly clocks: readonly pb.Clock[];
  readonly clocksAtMs: number;
  /** The disconnected seats, each with the time at which it loses, if known. */
  readonly absent: ReadonlyMap<number, number | undefined>;
  /** The seat that made the open proposal. */
  readonly drawProposer?: number;
  readonly takebackProposer?: number;
  /** The seats that have accepted an open proposal. */
  readonly accepted: readonly number[];
  readonly isPaused: boolean;
  readonly losses: readonly pb.Loss[];
  readonly watchers: number;
  /** The end of the match; unset before. */
  readonly end?: pb.MatchEnded;
  /** Whether the stream has nothing more to send: the match is over, or cannot be shown. */
  readonly isGone: boolean;
  /** Why the match cannot be shown. */
  readonly refusal?: pb.Refusal;
}

/** A change of a match, for sounds, announcements and events of a page. */
export type Happening =
  | { readonly kind: "step"; readonly step: MatchStep }
  | { readonly kind: "takeback"; readonly round: number; readonly ply: number }
  | { readonly kind: "round"; readonly end: RoundEnd }
  | { readonly kind: "proposal"; readonly seat: number; readonly proposal: pb.Proposal }
  | { readonly kind: "answer"; readonly seat: number; readonly answer: pb.ProposalAnswer }
  | { readonly kind: "presence"; readonly seat: number; readonly isAway: boolean }
  | { readonly kind: "pause"; readonly isPaused: boolean }
  | { readonly kind: "lost"; readonly seat: number; readonly cause: pb.Termination }
  | { readonly kind: "turn"; readonly seat: number; readonly choices?: pb.Choices }
  | { readonly kind: "end"; readonly verdict: pb.Verdict }
  | { readonly kind: "gone" };

/** Returns the object without these fields. */
export function without<T extends object, K extends keyof T>(from: T, ...names: K[]): Omit<T, K> {
  const rest = { ...from };
  for (const name of names) delete rest[name];
  return rest;
}
