/** The texts of the board: the words of games, and announcements of a match for screen readers. */
import type { Link } from "../client/client.js";
import type { MatchStep } from "../client/match_state.js";
import type { MatchEnded } from "../messages/index.js";
import type { Prompt } from "../scene/scene.js";
import { fill, textOf, Words, type Part } from "../scene/words.js";
import { boardText, boardWord } from "./words.js";

/** The words and the language of the board. */
export interface Speaker {
  readonly words: Words;
  readonly game: string;
  readonly names: readonly string[];
  readonly lang: string;
}

/** The words that boards on this page have requested, by server. */
const asked = new Map<string, Words>();

/** Returns words that include those of the game. Each server gets one request per game. */
export async function askWords(link: Link, url: string, game: string): Promise<Words> {
  const known = asked.get(url) ?? new Words();
  if (url !== "") asked.set(url, known);
  if (known.game(game)) return known;
  const { game: answer } = await link.call("GameService/GetGame", { game });
  if (answer) known.add(answer);
  return known;
}

/** Formats a step as a sentence: which seat moved, and how. */
export function sayStep({ seat, notation }: MatchStep, speaker: Speaker): string {
  const { lang } = speaker;
  if (seat === undefined) return boardText("chance", lang, { move: notation });
  return boardText("moved", lang, { name: playersOf(speaker)[seat] ?? "", move: notation });
}

/** Returns the name of each player, or of its side. */
function playersOf({ words, game, names, lang }: Speaker): string[] {
  return words
    .sides(game)
    .map(({ name }, seat) => names[seat] || words.text(game, "side", name, lang));
}

/** Formats that it is the viewer's turn, with the prompt. */
export function sayTurn(prompt: Prompt | undefined, speaker: Speaker): string {
  const { words, game, names, lang } = speaker;
  const asks = prompt ? words.prompt(game, prompt, lang, names) : [];
  return `${boardWord("yourTurn", lang)}. ${textOf(asks)}`;
}

/** Formats the end of a match in parts: the winners, a draw, or that it does not count. */
export function endParts({ verdict }: MatchEnded, names: readonly string[], lang: string): Part[] {
  const places = verdict?.places ?? [];
  const winners = places.flatMap((place, seat) => (place === 1 ? [names[seat] ?? ""] : []));
  if (places.length === 0) return fill(boardWord("aborted", lang), {});
  if (winners.length === places.length) return fill(boardWord("drawn", lang), {});
  return fill(boardWord("wins", lang), { name: winners.join(", ") });
}

/** Formats the end of a match as a sentence. */
export function sayEnd(end: MatchEnded, speaker: Speaker): string {
  return textOf(endParts(end, playersOf(speaker), speaker.lang));
}
