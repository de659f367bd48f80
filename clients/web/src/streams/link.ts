/**
 * The link of `<referee-board>` to the server: the calls of the reader, and the streams of the hub.
 */
import {
  RefereeError,
  type Link,
  type pb,
  type Request,
  type Response,
  type StreamName,
} from "referee-client";

import { call, client } from "../account/account.js";
import { subscribe } from "./index.js";

/** A queue of messages for one reader. */
class Queue<M> {
  readonly #waiting: M[] = [];
  #error: unknown;
  #isOver = false;
  #wake: () => void = () => undefined;

  push(message: M): void {
    this.#waiting.push(message);
    this.#wake();
  }

  end(error?: unknown): void {
    this.#error = error;
    this.#isOver = true;
    this.#wake();
  }

  async *read(): AsyncGenerator<M> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) yield next;
      else if (this.#error) throw this.#error;
      else if (this.#isOver) return;
      else await new Promise<void>((wake) => (this.#wake = wake));
    }
  }
}

/** Follows a match through the hub until it is gone. */
async function* match(
  matchId: string,
  signal?: AbortSignal,
): AsyncGenerator<pb.WatchMatchesResponse> {
  const queue = new Queue<pb.WatchMatchesResponse>();
  const close = subscribe(
    { kind: "match", matchId },
    {
      onMessage: (message) => {
        queue.push(message);
        if (message.gone) queue.end();
      },
      onRefused: ({ code, reason, text }) =>
        queue.end(new RefereeError({ code, reason, message: text })),
    },
  );
  // End with an error: the board reopens the stream if it aborted it after a sleep.
  signal?.addEventListener("abort", () => queue.end(signal.reason), { once: true });
  try {
    yield* queue.read();
  } finally {
    close();
  }
}

/**
 * Opens a stream. The stream of a single match goes through the hub, which also holds the seats of
 * the reader.
 */
async function* stream(
  name: StreamName,
  request: object,
  options?: { signal?: AbortSignal },
): AsyncGenerator<unknown> {
  const { matches } = request as pb.WatchMatchesRequest;
  const { watch } = request as pb.AttendRequest;
  const [followed] = matches ?? watch?.matches ?? [];
  if (name === "MatchService/WatchMatches" && followed)
    yield* match(followed.matchId ?? "", options?.signal);
  else if (name === "MatchService/Attend" && followed) {
    for await (const watched of match(followed.matchId ?? "", options?.signal)) yield { watched };
  } else yield* client().stream(name, request as Request<StreamName>, options);
}

export const hubLink: Link = {
  isKept: true,
  call,
  stream: <N extends StreamName>(
    name: N,
    request: Request<N>,
    options?: { signal?: AbortSignal },
  ) => stream(name, request, options) as AsyncGenerator<Response<N>>,
};
