/** The time of the server. The clock of a device may be wrong by hours. */

/** Time after which the server is asked again, in milliseconds. Devices may sleep in between. */
const KEPT_MS = 60_000;

let known: { atMs: number; readonly unixMs: Promise<number> } | undefined;

/** Requests the time of the server, in milliseconds since 1970, rounded down to seconds. */
async function ask(): Promise<number> {
  const { headers } = await fetch("/", { method: "HEAD", cache: "no-store" });
  return Date.parse(headers.get("date") ?? "");
}

/**
 * Returns the time of the server, in milliseconds since 1970. `NaN` if the server does not answer
 * with it.
 */
export async function serverTime(): Promise<number> {
  const nowMs = performance.now();
  if (!known || nowMs - known.atMs > KEPT_MS)
    known = { atMs: nowMs, unixMs: ask().catch(() => Number.NaN) };
  return (await known.unixMs) + nowMs - known.atMs;
}
