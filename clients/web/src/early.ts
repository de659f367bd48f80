/** What takes longest to come. It starts before the other scripts are there: see `vite.config.ts`. */
const LIST_GAMES = "/referee.v1.GameService/ListGames?connect=v1&encoding=json&message=%7B%7D";

/** Asks for the games of the server, by a call that browsers keep. */
export const askGames = (): Promise<Response> => fetch(LIST_GAMES);

/** The first answer, for the first that needs it. */
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
    // The reader has blocked the storage of the page, and with it its workers.
    return undefined;
  }
}
