/** The slowest requests. They start before the other scripts are loaded: see `vite.config.ts`. */
const LIST_GAMES = "/referee.v1.GameService/ListGames?connect=v1&encoding=json&message=%7B%7D";

/** How long the stream of the featured match is open at most, in milliseconds. */
const FEATURED_MS = 10_000;

/** Asks for the games of the server, by a call that browsers keep. */
export const askGames = (): Promise<Response> => fetch(LIST_GAMES);

/** The first answer. Its first user takes it. */
export const firstGames: { answer?: Promise<Response> | undefined } = { answer: askGames() };
firstGames.answer?.catch(() => undefined);

/** A stream of the featured match that ends by itself, as lines of JSON. */
export interface FirstFeatured {
  readonly game: string;
  readonly answer: Promise<Response>;
  stop(): void;
}

/** The featured match of the first page, until it is taken; unset on other pages. */
export const firstFeatured: { stream?: FirstFeatured | undefined } = {
  stream: location.pathname === "/" && !location.hash ? askFeatured() : undefined,
};

function askFeatured(): FirstFeatured {
  const ending = new AbortController();
  const game = new URLSearchParams(location.search).get("game") ?? "";
  const answer = fetch("/referee.v1.MatchService/WatchMatches", {
    method: "POST",
    headers: { "content-type": "application/x-ndjson" },
    body: JSON.stringify({ featured: true, detail: "DETAIL_FRAMES", ...(game && { game }) }),
    signal: ending.signal,
  });
  answer.catch(() => undefined);
  setTimeout(() => ending.abort(), FEATURED_MS);
  return { game, answer, stop: () => ending.abort() };
}

/** The worker that holds the streams; unset if the browser has no shared workers. */
export const worker = startWorker();

function startWorker(): SharedWorker | undefined {
  if (!("SharedWorker" in self)) return undefined;
  try {
    return new SharedWorker(new URL("./streams/worker.ts", import.meta.url), {
      type: "module",
      name: "referee",
    });
  } catch {
    // If the reader has blocked the storage of the page, its workers are blocked, too.
    return undefined;
  }
}
