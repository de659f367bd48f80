/**
 * Moves by clicks. A legal move is a path: the token of the hand that it plays, then its spaces
 * from source to destination, then its choice. Every path leads to one move. If a move ends where a
 * longer one continues, one more click on its last place ends it.
 */
import type { LegalMove } from "../messages/index.js";

/** A click on a space, on a token of the hand, on the button of a choice, or on the end. */
export interface Click {
  readonly kind: "space" | "hand" | "choice" | "done";
  /** The id of the space or token, or the key of the choice; empty for `done`. */
  readonly key: string;
}

/** The consequences of the clicks so far. */
export interface Next {
  /** The clicks with which a legal move continues. */
  readonly next: readonly Click[];
  /** The move that the clicks complete; unset while more clicks are needed. */
  readonly move?: LegalMove;
}

const DONE: Click = { kind: "done", key: "" };

/** Returns whether two clicks are equal. */
export const isSame = (one: Click, other: Click): boolean =>
  one.kind === other.kind && one.key === other.key;

/** Returns the path of a move, without the final click that is needed if longer moves exist. */
export function path({ handToken, spaces = [], choice }: LegalMove): Click[] {
  return [
    ...(handToken ? [{ kind: "hand", key: handToken } as const] : []),
    ...spaces.map((key) => ({ kind: "space", key }) as const),
    ...(choice ? [{ kind: "choice", key: choice } as const] : []),
  ];
}

/** Returns the possible next clicks, and the move that these clicks complete. */
export function follow(legal: readonly LegalMove[], clicks: readonly Click[]): Next {
  const isDone = clicks.at(-1)?.kind === "done";
  const begun = isDone ? clicks.slice(0, -1) : clicks;
  const open = legal.filter((move) => begins(path(move), begun));
  const ended = open.find((move) => path(move).length === begun.length);
  const next = distinct(open.flatMap((move) => path(move).slice(begun.length, begun.length + 1)));
  if (ended && (isDone || next.length === 0)) return { next: [], move: ended };
  if (isDone) return { next: [] };
  return { next: ended ? [...next, DONE] : next };
}

function begins(whole: readonly Click[], begun: readonly Click[]): boolean {
  return begun.every((click, at) => {
    const other = whole[at];
    return other !== undefined && isSame(click, other);
  });
}

function distinct(clicks: readonly Click[]): Click[] {
  return [...new Map(clicks.map((click) => [`${click.kind} ${click.key}`, click])).values()];
}

/**
 * Adds the clicks without an alternative, for example on the only source. Never adds the click that
 * completes a move, so no move is played without a click.
 */
export function choose(legal: readonly LegalMove[], clicks: readonly Click[] = []): Click[] {
  const { next, move } = follow(legal, clicks);
  const [only] = next;
  if (move || !only || next.length > 1 || follow(legal, [...clicks, only]).move) return [...clicks];
  return choose(legal, [...clicks, only]);
}

/**
 * Returns the clicks after one more. Another click on the last place takes that click back, or ends
 * a move that is complete there. A click that continues no move begins another one, if possible.
 */
export function press(
  legal: readonly LegalMove[],
  clicks: readonly Click[],
  click: Click,
): Click[] {
  const { next } = follow(legal, clicks);
  if (next.some((one) => isSame(one, click))) return choose(legal, [...clicks, click]);
  const last = clicks.at(-1);
  if (last && isSame(last, click)) {
    if (next.some((one) => one.kind === "done")) return [...clicks, DONE];
    return choose(legal);
  }
  // Other sources may be those of the same token of a hand, or those of all moves.
  for (let kept = clicks.length; kept >= 0; kept -= 1) {
    const earlier = clicks.slice(0, kept);
    const turns = follow(legal, earlier).next.some((one) => isSame(one, click));
    if (turns) return choose(legal, [...earlier, click]);
  }
  return [...clicks];
}
