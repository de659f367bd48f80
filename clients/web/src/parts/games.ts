/** The games of the server with their words: read once. */
import { RefereeError, Words, type pb } from "referee-client";

import { askGames, firstGames } from "../early.js";
import { retried } from "../shell/retry.js";
import { language } from "../words/index.js";

let games: readonly pb.Game[] = [];
let words = new Words([]);
let loading: Promise<void> | undefined;

async function load(): Promise<void> {
  const first = firstGames.answer;
  firstGames.answer = undefined;
  const response = await (first ?? askGames());
  // A proxy may answer for a server that restarts.
  if (!response.ok)
    throw new RefereeError({ code: "unavailable", message: `HTTP ${response.status}` });
  const list = (await response.json()) as pb.ListGamesResponse;
  games = list.games ?? [];
  words = new Words([...games]);
}

/** Waits for the games, which are asked for until they have come. */
export function gamesLoaded(): Promise<void> {
  loading ??= retried(load);
  return loading;
}

export const allGames = (): readonly pb.Game[] => games;
export const gameWords = (): Words => words;
export const game = (id: string): pb.Game | undefined => games.find((one) => one.id === id);

/** Returns the name of a game in the language of the reader. */
export function gameName(id: string): string {
  return words.game(id) ? words.text(id, "game", id, language()) : id;
}

/** Returns a text of a game by its key. */
export function gameText(id: string, kind: Parameters<Words["text"]>[1], key: string): string {
  return words.text(id, kind, key, language());
}
