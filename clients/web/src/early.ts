/** The slowest requests. They start before the other scripts are loaded: see `vite.config.ts`. */
const LIST_GAMES = "/referee.v1.GameService/ListGames?connect=v1&encoding=json&message=%7B%7D";

/** Fetches the games of the server. Browsers can cache this call. */
export const askGames = (): Promise<Response> => fetch(LIST_GAMES);

/** The first answer. Its first user takes it. */
export const firstGames: { answer?: Promise<Response> | undefined } = { answer: askGames() };
firstGames.answer?.catch(() => undefined);

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
