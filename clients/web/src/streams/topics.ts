/** The topics that pages subscribe to: walls of boards, the lobby, contests. */
import { Boards, Scenes, type pb } from "referee-client";

import { pictureOf } from "./picture.js";
import { Topic, type Surroundings } from "./topic.js";
import type { Picture, WallMessage, Want } from "./wants.js";

/** Minimum time between two pictures of a board on a wall, in milliseconds. */
const WALL_INTERVAL_MS = "1000";
/** Maximum past events of a contest that are kept for pages that open it later. */
const MOST_CONTEST_EVENTS = 20_000;

/** A match on a wall: its summary and its newest picture. */
interface OnWall {
  readonly summary: pb.MatchSummary;
  readonly scenes: Scenes;
  picture?: Picture;
}

/** Live boards as matches begin and end, or only the featured board. */
export class Wall extends Topic {
  readonly #matches = new Map<string, OnWall>();
  #boards = new Boards();

  constructor(
    around: Surroundings,
    private readonly want: Want & { kind: "wall" | "featured" },
  ) {
    super(around);
  }

  protected open(signal: AbortSignal): AsyncIterable<pb.WatchMatchesResponse> {
    const { kind, game, ...narrowed } = this.want;
    this.#boards = new Boards();
    const shown = [...this.#matches.keys()];
    const which = kind === "featured" ? { featured: true } : narrowed;
    const request: pb.WatchMatchesRequest = {
      ...which,
      ...(game && { game }),
      shown,
      detail: "DETAIL_FRAMES",
      minIntervalMs: kind === "featured" ? "250" : WALL_INTERVAL_MS,
      withChanges: true,
    };
    return this.around.client().stream("MatchService/WatchMatches", request, { signal });
  }

  protected take(message: pb.WatchMatchesResponse): WallMessage[] {
    const { matchId = "", followed, frame, gone } = message;
    if (followed) {
      this.#matches.set(matchId, { summary: followed, scenes: new Scenes(this.#boards) });
      return [{ matchId, summary: followed }];
    }
    if (gone) return this.#matches.delete(matchId) ? [{ matchId, isGone: true }] : [];
    const match = this.#matches.get(matchId);
    const scene = frame && match?.scenes.read(frame);
    if (!frame || !match || !scene) return [];
    match.picture = pictureOf(frame, scene);
    return [{ matchId, picture: match.picture }];
  }

  protected clear(): void {
    this.#matches.clear();
  }

  state(): WallMessage[] {
    const told: WallMessage[] = [];
    for (const [matchId, { summary, picture }] of this.#matches) {
      told.push({ matchId, summary });
      if (picture) told.push({ matchId, picture });
    }
    return told;
  }
}

/** Open challenges and connected players. */
export class Lobby extends Topic {
  readonly #challenges = new Map<string, pb.Challenge>();
  readonly #present = new Map<string, pb.Presence>();
  /** Entries from before the stream was reopened that have not been received again. */
  readonly #before = { challenges: new Set<string>(), players: new Set<string>() };
  #isComplete = false;

  protected open(signal: AbortSignal): AsyncIterable<pb.WatchLobbyResponse> {
    for (const challengeId of this.#challenges.keys()) this.#before.challenges.add(challengeId);
    for (const player of this.#present.keys()) this.#before.players.add(player);
    this.#challenges.clear();
    this.#present.clear();
    this.#isComplete = false;
    return this.around.client().stream("ChallengeService/WatchLobby", {}, { signal });
  }

  protected take(message: pb.WatchLobbyResponse): pb.WatchLobbyResponse[] {
    const { challenge, presence } = message;
    if (challenge?.challengeId) this.#challenges.set(challenge.challengeId, challenge);
    if (challenge?.challengeId && challenge.state !== "CHALLENGE_STATE_OPEN")
      this.#challenges.delete(challenge.challengeId);
    if (presence?.player) this.#present.set(presence.player, presence);
    if (presence?.player && !presence.online) this.#present.delete(presence.player);
    this.#before.challenges.delete(challenge?.challengeId ?? "");
    this.#before.players.delete(presence?.player ?? "");
    if (!message.caughtUp) return [message];
    this.#isComplete = true;
    return [...this.#closed(), message];
  }

  /** Returns messages that report the missing entries as gone. */
  #closed(): pb.WatchLobbyResponse[] {
    const { challenges, players } = this.#before;
    const closed = [
      ...[...challenges].map((challengeId) => ({
        challenge: { challengeId, state: "CHALLENGE_STATE_EXPIRED" as const },
      })),
      ...[...players].map((player) => ({ presence: { player, online: false } })),
    ];
    challenges.clear();
    players.clear();
    return closed;
  }

  protected clear(): void {
    const { challenges, players } = this.#before;
    for (const known of [this.#challenges, this.#present, challenges, players]) known.clear();
    this.#isComplete = false;
  }

  state(): pb.WatchLobbyResponse[] {
    const challenges = [...this.#challenges.values()].map((challenge) => ({ challenge }));
    const present = [...this.#present.values()].map((presence) => ({ presence }));
    return [...challenges, ...present, ...(this.#isComplete ? [{ caughtUp: {} }] : [])];
  }
}

/** The events of a tournament or a ladder, and its open matches. */
export class ContestTopic extends Topic {
  #events: pb.ContestEvent[] = [];
  #lastSeq = "0";
  readonly #open = new Map<string, pb.ContestMatch>();
  #caughtUp: pb.ContestCaughtUp | undefined;

  constructor(
    around: Surroundings,
    private readonly contest: pb.Contest,
  ) {
    super(around);
  }

  protected open(signal: AbortSignal): AsyncIterable<pb.WatchContestResponse> {
    const request = { contest: this.contest, afterSeq: this.#lastSeq };
    return this.around.client().stream("ContestService/WatchContest", request, { signal });
  }

  protected take(message: pb.WatchContestResponse): pb.WatchContestResponse[] {
    const { event, caughtUp, matchOpened } = message;
    if (event) {
      this.#lastSeq = event.seq ?? this.#lastSeq;
      this.#events.push(event);
      if (this.#events.length > MOST_CONTEST_EVENTS)
        this.#events = this.#events.slice(-MOST_CONTEST_EVENTS);
      const key = event.matchCounted?.matchKey ?? event.matchVoided?.matchKey;
      if (key) this.#open.delete(key);
    }
    if (caughtUp) this.#caughtUp = caughtUp;
    if (matchOpened?.matchKey) this.#open.set(matchOpened.matchKey, matchOpened);
    return [message];
  }

  protected clear(): void {
    [this.#events, this.#lastSeq, this.#caughtUp] = [[], "0", undefined];
    this.#open.clear();
  }

  state(): pb.WatchContestResponse[] {
    const events = this.#events.map((event) => ({ event }));
    const open = [...this.#open.values()].map((matchOpened) => ({ matchOpened }));
    return [...events, ...(this.#caughtUp ? [{ caughtUp: this.#caughtUp }, ...open] : [])];
  }
}
