/** Reads that are tried again while the server cannot be reached. */
import { asError } from "referee-client";

/** The wait before the first retry, and the longest one, in milliseconds. */
const FIRST_MS = 1000;
const LONGEST_MS = 15_000;

export interface RetryOptions {
  /** Ends the retries: then the last error is thrown. */
  readonly signal?: AbortSignal;
  /** Called with the error before each wait. */
  readonly failed?: (error: unknown) => void;
}

/** Returns the result of `read`, which is called until it succeeds or no retry can help. */
export async function retried<T>(
  read: () => Promise<T>,
  { signal, failed }: RetryOptions = {},
): Promise<T> {
  for (let waitMs = FIRST_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_MS)) {
    try {
      return await read();
    } catch (error) {
      if (signal?.aborted || !asError(error).isRetryable) throw error;
      failed?.(error);
      await pause(waitMs, signal);
      if (signal?.aborted) throw error;
    }
  }
}

/** Waits, at most until `signal`, and until the browser is online again. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", wake);
      removeEventListener("online", wake);
      done();
    };
    const timer = setTimeout(wake, ms);
    signal?.addEventListener("abort", wake);
    addEventListener("online", wake);
  });
}
