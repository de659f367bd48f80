/** Follows matches across reconnects: every event once, and no turn lost. */
import type * as pb from "../messages/index.js";
import type { Link } from "./client.js";
import { asError, refused } from "./error.js";
import { reopen, type ReopenOptions } from "./reopen.js";

/** Maximum matches that a stream follows. */
const MOST_MATCHES = 100;
/**
 * A player's stream has a `Ping` after 20 s of silence; this time without messages means that three
 * pings are missing.
 */
export const PLAYER_SILENCE_MS = 65_000;

/** The known state of the matches of a stream, from which the stream resumes. */
class Known {
  readonly #seqs = new Map<string, string>();

  constructor(private readonly request: pb.WatchMatchesRequest) {
    for (const { matchId = "", afterSeq = "0" } of request.matches ?? []) {
      this.#seqs.set(matchId, afterSeq);
    }
  }

  note({ matchId = "", followed, event, update, gone }: pb.WatchMatchesResponse): void {
    if (gone) this.#seqs.delete(matchId);
    else if (followed && !this.#seqs.has(matchId)) this.#seqs.set(matchId, "0");
    const seq = event?.seq ?? update?.events?.at(-1)?.seq;
    if (seq !== undefined) this.#seqs.set(matchId, seq);
  }

  /** Returns the request that resumes the stream; unset if there is nothing left to follow. */
  next(): pb.WatchMatchesRequest | undefined {
    const ids = [...this.#seqs].slice(0, MOST_MATCHES);
    const request = { ...this.request, withChanges: true };
    if (!this.request.matches) return { ...request, shown: ids.map(([matchId]) => matchId) };
    if (ids.length === 0 && !this.request.stayOpen) return undefined;
    return { ...request, matches: ids.map(([matchId, afterSeq]) => ({ matchId, afterSeq })) };
  }
}

/**
 * Follows matches, and reopens the stream whenever it is cut. Each event arrives once, and after a
 * cut the first frame of each match is whole.
 */
export function watchMatches(
  link: Link,
  request: pb.WatchMatchesRequest,
  options: ReopenOptions = {},
): AsyncGenerator<pb.WatchMatchesResponse> {
  const known = new Known(request);
  return reopen(async function* (signal) {
    const next = known.next();
    if (!next) return;
    for await (const message of link.stream("MatchService/WatchMatches", next, { signal })) {
      known.note(message);
      yield message;
    }
  }, options);
}

/**
 * Takes the seats of the caller, and follows the matches of `request.watch` on the same stream. The
 * stream reopens after a cut or a restart of the server. It throws `REPLACED` if a bot's stream of
 * the same player has replaced it.
 */
export function attend(
  link: Link,
  request: pb.AttendRequest,
  options: ReopenOptions = {},
): AsyncGenerator<pb.AttendResponse> {
  const known = request.watch && new Known(request.watch);
  const seats = new Seats(request.hello ?? {});
  return reopen(
    async function* (signal) {
      const watch = known?.next();
      const next = { hello: seats.next(), ...(watch && { watch }) };
      for await (const message of link.stream("MatchService/Attend", next, { signal })) {
        if (message.watched) known?.note(message.watched);
        if (message.response) seats.note(message.response);
        yield message;
      }
    },
    { ...(!link.isKept && { silenceMs: PLAYER_SILENCE_MS }), ...options },
  );
}

/** The known state of the seats of a player. */
class Seats {
  readonly #seqs = new Map<string, string>();

  constructor(private readonly hello: pb.Hello) {}

  note({ event, refused: refusal }: pb.PlayResponse): void {
    // A refusal without a match ends the stream, and contains the reason.
    if (refusal?.refusal && !refusal.matchId) throw refused(refusal.refusal);
    const { matchId, event: { seq, matchEnded } = {} } = event ?? {};
    if (matchId === undefined || seq === undefined) return;
    if (matchEnded) this.#seqs.delete(matchId);
    else this.#seqs.set(matchId, seq);
  }

  next(): pb.Hello {
    const resume = [...this.#seqs].map(([matchId, afterSeq]) => ({ matchId, afterSeq }));
    return { ...this.hello, ...(resume.length > 0 && { resume }) };
  }
}

/** Maximum number of attempts to send a command. */
const MOST_ATTEMPTS = 6;
const FIRST_WAIT_MS = 200;

/**
 * Sends a command, and sends it again until its answer arrives. The server applies it only once:
 * the turn identifies a move, and `requestId` any other command. This function creates a missing
 * `requestId`.
 */
export async function submit(
  link: Link,
  command: pb.SubmitCommandRequest,
): Promise<pb.SubmitCommandResponse> {
  const request = command.playMove ? command : { ...command, requestId: requestId() };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await link.call("MatchService/SubmitCommand", request);
    } catch (thrown) {
      const error = asError(thrown);
      if (!error.isRetryable || attempt === MOST_ATTEMPTS) throw error;
      const waitMs = error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** attempt;
      await new Promise((done) => setTimeout(done, waitMs));
    }
  }
}

/** Returns an unused request id; `crypto.randomUUID` is missing on plain HTTP. */
export function requestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
