/**
 * The messages between tabs and the hub. They are plain objects, so they can be passed to a worker.
 */
import type { Scene, pb } from "referee-client";

/** A stream that a page wants. Equal wants share one stream. */
export type Want =
  | { kind: "wall"; newest: number; game?: string; player?: string; contest?: pb.Contest }
  | { kind: "featured"; game?: string }
  | { kind: "match"; matchId: string }
  | { kind: "seat" }
  | { kind: "lobby" }
  | { kind: "contest"; contest: pb.Contest };

/** The position of a match on a wall. */
export interface Picture {
  readonly scene: Scene;
  readonly clocks: readonly pb.Clock[];
  /** Time of arrival, in milliseconds since 1970. The clocks run from then on. */
  readonly receivedAtMs: number;
  readonly turnSeat?: number;
  readonly points: readonly number[];
  readonly round: number;
  readonly ply: number;
}

/** A message of a wall: a match appears, changes, or disappears. */
export type WallMessage =
  | {
      readonly matchId: string;
      readonly summary: pb.MatchSummary;
      readonly picture?: never;
      readonly isGone?: never;
    }
  | {
      readonly matchId: string;
      readonly picture: Picture;
      readonly summary?: never;
      readonly isGone?: never;
    }
  | {
      readonly matchId: string;
      readonly isGone: true;
      readonly summary?: never;
      readonly picture?: never;
    };

/** The messages of the stream for a want. */
export type Message<K extends Want["kind"]> = K extends "wall" | "featured"
  ? WallMessage
  : K extends "match"
    ? pb.WatchMatchesResponse
    : K extends "seat"
      ? pb.PlayResponse
      : K extends "lobby"
        ? pb.WatchLobbyResponse
        : pb.WatchContestResponse;

/** The reason why a stream ended for good. */
export interface Refused {
  readonly code: string;
  readonly reason: string;
  readonly text: string;
}

export type ToHub =
  /** The token of the reader, and whether the reader can take seats. */
  | { say: "token"; token: string; canPlay: boolean }
  | { say: "open"; id: number; want: Want }
  | { say: "close"; id: number }
  /** This tab is in front, so its streams come first. */
  | { say: "front" }
  | { say: "alive" }
  | { say: "bye" };

export type FromHub =
  | { say: "message"; id: number; message: unknown }
  | { say: "refused"; id: number; refused: Refused }
  /** Whether the server can be reached. */
  | { say: "connection"; isUp: boolean }
  /** The server does not know this token any more. */
  | { say: "signed-out"; token: string }
  /** The reader has changed. Drop all messages so far; everything is sent again. */
  | { say: "reset" }
  /** The hub had dropped the tab, which must send its state again. */
  | { say: "dropped" };

/** Returns the name of a want. Equal wants have equal names. */
export function nameOf(want: Want): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(want).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
}
