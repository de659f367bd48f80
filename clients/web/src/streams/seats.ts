/**
 * One stream for all matches on the pages and for the seats of the reader. It is `Attend` if there
 * is a token, otherwise `WatchMatches`. `ChangeWatch` adds and removes matches.
 */
import { PLAYER_SILENCE_MS, refused, type pb } from "referee-client";

import { Topic, type Subscriber, type Surroundings } from "./topic.js";
import type { Refused } from "./wants.js";

/** Time for which changes are collected, in milliseconds. */
const GATHER_MS = 10;
/** Maximum matches that the reader may play at once. */
const MOST_SEATS = 64;
/** How many matches a stream may follow: the server refuses more. */
const MOST_MATCHES = 100;
/** The name of the subscribers of the seats; no match has it. */
const SEATS = "";
/** The format of match ids. Any other id would make the server end the stream of all pages. */
const MATCH_ID = /^[a-z0-9-]{1,64}$/;
const UNKNOWN: Refused = {
  code: "not_found",
  reason: "UNKNOWN_MATCH",
  text: "unknown match",
};
const TOO_MANY: Refused = {
  code: "resource_exhausted",
  reason: "TOO_MANY_OPEN",
  text: `limit reached: ${MOST_MATCHES} matches open in this browser`,
};

/** The state of a match on a page, as received so far. */
interface Shown {
  summary?: pb.MatchSummary;
  events: pb.MatchEvent[];
  frame?: pb.Frame;
  watchers: number;
  gone?: pb.Gone;
}

const fresh = (): Shown => ({ events: [], watchers: 0 });

/**
 * Yields the messages of a stream. A rejection without a match ends the stream, so it becomes an
 * error.
 */
async function* seated(
  stream: AsyncIterable<pb.AttendResponse>,
): AsyncGenerator<pb.AttendResponse> {
  for await (const message of stream) {
    const { matchId, refusal } = message.response?.refused ?? {};
    if (refusal && !matchId) throw refused(refusal);
    yield message;
  }
}

export class Seats extends Topic {
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  readonly #shown = new Map<string, Shown>();
  /** The matches in which the reader has a seat, by id. */
  readonly #seated = new Map<string, pb.Seated>();
  readonly #challenges = new Map<string, pb.Challenge>();
  /** Set once the server holds the seats. */
  #welcome: pb.Welcome | undefined;
  /** The spaces of boards. A stream sends them once. */
  readonly #spaces = new Map<string, pb.Space[]>();
  /** Matches that the stream follows. */
  #followed = new Set<string>();
  #watchId = "";
  /** Resolves after the last change of the stream. Changes are sent one after another. */
  #changing: Promise<void> = Promise.resolve();
  #gathering: ReturnType<typeof setTimeout> | undefined;

  constructor(
    around: Surroundings,
    private readonly isSignedIn: () => boolean,
  ) {
    super(around);
  }

  /** Seats have the highest priority. */
  override priority(): number {
    return 2;
  }

  override yields(): void {}

  protected override get silenceMs(): number | undefined {
    return this.isSignedIn() ? PLAYER_SILENCE_MS : undefined;
  }

