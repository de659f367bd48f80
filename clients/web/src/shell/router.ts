/** Follows links within the pages without loading them again. */
import { placeAt, type Place } from "./routes.js";

type Arrived = (place: Place | undefined) => void;

let arrived: Arrived = () => undefined;

/** Returns the address that a link of the server means: `/#challenge=ID`, `/#device=CODE`. */
function meant({ pathname, search, hash }: Location | URL): string {
  const asked = new URLSearchParams(hash.slice(1));
  const challenge = asked.get("challenge");
  const device = asked.get("device");
  if (pathname === "/" && challenge) return `/play?challenge=${encodeURIComponent(challenge)}`;
  if (pathname === "/" && device) return `/me?device=${encodeURIComponent(device)}`;
  return pathname + search;
}

function arrive(): void {
  const address = meant(location);
  if (address !== location.pathname + location.search) history.replaceState(null, "", address);
  arrived(placeAt(location.pathname, location.search));
}

/** Shows another page. */
export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  arrive();
  scrollTo(0, 0);
}

function followed(event: MouseEvent): void {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  const link = event
    .composedPath()
    .find((node): node is HTMLAnchorElement => node instanceof HTMLAnchorElement);
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin)
    return;
  const url = new URL(link.href);
  if (!placeAt(url.pathname, url.search)) return;
  event.preventDefault();
  const address = meant(url);
  if (address !== location.pathname + location.search) go(address);
}

/** Starts to follow links; `shown` is called with the first place, and each one after. */
export function start(shown: Arrived): void {
  arrived = shown;
  addEventListener("click", followed);
  addEventListener("popstate", arrive);
  addEventListener("hashchange", arrive);
  arrive();
}
