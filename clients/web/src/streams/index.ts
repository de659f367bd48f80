/** The streams of a tab. The tab subscribes to them at the hub. */
import { worker } from "../early.js";
import { loaded } from "../shell/loading.js";
import type { FromHub, Message, Refused, ToHub, Want } from "./wants.js";

/** Interval between keep-alive messages of a tab, in milliseconds. */
const ALIVE_MS = 30_000;

/** The callbacks of a subscription. */
export interface Handlers<K extends Want["kind"]> {
  readonly onMessage: (message: Message<K>) => void;
  readonly onRefused?: (refused: Refused) => void;
  /** The reader has changed. Drop all messages so far; everything is sent again. */
  readonly onReset?: () => void;
}

interface Open {
  readonly want: Want;
  readonly handlers: Omit<Handlers<Want["kind"]>, "onMessage"> & {
    onMessage: (message: never) => void;
  };
}

const opened = new Map<number, Open>();
let post: ((message: ToHub) => void) | undefined;
let isConnected = false;
let token = "";
let canPlay = false;
let next = 1;
let isUp = true;
const connectionListeners = new Set<(isUp: boolean) => void>();
let signedOut: (token: string) => void = () => undefined;

function receive(message: FromHub): void {
  if (message.say === "message")
    opened.get(message.id)?.handlers.onMessage(message.message as never);
  if (message.say === "refused") opened.get(message.id)?.handlers.onRefused?.(message.refused);
  if (message.say === "signed-out") signedOut(message.token);
  if (message.say === "reset")
    for (const { handlers } of [...opened.values()]) handlers.onReset?.();
  if (message.say === "dropped") introduce();
  if (message.say === "connection" && message.isUp !== isUp) {
    isUp = message.isUp;
    for (const told of connectionListeners) told(isUp);
  }
}

/** Sends the complete state of this tab to a new hub. */
function introduce(): void {
  post?.({ say: "token", token, canPlay });
  for (const [id, { want }] of opened) post?.({ say: "open", id, want });
  if (document.visibilityState === "visible") post?.({ say: "front" });
}

/** Has the hub in a tab: few browsers need its script here. */
async function lead(): Promise<void> {
  await loaded("hub", async () => {
    const { elect } = await import("./elected.js");
    post = elect(receive, introduce);
    introduce();
  });
}

function connect(): void {
  if (isConnected) return;
  isConnected = true;
  if (worker) {
    const { port } = worker;
    port.addEventListener("message", ({ data }: MessageEvent<FromHub>) => receive(data));
    port.start();
    post = (message) => port.postMessage(message);
    // The script of the worker cannot be loaded, or the browser does not start it.
    const failed = (): void => (port.close(), void lead());
    worker.addEventListener("error", failed, { once: true });
    introduce();
  } else {
    void lead();
  }
  setInterval(() => post?.({ say: "alive" }), ALIVE_MS);
  addEventListener(
    "visibilitychange",
    () => document.visibilityState === "visible" && post?.({ say: "front" }),
  );
  addEventListener("focus", () => post?.({ say: "front" }));
  addEventListener("pagehide", () => post?.({ say: "bye" }));
  // The hub dropped the page when it was hidden, and the browser has restored it from its cache.
  addEventListener("pageshow", ({ persisted }) => persisted && introduce());
}

/** Sets the reader of the streams. `ended` is called with a token that the server does not know. */
export function signIn(own: string, takesSeats: boolean, ended: (token: string) => void): void {
  [token, canPlay, signedOut] = [own, takesSeats, ended];
  if (post) post({ say: "token", token, canPlay });
  else connect();
}

/** Opens a stream. The result closes it. */
export function subscribe<K extends Want["kind"]>(
  want: Want & { kind: K },
  handlers: Handlers<K>,
): () => void {
  const id = next++;
  opened.set(id, { want, handlers: handlers as Open["handlers"] });
  if (post) post({ say: "open", id, want });
  else connect();
  return () => {
    opened.delete(id);
    post?.({ say: "close", id });
  };
}

/** Calls `told` when the server becomes unreachable or reachable. */
export function onConnection(told: (isUp: boolean) => void): () => void {
  connectionListeners.add(told);
  return () => connectionListeners.delete(told);
}
