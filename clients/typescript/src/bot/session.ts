/** A bot on a server. It reconnects, resumes, and answers each turn once. */
import type { Link } from "../client/client.js";
import { asError, refused, RefereeError } from "../client/error.js";
import { reopen, type Connection } from "../client/reopen.js";
import type * as pb from "../messages/index.js";
import { fullName, type Bot } from "./bot.js";
import { commandsOf, nonceOf, resultOf } from "./commands.js";
import { isLost, pause, Room } from "./waiting.js";
import { turnOf, type Result } from "./turn.js";

/** The newest protocol version that is spoken here. */
const PROTOCOL_VERSION = 1;
/** The stream has a `Ping` every 20 s: after this silence it is opened again. */
const SILENCE_MS = 30_000;
/** When a command that has no reply is sent again. */
const REPLY_MS = 10_000;
/** Time for the server to end the stream after it asked to reconnect for one match. */
const LEAVE_MS = 1_000;
/** Why the server may accept the same answer to the same turn later. */
const LATER = new Set(["TURN_NOT_OPEN", "MATCH_NOT_STARTED", "LIMIT"]);

/** How a bot plays on a server. */
export interface PlayOptions {
  /** Maximum matches at a time; default 1. */
  readonly atOnce?: number | undefined;
  /** Returns after this many matches; default: never. */
  readonly untilEnded?: number | undefined;
  /** Ends `play`, which then returns. Matches in play go on without the bot. */
  readonly signal?: AbortSignal | undefined;
  /** Called with "down" when the connection is lost, and with "open" when it is up again. */
  readonly onConnection?: ((connection: Connection) => void) | undefined;
  /** Further fields of `Hello`. */
  readonly hello?: pb.Hello | undefined;
}

/**
 * Plays every match of the link's player, `atOnce` at a time, and returns the results after
 * `untilEnded` of them. Throws what `choose` throws, and a `RefereeError` if the server ends the
 * stream for good: with the reason `REPLACED`, another program plays for the player.
 */
export function play(bot: Bot, link: Link, options: PlayOptions = {}): Promise<Result[]> {
  return new Session(bot, link, options).run();
}

/** The turn of a match, and what answers it. */
interface Open {
  said: pb.Turn;
  /** Ends with the turn. */
  readonly over: AbortController;
  /** The commands that answer it; empty while the bot thinks. */
  answer: readonly pb.SubmitCommandRequest[];
  /** Ends the attempt to send the answer. */
  sending: AbortController | undefined;
}

/** All matches of a bot across its connections. */
class Session {
  readonly #bot: Bot;
  readonly #link: Link;
  readonly #options: PlayOptions;
  readonly #room: Room;
  readonly #results: Result[] = [];
  #ended = 0;
  readonly #seats = new Map<string, pb.Seated>();
  /** The last event of each match in play. */
  readonly #known = new Map<string, number>();
  readonly #open = new Map<string, Open>();
  /** What ends the attempts to send something. */
  readonly #sendings = new Set<AbortController>();
  /** Ends the session. */
  readonly #stop = new AbortController();
  /** Ends the present connection. */
  #cut = new AbortController();
  #failure: { readonly error: unknown } | undefined;

  constructor(bot: Bot, link: Link, options: PlayOptions) {
    this.#bot = bot;
    this.#link = link;
    this.#options = options;
    this.#room = new Room(options.atOnce ?? 1);
  }

