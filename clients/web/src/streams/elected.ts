/**
 * For browsers without shared workers: the tab that gets a lock has the hub, and the others speak to
 * it by a broadcast channel. When it is closed, the next tab gets the lock, and all open their
 * streams again. Without locks, each tab has a hub of its own.
 */
import { Hub, type Line } from "./hub.js";
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
  heard: (message: FromHub) => void,
  restarted: () => void,
): (message: ToHub) => void {
  if (!("locks" in navigator) || !("BroadcastChannel" in self)) {
    const line = new Hub(location.origin).connect(heard);
    return (message) => line.take(message);
  }
  const me = madeUp();
  const channel = new BroadcastChannel(NAME);
  let own: Line | undefined;
  channel.addEventListener("message", ({ data }: MessageEvent<Posted>) => {
    if (own) return;
    if ("isNew" in data) restarted();
    else if (data.to === me) heard(data.message as FromHub);
  });
  void navigator.locks.request(NAME, () => {
    own = lead(channel, heard);
    restarted();
    channel.postMessage({ to: "all", isNew: true } satisfies Posted);
    // The lock is held until the tab is closed.
    return new Promise(() => undefined);
  });
  return (message) => {
    if (own) own.take(message);
    else channel.postMessage({ to: "hub", tab: me, message } satisfies Posted);
  };
}

/** Has the hub, for this tab and for those that speak by the channel. */
function lead(channel: BroadcastChannel, heard: (message: FromHub) => void): Line {
  const hub = new Hub(location.origin);
  const lines = new Map<string, Line>();
  channel.addEventListener("message", ({ data }: MessageEvent<Posted>) => {
    if (data.to !== "hub" || !("tab" in data)) return;
    const { tab, message } = data;
    const line =
      lines.get(tab) ??
      hub.connect((message) => channel.postMessage({ to: tab, message } satisfies Posted));
    lines.set(tab, line);
    line.take(message);
    if (message.say === "bye") lines.delete(tab);
  });
  return hub.connect(heard);
}
