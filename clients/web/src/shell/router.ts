/** Follows links between the pages without a reload. */
import { readAddress, type Address } from "./address.js";
import { placeAt, type Place } from "./routes.js";

type Arrived = (place: Place | undefined) => void;

let arrived: Arrived = () => undefined;

function arrive({ path, query }: Address): void {
  arrived(placeAt(path, query));
}

/** Shows the page for the address of the window. */
function here(): void {
  const address = readAddress(location);
  if (address.shown !== location.pathname + location.search)
    history.replaceState(null, "", address.shown);
  arrive(address);
}

/** Opens another page. */
export function go(address: string, replace = false): void {
  const next = readAddress(new URL(address, location.href));
  if (replace) history.replaceState(null, "", next.shown);
  else history.pushState(null, "", next.shown);
  arrive(next);
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
  const { path, query } = readAddress(new URL(link.href));
  if (!placeAt(path, query)) return;
  event.preventDefault();
  if (path + query !== location.pathname + location.search) go(link.href);
}

/** Starts to follow links. Calls `shown` with the first place and each later one. */
export function start(shown: Arrived): void {
  arrived = shown;
  addEventListener("click", followed);
  addEventListener("popstate", here);
  addEventListener("hashchange", here);
  here();
}