  /** Adds a page that shows a match. Without a match, the page receives the seats. */
  override subscribe(subscriber: Subscriber, matchId = SEATS): void {
    if (matchId !== SEATS && !MATCH_ID.test(matchId)) return subscriber.refuse(UNKNOWN);
    const isFull = !this.#subscribers.has(matchId) && this.#wanted().length >= MOST_MATCHES;
    if (matchId !== SEATS && isFull) return subscriber.refuse(TOO_MANY);
    const subscribers = this.#subscribers.get(matchId) ?? new Set();
    this.#subscribers.set(matchId, subscribers.add(subscriber));
    for (const message of matchId === SEATS ? this.state() : this.#stateOf(matchId))
      subscriber.send(message);
    this.#change();
  }

  override unsubscribe(subscriber: Subscriber): void {
    for (const [matchId, subscribers] of this.#subscribers) {
      subscribers.delete(subscriber);
      if (subscribers.size === 0) this.#subscribers.delete(matchId);
    }
    this.#change();
  }

  override reset(): void {
    this.stop();
    this.clear();
    this.#change();
  }

  protected override clear(): void {
    for (const known of [this.#seated, this.#challenges, this.#shown, this.#spaces]) known.clear();
    this.#welcome = undefined;
    this.#watchId = "";
  }

  #wanted(): string[] {
    return [...this.#subscribers.keys()].filter(
      (matchId) => matchId !== SEATS && !this.#shown.get(matchId)?.gone,
    );
  }

  #change(): void {
    clearTimeout(this.#gathering);
    this.#gathering = setTimeout(() => this.#follow(), GATHER_MS);
  }

  #follow(): void {
    for (const matchId of this.#shown.keys())
      if (!this.#subscribers.has(matchId)) this.#shown.delete(matchId);
    const wanted = this.#wanted();
    const isNeeded = wanted.length > 0 || (this.isSignedIn() && this.#subscribers.size > 0);
    if (!isNeeded) return this.stop();
    this.start();
    if (this.#watchId === "") return;
    const add = wanted
      .filter((matchId) => !this.#followed.has(matchId))
      .map((matchId) => this.#resume(matchId));
    const remove = [...this.#followed].filter((matchId) => !wanted.includes(matchId));
    if (add.length === 0 && remove.length === 0) return;
    this.#followed = new Set(wanted);
    const request = { watchId: this.#watchId, add, remove };
    this.#changing = this.#changing.then(() => this.#send(request));
  }

  /** Changes the matches that the stream follows, unless a newer stream was opened. */
  async #send(request: pb.ChangeWatchRequest): Promise<void> {
    if (request.watchId !== this.#watchId) return;
    try {
      await this.around.client().call("MatchService/ChangeWatch", request);
    } catch {
      // The stream is over. Open a new one with the current wishes.
      if (request.watchId === this.#watchId) this.again();
    }
  }

  #resume(matchId: string): pb.ResumePoint {
    return { matchId, afterSeq: this.#shown.get(matchId)?.events.at(-1)?.seq ?? "0" };
  }

  protected open(signal: AbortSignal): AsyncIterable<pb.AttendResponse | pb.WatchMatchesResponse> {
    this.#watchId = "";
    const wanted = this.#wanted();
    this.#followed = new Set(wanted);
    const matches = wanted.map((matchId) => this.#resume(matchId));
    const watch: pb.WatchMatchesRequest = { matches, stayOpen: true, detail: "DETAIL_PAGE" };
    const client = this.around.client();
    if (!this.isSignedIn()) return client.stream("MatchService/WatchMatches", watch, { signal });
    const hello = {
      maxMatches: MOST_SEATS,
      agent: "referee-web",
      withoutMoves: true,
      withoutLegal: true,
    };
    return seated(client.stream("MatchService/Attend", { hello, watch }, { signal }));
  }

  protected take(message: pb.AttendResponse & pb.WatchMatchesResponse): unknown[] {
    if (message.response) this.#takeSeat(message.response);
    const watched = message.watched ?? (message.response ? undefined : message);
    if (watched) this.#takeMatch(watched);
    return [];
  }

  #takeSeat(response: pb.PlayResponse): void {
    const { welcome, seated, event, challenge } = response;
    if (response.ping) return;
    if (welcome) this.#welcome = welcome;
    if (seated?.matchId) this.#seated.set(seated.matchId, seated);
    if (event?.matchId && event.event?.matchEnded) this.#seated.delete(event.matchId);
    if (challenge?.challengeId) {
      if (challenge.state === "CHALLENGE_STATE_OPEN")
        this.#challenges.set(challenge.challengeId, challenge);
      else this.#challenges.delete(challenge.challengeId);
    }
    this.#deliver(SEATS, response);
  }

  #takeMatch(message: pb.WatchMatchesResponse): void {
    const { matchId = "", opened, followed, update, gone } = message;
    if (opened) {
      this.#watchId = opened.watchId ?? "";
      return this.#change();
    }
    if (gone?.isRemoved || matchId === SEATS) return;
    const known = this.#shown.get(matchId);
    // Updates from before a match was left may arrive after it is opened again.
    if (!known && (update || !this.#subscribers.has(matchId))) return;
    const shown = known ?? fresh();
    this.#shown.set(matchId, shown);
    if (followed) shown.summary = followed;
    if (update) this.#update(shown, update);
    if (gone) shown.gone = gone;
    this.#deliver(matchId, message);
  }

  #update(shown: Shown, update: pb.MatchUpdate): void {
    const last = BigInt(shown.events.at(-1)?.seq ?? 0);
    shown.events.push(...(update.events ?? []).filter(({ seq = "0" }) => BigInt(seq) > last));
    shown.watchers = update.watchers ?? 0;
    const scene = update.frame?.scene;
    if (!update.frame) return;
    if (scene?.board) {
      if (scene.spaces?.length) this.#spaces.set(scene.board, scene.spaces);
      else scene.spaces = this.#spaces.get(scene.board) ?? [];
    }
    shown.frame = update.frame;
  }

  protected override refuse(why: Refused): void {
    for (const subscribers of [...this.#subscribers.values()])
      for (const subscriber of [...subscribers]) subscriber.refuse(why);
  }

  #deliver(matchId: string, message: unknown): void {
    for (const subscriber of [...(this.#subscribers.get(matchId) ?? [])]) subscriber.send(message);
  }

  #stateOf(matchId: string): pb.WatchMatchesResponse[] {
    const shown = this.#shown.get(matchId);
    if (!shown?.summary) return shown?.gone ? [{ matchId, gone: shown.gone }] : [];
    const { summary, events, frame, watchers, gone } = shown;
    const update = { events, watchers, ...(frame && { frame }) };
    return [
      { matchId, followed: summary },
      { matchId, update },
      ...(gone ? [{ matchId, gone }] : []),
    ];
  }

  state(): pb.PlayResponse[] {
    const seated = [...this.#seated.values()].map((seated) => ({ seated }));
    const challenges = [...this.#challenges.values()].map((challenge) => ({ challenge }));
    return [...(this.#welcome ? [{ welcome: this.#welcome }] : []), ...seated, ...challenges];
  }
}
