/** Streams that are opened again when they are cut. */
import { asError } from "./error.js";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/** Whether the connection is up. */
export type Connection = "open" | "down";

/** How a stream is kept open. */
export interface ReopenOptions {
  /** Ends the stream. */
  readonly signal?: AbortSignal;
  /** Called with "down" when the stream is cut, and with "open" with the first message after it. */
  readonly onConnection?: (connection: Connection) => void;
}

/**
 * Reads a stream, and opens it again whenever it is cut. It ends when the stream ends as the server
 * meant it, or by `signal`; it throws what waiting cannot heal.
 */
export async function* reopen<M>(
  open: (signal: AbortSignal) => AsyncIterable<M>,
  { signal = new AbortController().signal, onConnection = () => undefined }: ReopenOptions = {},
): AsyncGenerator<M> {
  let waitMs = FIRST_WAIT_MS;
  let connection: Connection | undefined;
  const say = (now: Connection) => {
    if (now !== connection) onConnection(now);
    connection = now;
  };
  while (!signal.aborted) {
    try {
      for await (const message of open(signal)) {
        say("open");
        waitMs = FIRST_WAIT_MS;
        yield message;
      }
      return;
    } catch (thrown) {
      if (signal.aborted) return;
      const error = asError(thrown);
      if (!error.isRetryable) throw error;
      say("down");
      await sleep(Math.max(error.retryAfterMs ?? 0, waitMs * (0.75 + Math.random() / 2)), signal);
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
    }
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
