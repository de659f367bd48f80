/** What tabs ask of the hub, and what they receive. Plain objects: they cross from tab to worker. */
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
  /** When it came, in milliseconds since 1970: clocks run from then on. */
  readonly receivedAtMs: number;
  readonly turnSeat?: number;
  readonly points: readonly number[];
  readonly round: number;
  readonly ply: number;
}

/** What happens on a wall: a match comes, looks different, or goes. */
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

/** The messages of the stream of a want. */
export type Message<K extends Want["kind"]> = K extends "wall" | "featured"
  ? WallMessage
  : K extends "match"
    ? pb.WatchMatchesResponse
    : K extends "seat"
      ? pb.PlayResponse
      : K extends "lobby"
        ? pb.WatchLobbyResponse
        : pb.WatchContestResponse;

/** Why a stream ended for good. */
export interface Refused {
  readonly code: string;
  readonly reason: string;
  readonly text: string;
}

export type ToHub =
  /** Whose streams they are, and whether the reader takes seats. */
  | { say: "token"; token: string; canPlay: boolean }
  | { say: "open"; id: number; want: Want }
  | { say: "close"; id: number }
  /** The reader looks at this tab: its streams come first. */
  | { say: "front" }
  | { say: "alive" }
  | { say: "bye" };

export type FromHub =
  | { say: "message"; id: number; message: unknown }
  | { say: "refused"; id: number; refused: Refused }
  /** Whether the server can be reached. */
  | { say: "connection"; isUp: boolean }
  /** The server does not know the token any longer. */
  | { say: "signed-out"; token: string }
  /** Another reader: what has come until now is not for it, and everything comes again. */
  | { say: "reset" }
  /** The hub had dropped the tab, which says everything again. */
  | { say: "dropped" };

/** The name of a want: equal wants have equal names. */
export function nameOf(want: Want): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(want).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
}
