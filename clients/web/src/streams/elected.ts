/**
 * Replaces the shared worker in browsers without one. The tab that gets a lock runs the hub, and
 * the other tabs reach it by a broadcast channel. When that tab closes, the next tab gets the lock,
 * and all tabs reopen their streams. Without locks, each tab runs its own hub.
 */
import { Hub, type Port } from "./hub.js";
import type { FromHub, ToHub } from "./wants.js";

const NAME = "referee.hub";

/** The messages on the channel. Each tab has a random name. */
type Posted =
  | { to: "hub"; tab: string; message: ToHub }
  | { to: string; message: FromHub }
  | { to: "all"; isNew: true };

const madeUp = (): string => [...crypto.getRandomValues(new Uint32Array(4))].join("-");

/** Connects this tab. `restarted` is called when another tab takes over the hub. */
export function elect(
  receive: (message: FromHub) => void,
  restarted: () => void,
): (message: ToHub) => void {
  if (!("locks" in navigator) || !("BroadcastChannel" in self)) {
    const port = new Hub(location.origin).connect(receive);
    return (message) => port.receive(message);
  }
  const me = madeUp();
  const channel = new BroadcastChannel(NAME);
  let own: Port | undefined;
  channel.addEventListener("message", ({ data }: MessageEvent<Posted>) => {
    if (own) return;
    if ("isNew" in data) restarted();
    else if (data.to === me) receive(data.message as FromHub);
  });
  const win = (): void => {
    own = lead(channel, receive);
    restarted();
    channel.postMessage({ to: "all", isNew: true } satisfies Posted);
  };
  const held = navigator.locks.request(NAME, () => {
    win();
    // Hold the lock until the tab is closed.
    return new Promise(() => undefined);
  });
  // If the reader has blocked the storage, the browser rejects locks.
  held.catch(win);
  return (message) => {
    if (own) own.receive(message);
    else channel.postMessage({ to: "hub", tab: me, message } satisfies Posted);
  };
}

/** Runs the hub for this tab and for the tabs on the channel. */
function lead(channel: BroadcastChannel, receive: (message: FromHub) => void): Port {
  const hub = new Hub(location.origin);
  const ports = new Map<string, Port>();
  channel.addEventListener("message", ({ data }: MessageEvent<Posted>) => {
    if (data.to !== "hub" || !("tab" in data)) return;
    const { tab, message } = data;
    const port =
      ports.get(tab) ??
      hub.connect((message) => channel.postMessage({ to: tab, message } satisfies Posted));
    ports.set(tab, port);
    port.receive(message);
    if (message.say === "bye") ports.delete(tab);
  });
  return hub.connect(receive);
}
