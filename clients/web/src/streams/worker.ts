/** The shared worker: one hub for all tabs of the server. */
import { Hub } from "./hub.js";
import type { ToHub } from "./wants.js";

const hub = new Hub(location.origin);

addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports;
  if (!port) return;
  const tab = hub.connect((message) => port.postMessage(message));
  port.addEventListener("message", ({ data }: MessageEvent<ToHub>) => tab.receive(data));
  port.start();
});
