/** The rules as a module of WebAssembly: the calls of `GameService`, answered at once. */
import type { UnaryName, Request, Response } from "../client/client.js";
import { asError, refused, RefereeError } from "../client/error.js";
import type { Refusal } from "../messages/index.js";

/** A call that the rules answer. */
export type RulesCall = Extract<UnaryName, `GameService/${string}`>;

/** What the module exports. A question goes to `reserve`d bytes, and the answer is at `place`. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  reserve(bytes: number): number;
  answer(): number;
  place(): number;
}

interface Answer {
  readonly response?: unknown;
  readonly refusal?: Refusal;
}

/** The rules of all games. Each call answers at once, and blocks its thread meanwhile. */
export class Rules {
  #exports: Exports | undefined;

  private constructor(private readonly module: WebAssembly.Module) {}

  /** Compiles the module: the bytes of `referee-rules.wasm`, or the answer that brings them. */
  static async load(source: BufferSource | PromiseLike<globalThis.Response>): Promise<Rules> {
    const bytes = "then" in source ? await bytesOf(await source) : source;
    return new Rules(await WebAssembly.compile(bytes));
  }

  /** Answers a call of `GameService` as the server does. Throws a `RefereeError`. */
  call<N extends RulesCall>(name: N, request: Request<N>): Response<N> {
    const question = new TextEncoder().encode(JSON.stringify({ call: name, request }));
    const { response, refusal } = this.#ask(question);
    if (refusal) throw refused(refusal);
    return response as Response<N>;
  }

  #ask(question: Uint8Array): Answer {
    const exports = (this.#exports ??= open(this.module));
    try {
      const at = exports.reserve(question.length);
      new Uint8Array(exports.memory.buffer, at, question.length).set(question);
      const bytes = exports.answer();
      const answer = new Uint8Array(exports.memory.buffer, exports.place(), bytes);
      return JSON.parse(new TextDecoder().decode(answer)) as Answer;
    } catch (error) {
      // The memory of a call that broke off is worth nothing: the next one gets another.
      this.#exports = undefined;
      throw new RefereeError({ code: "internal", message: asError(error).message });
    }
  }
}

// It imports nothing.
const open = (module: WebAssembly.Module): Exports =>
  new WebAssembly.Instance(module).exports as unknown as Exports;

async function bytesOf(response: globalThis.Response): Promise<ArrayBuffer> {
  if (response.ok) return response.arrayBuffer();
  const { status, url } = response;
  throw new RefereeError({ code: "network", message: `HTTP ${status}: ${url}`, status });
}
