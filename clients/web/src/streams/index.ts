/** The streams of a tab: it asks the hub, and hears what the hub hears. */
import { worker } from "../early.js";
import { elect } from "./elected.js";
import type { FromHub, Message, Refused, ToHub, Want } from "./wants.js";

/** How often a tab says that it is open, in milliseconds. */
const ALIVE_MS = 30_000;

/** What a page does with a stream. */
export interface Ears<K extends Want["kind"]> {
  readonly hear: (message: Message<K>) => void;
  readonly refused?: (refused: Refused) => void;
}

interface Open {
  readonly want: Want;
  readonly ears: { hear: (message: never) => void; refused?: (refused: Refused) => void };
}

const opened = new Map<number, Open>();
let post: ((message: ToHub) => void) | undefined;
let token = "";
let canPlay = false;
let next = 1;
let isUp = true;
const lines = new Set<(isUp: boolean) => void>();
let signedOut: (token: string) => void = () => undefined;

function heard(message: FromHub): void {
  if (message.say === "heard") opened.get(message.id)?.ears.hear(message.message as never);
  if (message.say === "refused") opened.get(message.id)?.ears.refused?.(message.refused);
  if (message.say === "signed-out") signedOut(message.token);
  if (message.say === "dropped") introduce();
  if (message.say === "line" && message.isUp !== isUp) {
    isUp = message.isUp;
    for (const told of lines) told(isUp);
  }
}

/** Says everything to a hub that knows nothing of this tab. */
function introduce(): void {
  post?.({ say: "token", token, canPlay });
  for (const [id, { want }] of opened) post?.({ say: "open", id, want });
  if (document.visibilityState === "visible") post?.({ say: "front" });
}

function connect(): void {
  const port = worker?.port;
  if (port) {
    port.addEventListener("message", ({ data }: MessageEvent<FromHub>) => heard(data));
    port.start();
    post = (message) => port.postMessage(message);
  } else {
    post = elect(heard, introduce);
  }
  introduce();
  setInterval(() => post?.({ say: "alive" }), ALIVE_MS);
  addEventListener(
    "visibilitychange",
    () => document.visibilityState === "visible" && post?.({ say: "front" }),
  );
  addEventListener("focus", () => post?.({ say: "front" }));
  addEventListener("pagehide", () => post?.({ say: "bye" }));
  // A page that comes back from the cache of the browser was dropped.
  addEventListener("pageshow", ({ persisted }) => persisted && introduce());
}

/** Sets whose streams they are. `ended` is called with a token that the server does not know. */
export function signIn(own: string, takesSeats: boolean, ended: (token: string) => void): void {
  [token, canPlay, signedOut] = [own, takesSeats, ended];
  if (post) post({ say: "token", token, canPlay });
  else connect();
}

/** Opens a stream, until the result is called. */
export function listen<K extends Want["kind"]>(
  want: Want & { kind: K },
  ears: Ears<K>,
): () => void {
  const id = next++;
  opened.set(id, { want, ears: ears as Open["ears"] });
  if (post) post({ say: "open", id, want });
  else connect();
  return () => {
    opened.delete(id);
    post?.({ say: "close", id });
  };
}

/** Calls `told` whenever the server gets out of reach, or is back. */
export function onLine(told: (isUp: boolean) => void): () => void {
  lines.add(told);
  return () => lines.delete(told);
}
