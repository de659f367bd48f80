/** Addresses: how links of the server are read, and which parts of them are shown. */

/** The query parameter that can be exchanged for a token. */
const SECRET = "device";

/** An address, and its form for the address bar and the history. */
export interface Address {
  readonly path: string;
  /** The full query, for the page. */
  readonly query: string;
  /** The path and the query, without the code of a device. */
  readonly shown: string;
}

/**
 * Reads an address of the pages. `/#challenge=ID` and `/#device=CODE` are links from the server.
 */
export function readAddress({ pathname, search, hash }: Location | URL): Address {
  const asked = new URLSearchParams(hash.slice(1));
  const challenge = asked.get("challenge");
  const device = asked.get("device");
  if (pathname === "/" && challenge)
    return address("/play", `?challenge=${encodeURIComponent(challenge)}`);
  if (pathname === "/" && device) return address("/me", `?device=${encodeURIComponent(device)}`);
  return address(pathname, search);
}

function address(path: string, query: string): Address {
  const left = new URLSearchParams(query);
  if (!left.has(SECRET)) return { path, query, shown: path + query };
  left.delete(SECRET);
  return { path, query, shown: path + (left.size > 0 ? `?${left}` : "") };
}
