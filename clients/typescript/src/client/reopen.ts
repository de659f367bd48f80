/** Streams that are opened again when they are cut. */
import { asError } from "./error.js";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;
/** How often an open stream is looked after. */
const CHECK_MS = 10_000;
/** Timers that are so late slept with the machine; those of hidden pages run once a minute. */
const ASLEEP_MS = 120_000;

/** Whether the connection is up. */
export type Connection = "open" | "down";

/** How a stream is kept open. */
export interface ReopenOptions {
  /** Ends the stream. */
  readonly signal?: AbortSignal;
  /** Called with "down" when the stream is cut, and with "open" with the first message after it. */
  readonly onConnection?: (connection: Connection) => void;
  /** The longest silence of the server, in milliseconds; unset if it may be silent. */
  readonly silenceMs?: number;
}

/**
 * Reads a stream, and opens it again whenever it is cut. It ends when the stream ends as the server
 * meant it, or by `signal`; it throws what waiting cannot heal.
 */
export async function* reopen<M>(
  open: (signal: AbortSignal) => AsyncIterable<M>,
  options: ReopenOptions = {},
): AsyncGenerator<M> {
  const { signal = new AbortController().signal, onConnection = () => undefined } = options;
  let waitMs = FIRST_WAIT_MS;
  let connection: Connection | undefined;
  const say = (now: Connection) => {
    if (now !== connection) onConnection(now);
    connection = now;
  };
  while (!signal.aborted) {
    const pulse = new Pulse(signal, options.silenceMs);
    try {
      for await (const message of open(pulse.signal)) {
        say("open");
        waitMs = FIRST_WAIT_MS;
        pulse.beat();
        yield message;
      }
      return;
    } catch (thrown) {
      if (signal.aborted) return;
      const error = asError(thrown);
      if (!error.isRetryable && !pulse.isDead) throw error;
      say("down");
      await sleep(Math.max(error.retryAfterMs ?? 0, waitMs * (0.75 + Math.random() / 2)), signal);
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
    } finally {
      pulse.stop();
    }
  }
}

/**
 * Ends an attempt over a dead connection that no side has closed: the machine was asleep, or the
 * server is silent for longer than it ever is.
 */
class Pulse {
  readonly #abort = new AbortController();
  readonly #timer: ReturnType<typeof setInterval>;
  #checkedAt = Date.now();
  #heardAt = Date.now();
  /** What can end the attempt. */
  readonly signal: AbortSignal;

  constructor(signal: AbortSignal, silenceMs = Infinity) {
    this.signal = AbortSignal.any([signal, this.#abort.signal]);
    this.#timer = setInterval(() => {
      const now = Date.now();
      const wasAsleep = now - this.#checkedAt > ASLEEP_MS;
      this.#checkedAt = now;
      if (wasAsleep || now - this.#heardAt > silenceMs) this.#abort.abort();
    }, CHECK_MS);
  }

  get isDead(): boolean {
    return this.#abort.signal.aborted;
  }

  beat(): void {
    this.#heardAt = Date.now();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Waits, but no longer than until `signal`, and until the machine is online again. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      globalThis.removeEventListener?.("online", wake);
      done();
    };
    const timer = setTimeout(wake, ms);
    signal.addEventListener("abort", wake);
    globalThis.addEventListener?.("online", wake);
  });
}
