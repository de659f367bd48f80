/** The envelopes of a stream: one byte of flags and four bytes of length before each message. */
import { RefereeError, readError, type ConnectJson } from "./error.js";

const HEAD_BYTES = 5;
const COMPRESSED = 1;
const END = 2;
/** Maximum size of a message: far more than a server sends. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Returns a text in an envelope, as the body of a request. */
export function writeEnvelope(text: string): Uint8Array<ArrayBuffer> {
  const message = new TextEncoder().encode(text);
  const envelope = new Uint8Array(HEAD_BYTES + message.length);
  new DataView(envelope.buffer).setUint32(1, message.length);
  envelope.set(message, HEAD_BYTES);
  return envelope;
}

/** Yields the messages of a stream up to its end. Throws the error with which it ends. */
export async function* readEnvelopes(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const reader = body.getReader();
  const pending = new Pending();
  const text = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      pending.push(value);
      for (let next = pending.take(); next; next = pending.take()) {
        if (next.flags & COMPRESSED) throw unreadable("a compressed message");
        const json: unknown = JSON.parse(text.decode(next.message));
        if ((next.flags & END) === 0) yield json;
        else return end(json as { error?: ConnectJson });
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  throw new RefereeError({ code: "network", message: "the connection was cut" });
}

function end({ error }: { error?: ConnectJson }): void {
  if (error) throw readError(error, 200);
}

const unreadable = (what: string) =>
  new RefereeError({ code: "internal", message: `the stream has ${what}` });

/** The received bytes that are still unread. */
class Pending {
  #bytes = new Uint8Array(0);

  push(chunk: Uint8Array): void {
    const joined = new Uint8Array(this.#bytes.length + chunk.length);
    joined.set(this.#bytes);
    joined.set(chunk, this.#bytes.length);
    this.#bytes = joined;
  }

  /** Returns and removes the next message, if it is complete. */
  take(): { flags: number; message: Uint8Array } | undefined {
    const bytes = this.#bytes;
    if (bytes.length < HEAD_BYTES) return undefined;
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(1);
    if (length > MOST_BYTES) throw unreadable(`a message of ${length} bytes`);
    if (bytes.length < HEAD_BYTES + length) return undefined;
    this.#bytes = bytes.subarray(HEAD_BYTES + length);
    return { flags: bytes[0] ?? 0, message: bytes.subarray(HEAD_BYTES, HEAD_BYTES + length) };
  }
}