  async run(): Promise<Result[]> {
    const { signal, untilEnded = Infinity, onConnection } = this.#options;
    const ends = signal ? AbortSignal.any([signal, this.#stop.signal]) : this.#stop.signal;
    const kept = { ...(!this.#link.isKept && { silenceMs: SILENCE_MS }) };
    const how = { ...kept, ...(onConnection && { onConnection }), signal: ends };
    try {
      for await (const said of reopen((attempt) => this.#attend(attempt), how)) {
        this.#take(said);
        if (this.#ended >= untilEnded) break;
      }
    } finally {
      this.#stop.abort();
      for (const matchId of [...this.#open.keys()]) this.#leave(matchId);
      for (const sending of this.#sendings) sending.abort();
    }
    if (this.#failure) throw this.#failure.error;
    return this.#results;
  }

  /** Runs one connection. The server never means its end. */
  async *#attend(signal: AbortSignal): AsyncGenerator<pb.PlayResponse> {
    const cut = (this.#cut = new AbortController());
    const resume = [...this.#known].map(([matchId, seq]) => ({ matchId, afterSeq: String(seq) }));
    const { atOnce = 1, hello } = this.#options;
    const about = { games: [...(this.#bot.games ?? [])], agent: fullName(this.#bot) };
    const own = { protocolVersion: PROTOCOL_VERSION, maxMatches: atOnce, coalesce: true };
    const request = { hello: { ...about, ...own, ...hello, resume } };
    const ended = AbortSignal.any([signal, cut.signal]);
    try {
      const stream = this.#link.stream("MatchService/Attend", request, { signal: ended });
      for await (const { response } of stream) {
        const refusal = response?.refused;
        // A refusal without a match ends the stream, and says why.
        if (refusal?.refusal && !refusal.matchId) throw refused(refusal.refusal);
        if (response) yield response;
      }
    } catch (thrown) {
      const error = asError(thrown);
      if (!isLost(error)) throw error;
    }
    throw new RefereeError({ code: "network", message: "the connection was cut" });
  }

  #take({ seated, event, turn, refused: refusal }: pb.PlayResponse): void {
    if (seated) this.#onSeated(seated);
    if (event) this.#onEvent(event);
    if (turn) this.#onTurn(turn);
    if (refusal?.refusal) {
      const { reason } = refused(refusal.refusal);
      const cut = this.#cut;
      // One match needs another connection, and the stream may go on.
      if (reason === "STOPPING" || reason === "LAGGED") setTimeout(() => cut.abort(), LEAVE_MS);
    }
  }

  /** Takes a seat, and adds to the luck of a match that waits for it. */
  #onSeated(seated: pb.Seated): void {
    const { matchId = "", summary = {} } = seated;
    this.#seats.set(matchId, seated);
    if (!this.#known.has(matchId)) this.#known.set(matchId, 0);
    const waits = summary.state === "MATCH_STATE_WAITING";
    if (waits && Number(summary.rules?.nonceWaitMs ?? 0) > 0) {
      void this.#submit(nonceOf(matchId), new AbortController(), this.#stop.signal);
    }
  }

  /** Follows a match up to its end. */
  #onEvent({ matchId = "", event = {} }: pb.SeatEvent): void {
    const seq = Number(event.seq ?? 0);
    if (seq <= (this.#known.get(matchId) ?? 0)) return;
    this.#known.set(matchId, seq);
    if (!event.matchEnded) return;
    this.#leave(matchId);
    this.#known.delete(matchId);
    const result = resultOf(this.#seats.get(matchId) ?? {}, event.matchEnded.verdict ?? {});
    this.#seats.delete(matchId);
    this.#ended += 1;
    // A bot that never returns keeps no results: it may play for months.
    if (this.#options.untilEnded !== undefined) this.#results.push(result);
    this.#bot.ended?.(result);
  }

  /** Lets the bot think about a new turn. The same turn gets the same answer. */
  #onTurn(said: pb.Turn): void {
    const { matchId = "", turnId = "0" } = said;
    // The turn has the position of this event.
    this.#known.set(matchId, Math.max(this.#known.get(matchId) ?? 0, Number(turnId)));
    const known = this.#open.get(matchId);
    if (known?.said.turnId === turnId) {
      if (known.answer.length > 0) this.#start(known, this.#send(known));
      return;
    }
    this.#leave(matchId);
    const over = new AbortController();
    const opened: Open = { said, over, answer: [], sending: undefined };
    this.#open.set(matchId, opened);
    this.#start(opened, this.#think(opened));
  }

  /** Lets work on a turn run. A failure ends the session, unless the turn is over. */
  #start(opened: Open, work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!opened.over.signal.aborted) this.#fail(error);
    });
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#stop.abort();
  }

  /** Asks the bot, and answers the turn, unless it is over by then. */
  async #think(opened: Open): Promise<void> {
    const turn = turnOf(opened.said, opened.over.signal);
    const chosen = await this.#room.enter(async () => {
      return turn.mustStop ? undefined : await this.#bot.choose(turn);
    });
    if (turn.mustStop) return;
    opened.answer = commandsOf(opened.said, chosen);
    await this.#send(opened);
  }

  /** Sends the answer to a turn, instead of an attempt that may hang on a dead connection. */
  async #send(opened: Open): Promise<void> {
    opened.sending?.abort();
    const sending = (opened.sending = new AbortController());
    for (const command of opened.answer) {
      const refusal = await this.#submit(command, sending, opened.over.signal);
      if (sending.signal.aborted || opened.over.signal.aborted) return;
      const asksDraw = command.claimDraw || command.answerProposal;
      // After a pause the turn comes again, and so does the answer.
      if (!refusal || refusal.reason === "PAUSED" || !asksDraw) continue;
      const { said } = opened;
      if (!said.drawOffered && !said.claimable) throw refusal;
      // The draw is no longer available: the bot has to move.
      opened.said = { ...said, drawOffered: false, claimable: false };
      opened.answer = [];
      return this.#think(opened);
    }
  }

  /**
   * Sends a command until its reply comes, or its turn is over. Returns the refusal, if the server
   * refuses it.
   */
  async #submit(
    command: pb.SubmitCommandRequest,
    sending: AbortController,
    over: AbortSignal,
  ): Promise<RefereeError | undefined> {
    this.#sendings.add(sending);
    try {
      return await this.#attempts(command, sending.signal, over);
    } finally {
      this.#sendings.delete(sending);
    }
  }

  async #attempts(
    command: pb.SubmitCommandRequest,
    signal: AbortSignal,
    over: AbortSignal,
  ): Promise<RefereeError | undefined> {
    for (let failed = 1; ; failed += 1) {
      const cut = this.#cut;
      try {
        const how = { signal, timeoutMs: REPLY_MS };
        await this.#link.call("MatchService/SubmitCommand", command, how);
        return undefined;
      } catch (thrown) {
        const error = asError(thrown);
        if (signal.aborted) return error;
        // The stream uses the same network, and may not have noticed yet.
        if (isLost(error)) cut.abort();
        else if (!error.isRetryable && !LATER.has(error.reason)) return error;
        if (over.aborted) return error;
        await pause(failed, error.retryAfterMs ?? 0, AbortSignal.any([signal, over]));
        if (signal.aborted || over.aborted) return error;
      }
    }
  }

  /** Closes the turn of a match; whatever is still chosen for it is dropped. */
  #leave(matchId: string): void {
    const opened = this.#open.get(matchId);
    this.#open.delete(matchId);
    opened?.over.abort();
  }
}
