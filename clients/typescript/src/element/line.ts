/** The positions of a match or of an analysis in order, for browsing. */
import type { MatchState } from "../client/match_state.js";

/** A position: its round, from 1, and the number of steps in the round before it. */
export interface Moment {
  readonly round: number;
  readonly ply: number;
}

/** Formats a moment: `2.17`. */
export const momentText = ({ round, ply }: Moment): string => `${round}.${ply}`;

/** Parses a moment; unset for the present. */
export function readMoment(text: string): Moment | undefined {
  const found = /^(\d+)\.(\d+)$/.exec(text);
  return found ? { round: Number(found[1]), ply: Number(found[2]) } : undefined;
}

/** Returns the length of each round of a match, round 1 first. */
function lengths({ steps, round, ply }: MatchState): number[] {
  const all = new Array<number>(Math.max(round, 1)).fill(0);
  for (const step of steps) {
    const index = step.round - 1;
    all[index] = Math.max(all[index] ?? 0, step.ply + 1);
  }
  all[round - 1] = Math.max(all[round - 1] ?? 0, ply);
  return all;
}

/** Returns the moment `by` positions later, at most at the ends of the match. */
export function stepped(state: MatchState, from: Moment, by: number): Moment {
  const all = lengths(state);
  let [round, ply] = [from.round, from.ply + by];
  while (ply < 0 && round > 1) {
    round -= 1;
    ply += (all[round - 1] ?? 0) + 1;
  }
  while (ply > (all[round - 1] ?? 0) && round < all.length) {
    ply -= (all[round - 1] ?? 0) + 1;
    round += 1;
  }
  return { round, ply: Math.min(Math.max(ply, 0), all[round - 1] ?? 0) };
}

/** Returns whether a moment is the newest position. */
export const isPresent = (state: Moment, { round, ply }: Moment): boolean =>
  round > state.round || (round === state.round && ply >= state.ply);
