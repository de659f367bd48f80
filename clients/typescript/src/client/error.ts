/**
 * The only error of this package: a refusal of the server, or the reason why the server could not
 * be reached.
 */
import type { Refusal } from "../messages/index.js";

/** The fields of an error. */
export interface ErrorFields {
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
  readonly field?: string;
  readonly value?: string;
  readonly expected?: string;
  readonly limit?: string;
  readonly most?: number;
  readonly retryAfterMs?: number;
  readonly status?: number;
}

/** Codes of Connect after which a retry may succeed. */
const PASSING = new Set(["network", "unavailable", "deadline_exceeded"]);
/** Reasons after which a retry may succeed, whatever the code. */
const PASSING_REASONS = new Set([
  "STOPPING",
  "STARTING",
  "STORE_UNAVAILABLE",
  "LAGGED",
  "HOST_FAULT",
]);

/** A refusal of the server, or the reason why the server could not be reached. */
export class RefereeError extends Error {
  override readonly name = "RefereeError";
  /** The code of Connect (`not_found`), or `network` without an answer. */
  readonly code: string;
  /** The reason without its prefix (`UNKNOWN_MATCH`), see docs/reasons.md; may be empty. */
  readonly reason: string;
  /** The invalid field, its value, and the expected form; empty without one. */
  readonly field: string;
  readonly value: string;
  readonly expected: string;
  /** The reached limit, and its value. */
  readonly limit: string;
  readonly most: number | undefined;
  /** The delay after which a retry may succeed, in milliseconds; unset if unknown. */
  readonly retryAfterMs: number | undefined;
  /** The HTTP status; 0 without one. */
  readonly status: number;

  constructor(fields: ErrorFields) {
    super(fields.message);
    this.code = fields.code;
    this.reason = fields.reason ?? "";
    this.field = fields.field ?? "";
    this.value = fields.value ?? "";
    this.expected = fields.expected ?? "";
    this.limit = fields.limit ?? "";
    this.most = fields.most;
    this.retryAfterMs = fields.retryAfterMs;
    this.status = fields.status ?? 0;
  }

  /** Returns whether the same request may succeed later. */
  get isRetryable(): boolean {
    return (
      PASSING.has(this.code) || PASSING_REASONS.has(this.reason) || this.retryAfterMs !== undefined
    );
  }

  /** Returns whether the token is invalid or no longer valid, so that a page should drop it. */
  get isSignedOut(): boolean {
    return this.reason === "UNAUTHENTICATED" || this.reason === "TOKEN_EXPIRED";
  }
}

/** An error as JSON of Connect. */
export interface ConnectJson {
  readonly code?: string;
  readonly message?: string;
  readonly details?: readonly { readonly type?: string; readonly debug?: Detail }[];
}

interface Detail {
  readonly reason?: string;
  readonly metadata?: { readonly [name: string]: string };
  readonly retryDelay?: string;
}

/** Returns the error in the JSON of a server. */
export function readError(json: ConnectJson, status: number): RefereeError {
  const debugs = (json.details ?? []).map(({ debug }) => debug ?? {});
  const { reason, metadata = {} } = debugs.find((detail) => detail.reason) ?? {};
  const delay = debugs.find((detail) => detail.retryDelay)?.retryDelay;
  return new RefereeError({
    code: json.code ?? "unknown",
    message: json.message ?? `HTTP ${status}`,
    status,
    ...(reason !== undefined && { reason }),
    ...pick(metadata, ["field", "value", "expected", "limit"]),
    ...(metadata["most"] !== undefined && { most: Number(metadata["most"]) }),
    ...(delay !== undefined && { retryAfterMs: Number.parseFloat(delay) * 1000 }),
  });
}

/** Returns the error for a refusal in a message of a stream. */
export function refused(refusal: Refusal): RefereeError {
  const { text = "", reason = "", most, retryAfterMs } = refusal;
  return new RefereeError({
    code: "refused",
    message: text,
    reason: reason.replace(/^REASON_/, ""),
    ...pick(refusal, ["field", "value", "expected", "limit"]),
    ...(most !== undefined && { most: Number(most) }),
    ...(retryAfterMs !== undefined && { retryAfterMs: Number(retryAfterMs) }),
  });
}

/** Converts any error to one of this package: an exception of `fetch` is a lost connection. */
export function asError(error: unknown): RefereeError {
  if (error instanceof RefereeError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new RefereeError({ code: "network", message });
}

type Texts = "field" | "value" | "expected" | "limit";

function pick(from: { readonly [name in Texts]?: string }, names: readonly Texts[]): ErrorTexts {
  return Object.fromEntries(names.flatMap((name) => (from[name] ? [[name, from[name]]] : [])));
}

type ErrorTexts = { readonly [name in Texts]?: string };
