/** The words of games: the text of every key in a scene, by language. */
import type * as pb from "../messages/index.js";
import type { Prompt } from "./scene.js";

/** The kind of a key, by the field that contains it. */
export type WordKind =
  | "game"
  | "side"
  | "token"
  | "colour"
  | "counter"
  | "highlight"
  | "prompt"
  | "choice"
  | "cause"
  | "option"
  | "value"
  | "mark";

/** The side of a seat: the keys of its name and colour, and the half turns of its view. */
export interface Side {
  readonly name: string;
  readonly colour: string;
  readonly halfTurns: number;
}

/** A part of a text. A name or a value is isolated from the writing direction around it. */
export interface Part {
  readonly text: string;
  readonly isIsolated: boolean;
}

/** The language in which every text exists. */
const FALLBACK = "en";

/** Returns the language without its region: `fa` for `fa-IR`. */
export const language = (tag: string): string => tag.toLowerCase().split("-")[0] ?? FALLBACK;

/** The words of a server's games. */
export class Words {
  readonly #games = new Map<string, pb.Game>();
  readonly #texts = new Map<string, Readonly<Record<string, string>>>();

  constructor(games: readonly pb.Game[] = []) {
    for (const game of games) this.add(game);
  }

  /** Adds a game, or replaces it. */
  add(game: pb.Game): void {
    const id = game.id ?? "";
    this.#games.set(id, game);
    for (const { kind = "", key = "", texts = {} } of game.words ?? []) {
      this.#texts.set(`${id} ${kind.replace("WORD_KIND_", "").toLowerCase()} ${key}`, texts);
    }
  }

  /** Returns a game, if known. */
  game(id: string): pb.Game | undefined {
    return this.#games.get(id);
  }

  /** Returns the sides of a game, seat 0 first. */
  sides(id: string): Side[] {
    return (this.#games.get(id)?.sides ?? []).map(({ name = "", colour = "", halfTurns = 0 }) => ({
      name,
      colour,
      halfTurns,
    }));
  }

  /**
   * Returns the text of a key, in English if the language is missing, or the key itself as words.
   */
  text(game: string, kind: WordKind, key: string, lang: string): string {
    const texts = this.#texts.get(`${game} ${kind} ${key}`);
    return texts?.[language(lang)] ?? texts?.[FALLBACK] ?? key.replaceAll("_", " ");
  }

  /** Returns whether the game has a text for this key. */
  has(game: string, kind: WordKind, key: string): boolean {
    return this.#texts.has(`${game} ${kind} ${key}`);
  }

  /** Returns the text of a prompt, with its value and the name of the player filled in. */
  prompt(game: string, prompt: Prompt, lang: string, names: readonly string[]): Part[] {
    const text = this.text(game, "prompt", prompt.key, lang);
    const name = prompt.forSeat === undefined ? "" : (names[prompt.forSeat] ?? "");
    return fill(text, { value: prompt.value, for: name });
  }
}

/** Replaces each `{name}` by its text. */
export function fill(text: string, values: Readonly<Record<string, string>>): Part[] {
  const parts = text.split(/(\{\w+\})/).filter((part) => part !== "");
  return parts.map((part) => {
    const value = values[part.slice(1, -1)];
    const isPlace = part.startsWith("{") && value !== undefined;
    return { text: isPlace ? value : part, isIsolated: isPlace };
  });
}

/** Returns the parts as one text. */
export const textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join("");

const PERSIAN = "۰۱۲۳۴۵۶۷۸۹";

/**
 * Returns a text with the digits of the language, for example Persian ones. Never use it for
 * notation.
 */
export function digits(text: string | number, lang: string): string {
  const plain = String(text);
  if (language(lang) !== "fa") return plain;
  return plain.replace(/\d/g, (digit) => PERSIAN[Number(digit)] ?? digit);
}
