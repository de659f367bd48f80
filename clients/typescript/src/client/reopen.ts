/** Streams that reopen after they were cut. */
import { asError } from "./error.js";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;
/** Interval of checks on an open stream, in milliseconds. */
const CHECK_MS = 10_000;
/**
 * A timer this late shows that the machine was asleep, in milliseconds. Timers of hidden pages run
 * once a minute.
 */
const ASLEEP_MS = 120_000;

/** Whether the connection is up. */
export type Connection = "open" | "down";

/** The options of a stream that reopens. */
export interface ReopenOptions {
  /** The signal that ends the stream. */
  readonly signal?: AbortSignal;
  /** Called with "down" when the stream is cut, and with "open" at the first message after that. */
  readonly onConnection?: (connection: Connection) => void;
  /** Maximum silence of the server, in milliseconds; unset without a limit. */
  readonly silenceMs?: number;
}

/**
 * Reads a stream, and reopens it whenever it is cut. The stream ends if the server ends it
 * regularly, or by `signal`. It throws errors after which no retry can succeed.
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
 * Ends an attempt over a dead connection that neither side has closed: the machine was asleep, or
 * the server is silent for too long.
 */
class Pulse {
  readonly #abort = new AbortController();
  readonly #timer: ReturnType<typeof setInterval>;
  #checkedAt = Date.now();
  #heardAt = Date.now();
  /** The signal that ends the attempt. */
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

/** Waits, at most until `signal`, and until the machine is online again. */
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
