/** The way to the rules in a worker, for whatever takes a `Link`. */
import type { CallOptions, Link, Request, Response, UnaryName } from "../client/client.js";
import { RefereeError, type ErrorFields } from "../client/error.js";

/** A question to the worker. */
export interface Asked {
  readonly id: number;
  readonly name: string;
  readonly request: unknown;
}

/** Its answer: one of the two. */
export interface Answered {
  readonly id: number;
  readonly response?: unknown;
  readonly error?: ErrorFields;
}

interface Waiting {
  resolve(response: unknown): void;
  reject(error: RefereeError): void;
}

/** Answers the calls of `GameService` in a worker, which starts with the first call. */
export class RulesLink implements Link {
  readonly isKept = true;
  #worker: Worker | undefined;
  #count = 0;
  readonly #waiting = new Map<number, Waiting>();

  /** Takes what starts the worker. */
  constructor(private readonly start: () => Worker) {}

  call<N extends UnaryName>(
    name: N,
    request: Request<N>,
    { signal }: CallOptions = {},
  ): Promise<Response<N>> {
    const id = (this.#count += 1);
    return new Promise((resolve, reject) => {
      const cancel = () => this.#take(id)?.reject(CANCELED());
      if (signal?.aborted) return reject(CANCELED());
      signal?.addEventListener("abort", cancel, { once: true });
      const done = () => signal?.removeEventListener("abort", cancel);
      this.#waiting.set(id, {
        resolve: (response) => (done(), resolve(response as Response<N>)),
        reject: (error) => (done(), reject(error)),
      });
      this.#ask({ id, name, request });
    });
  }

  async *stream(name: string): AsyncGenerator<never> {
    const message = `the rules have no stream ${name}: they answer GameService only`;
    throw new RefereeError({ code: "unimplemented", message, reason: "UNKNOWN_CALL" });
  }

  /** Ends the worker. The next call starts another. */
  stop(): void {
    this.#end("stopped");
  }

  #ask(asked: Asked): void {
    try {
      this.#worker ??= this.#open();
      this.#worker.postMessage(asked);
    } catch (error) {
      this.#end(error instanceof Error ? error.message : String(error));
    }
  }

  #open(): Worker {
    const worker = this.start();
    worker.addEventListener("message", ({ data }: MessageEvent<Answered>) => {
      const waiting = this.#take(data.id);
      if (data.error) waiting?.reject(new RefereeError(data.error));
      else waiting?.resolve(data.response);
    });
    // A script that is not there, or that the policy of the page refuses, says no more than this.
    worker.addEventListener("error", ({ message }) => this.#end(message || "not loaded"));
    return worker;
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #end(cause: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const message = `the worker of the rules failed: ${cause}`;
    for (const id of [...this.#waiting.keys()])
      this.#take(id)?.reject(new RefereeError({ code: "network", message }));
  }
}

const CANCELED = () => new RefereeError({ code: "canceled", message: "canceled" });
