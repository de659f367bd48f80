/** The time of the server: the clock of a device may be wrong by hours. */

/** After how long the server is asked again, in milliseconds: devices sleep. */
const KEPT_MS = 60_000;

let known: { atMs: number; readonly unixMs: Promise<number> } | undefined;

/** Asks for the time of the server, in milliseconds since 1970, to the second. */
async function ask(): Promise<number> {
  const { headers } = await fetch("/", { method: "HEAD", cache: "no-store" });
  return Date.parse(headers.get("date") ?? "");
}

/** Returns the time of the server, in milliseconds since 1970; `NaN` if it does not say. */
export async function serverTime(): Promise<number> {
  const nowMs = performance.now();
  if (!known || nowMs - known.atMs > KEPT_MS)
    known = { atMs: nowMs, unixMs: ask().catch(() => Number.NaN) };
  return (await known.unixMs) + nowMs - known.atMs;
}
