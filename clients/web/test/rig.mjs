// Loads the modules of the pages in Node, and replaces the server.

import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const TOP = fileURLToPath(new URL("..", import.meta.url));

// Loads modules of `src`. Call `close` after the last one.
export async function modules() {
  const vite = await createServer({
    root: TOP,
    configFile: false,
    logLevel: "error",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  return { load: (path) => vite.ssrLoadModule(`/src/${path}`), close: () => vite.close() };
}

const encoder = new TextEncoder();

// Returns a message of a stream in the format of Connect: flags, length, JSON.
function envelope(message, flags = 0) {
  const json = encoder.encode(JSON.stringify(message));
  const whole = new Uint8Array(5 + json.length);
  whole[0] = flags;
  new DataView(whole.buffer).setUint32(1, json.length);
  whole.set(json, 5);
  return whole;
}

/**
 * Replaces `fetch` by a server. `answer` receives the name, the request and the token of a stream
 * and returns its messages; the stream then stays open. A `Response` is sent unchanged. `streams`
 * lists the opened streams, each with `send` for further messages.
 */
export function server(answer) {
  const streams = [];
  globalThis.fetch = async (url, { headers, body, signal }) => {
    const name = new URL(url).pathname.replace("/referee.v1.", "");
    const token = headers.get("authorization")?.replace("Bearer ", "") ?? "";
    const isStream = headers.get("content-type") === "application/connect+json";
    const request = JSON.parse(isStream ? new TextDecoder().decode(body.slice(5)) : body);
    const answered = answer(name, request, token);
    if (answered instanceof Response) return answered;
    if (!isStream) return Response.json(answered ?? {});
    const stream = { name, request, token, isOpen: true };
    const readable = new ReadableStream({
      start(controller) {
        stream.send = (message) => stream.isOpen && controller.enqueue(envelope(message));
        signal?.addEventListener("abort", () => {
          stream.isOpen = false;
          controller.error(new DOMException("aborted", "AbortError"));
        });
      },
    });
    streams.push(stream);
    for (const message of answered ?? []) stream.send(message);
    return new Response(readable);
  };
  return { streams };
}

// Waits until `is` returns true.
export async function until(is, what) {
  for (let left = 200; left > 0; left -= 1) {
    if (is()) return;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error(`not within 2 s: ${what}`);
}
