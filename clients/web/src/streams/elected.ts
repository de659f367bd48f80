/**
 * For browsers without shared workers: the tab that gets a lock has the hub, and the others speak to
 * it by a broadcast channel. When it is closed, the next tab gets the lock, and all open their
 * streams again. Without locks, each tab has a hub of its own.
 */
import { Hub, type Port } from "./hub.js";
import type { FromHub, ToHub } from "./wants.js";

const NAME = "referee.hub";

/** What goes through the channel. Tabs are known by names that they make up. */
type Posted =
  | { to: "hub"; tab: string; message: ToHub }
  | { to: string; message: FromHub }
  | { to: "all"; isNew: true };

const madeUp = (): string => [...crypto.getRandomValues(new Uint32Array(4))].join("-");

/** Connects this tab. `restarted` is called when another tab has taken over the hub. */
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
    // The lock is held until the tab is closed.
    return new Promise(() => undefined);
  });
  // If the reader has blocked the storage, the browser refuses locks.
  held.catch(win);
  return (message) => {
    if (own) own.receive(message);
    else channel.postMessage({ to: "hub", tab: me, message } satisfies Posted);
  };
}

/** Has the hub, for this tab and for those that speak by the channel. */
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
