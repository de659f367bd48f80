/** Waiting: for one of a few places, for some time, and for a server. */
import { asError, type RefereeError } from "../client/error.js";

/** Delay before a call is made again; doubles each time, up to `MOST_DELAY_MS`. */
const DELAY_MS = 100;
const MOST_DELAY_MS = 5_000;

/** Whether no referee has answered: the connection was lost, or a proxy has answered. */
export function isLost(error: RefereeError): boolean {
  return error.reason === "";
}

/** A few places for work. */
export class Room {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  /** Runs work as soon as a place is free. */
  async enter<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((enter) => this.#waiting.push(enter));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

/**
 * Waits before the next attempt after this many failures, at least for `leastMs`, but no longer
 * than until `signal`. The time varies by a quarter, so that not all clients of a restarted server
 * return at once.
 */
export function pause(failed: number, leastMs: number, signal: AbortSignal): Promise<void> {
  const delayMs = Math.min(DELAY_MS * 2 ** failed, MOST_DELAY_MS) * (0.75 + Math.random() / 2);
  return new Promise((done) => {
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      done();
    };
    const timer = setTimeout(wake, Math.max(leastMs, delayMs));
    signal.addEventListener("abort", wake);
    if (signal.aborted) wake();
  });
}

/** Makes a call until the server can be reached. `onLost` is called with every lost connection. */
export async function keepTrying<T>(
  call: () => Promise<T>,
  signal: AbortSignal,
  onLost: () => void,
): Promise<T> {
  for (let failed = 1; ; failed += 1) {
    try {
      return await call();
    } catch (thrown) {
      const error = asError(thrown);
      if (signal.aborted || !(isLost(error) || error.isRetryable)) throw error;
      if (isLost(error)) onLost();
      await pause(failed, error.retryAfterMs ?? 0, signal);
    }
  }
}
