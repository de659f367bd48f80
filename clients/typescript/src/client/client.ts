/**
 * Calls and streams of a server, as JSON in the protocol of Connect, with `fetch` alone. So a page
 * needs no schema, and a stream has the same JSON as a call.
 */
import type { StreamCalls, UnaryCalls } from "../messages/calls.js";
import { readEnvelopes, writeEnvelope } from "./envelope.js";
import { asError, readError, RefereeError, type ConnectJson } from "./error.js";

/** The name of a call: `GameService/GetPosition`. */
export type UnaryName = keyof UnaryCalls;
/** The name of a stream from the server: `MatchService/WatchMatches`. */
export type StreamName = keyof StreamCalls;

/** The request of a call or stream. */
export type Request<N extends UnaryName | StreamName> = (UnaryCalls & StreamCalls)[N][0];
/** The response of a call, or a message of a stream. */
export type Response<N extends UnaryName | StreamName> = (UnaryCalls & StreamCalls)[N][1];

/** The options of a call. */
export interface CallOptions {
  /** The signal that aborts the call, or ends the stream. */
  readonly signal?: AbortSignal;
  /**
   * Time after which the server aborts the call, in milliseconds. Default 15 s; streams have no
   * limit.
   */
  readonly timeoutMs?: number;
}

/** The interface for calls and streams: a client, or a page's connection to its worker. */
export interface Link {
  /** Whether the link itself replaces dead connections. Default false. */
  readonly isKept?: boolean;
  call<N extends UnaryName>(
    name: N,
    request: Request<N>,
    options?: CallOptions,
  ): Promise<Response<N>>;
  stream<N extends StreamName>(
    name: N,
    request: Request<N>,
    options?: CallOptions,
  ): AsyncGenerator<Response<N>>;
}

/** The options of a client. */
export interface ClientOptions {
  /** The token of the player. Reading needs no token. */
  readonly token?: string;
  /** A replacement for `fetch`. */
  readonly fetch?: typeof fetch;
}

const DEFAULT_TIMEOUT_MS = 15_000;
/** Maximum time to the server and back beyond the time of the call, in milliseconds. */
const WAY_MS = 5_000;

/** A client of one server, for one player or for a spectator. */
export class Client implements Link {
  readonly url: string;
  readonly token: string | undefined;
  readonly #fetch: typeof fetch;

  constructor(url: string, options: ClientOptions = {}) {
    this.url = url.replace(/\/+$/, "");
    this.token = options.token;
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
  }

  /** Returns a client of the same server for the player with this token. */
  withToken(token: string | undefined): Client {
    return new Client(this.url, { fetch: this.#fetch, ...(token !== undefined && { token }) });
  }

  /** Makes a call. Throws a `RefereeError`. */
  async call<N extends UnaryName>(
    name: N,
    request: Request<N>,
    { signal, timeoutMs = DEFAULT_TIMEOUT_MS }: CallOptions = {},
  ): Promise<Response<N>> {
    const late = AbortSignal.timeout(timeoutMs + WAY_MS);
    const response = await this.#post(name, "application/json", JSON.stringify(request), {
      signal: signal ? AbortSignal.any([signal, late]) : late,
      timeoutMs,
    });
    if (!response.ok) throw await refusal(response);
    return (await response.json().catch((error: unknown) => {
      throw asError(error);
    })) as Response<N>;
  }

  /** Opens a stream from the server. Throws a `RefereeError`, possibly after some messages. */
  async *stream<N extends StreamName>(
    name: N,
    request: Request<N>,
    { signal }: CallOptions = {},
  ): AsyncGenerator<Response<N>> {
    // This signal ends the request when the reader stops early.
    const stop = new AbortController();
    const ended = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    const body = writeEnvelope(JSON.stringify(request));
    try {
      const response = await this.#post(name, "application/connect+json", body, { signal: ended });
      if (!response.ok || !response.body) throw await refusal(response);
      yield* readEnvelopes(response.body) as AsyncGenerator<Response<N>>;
    } catch (error) {
      if (ended.aborted) throw new RefereeError({ code: "canceled", message: "canceled" });
      throw asError(error);
    } finally {
      stop.abort();
    }
  }

  async #post(
    name: string,
    type: string,
    body: BodyInit,
    { signal, timeoutMs }: CallOptions,
  ): Promise<globalThis.Response> {
    const headers = new Headers({ "content-type": type, "connect-protocol-version": "1" });
    if (this.token !== undefined) headers.set("authorization", `Bearer ${this.token}`);
    if (timeoutMs !== undefined) headers.set("connect-timeout-ms", String(timeoutMs));
    const init = { method: "POST", headers, body, ...(signal && { signal }) };
    try {
      return await this.#fetch(`${this.url}/referee.v1.${name}`, init);
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") {
        throw new RefereeError({ code: "canceled", message: "canceled" });
      }
      throw asError(error);
    }
  }
}

async function refusal(response: globalThis.Response): Promise<RefereeError> {
  const text = await response.text().catch(() => "");
  try {
    return readError(JSON.parse(text) as ConnectJson, response.status);
  } catch {
    // A proxy answered instead of the server.
    const code = response.status >= 500 ? "unavailable" : "unknown";
    return new RefereeError({ code, message: `HTTP ${response.status}`, status: response.status });
  }
}
