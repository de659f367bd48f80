/**
 * The words of the pages in the language of the reader. The words of games come from the server.
 */
import { html, type TemplateResult } from "lit";

import { keep, kept } from "../shell/storage.js";
import { en } from "./en.js";

export type Key = keyof typeof en;
export type Words = Readonly<Record<Key, string>>;
export type Language = "en" | "fa" | "ru";

/** The languages, each by its own name. */
export const LANGUAGES: Readonly<Record<Language, string>> = {
  en: "English",
  fa: "فارسی",
  ru: "Русский",
};

const STORED = "referee.language";

const TABLES: Readonly<Record<Language, () => Promise<Words>>> = {
  en: async () => en,
  fa: async () => (await import("./fa.js")).fa,
  ru: async () => (await import("./ru.js")).ru,
};

let words: Words = en;
let current: Language = "en";
const listeners = new Set<() => void>();

/** Returns the language that the reader chose, or else the preferred one of those available. */
function preferred(): Language {
  const wished = [kept(STORED), ...navigator.languages];
  const known = wished
    .map((tag) => tag?.split("-")[0])
    .find((tag) => tag !== undefined && tag in LANGUAGES);
  return (known as Language | undefined) ?? "en";
}

export const language = (): Language => current;

/** Calls `changed` when the language changes, until the result is called. */
export function onLanguage(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Changes the language and stores the choice. Without `wished`, uses the preferred language. */
export async function setLanguage(wished?: Language): Promise<void> {
  if (wished) keep(STORED, wished);
  const next = wished ?? preferred();
  words = await TABLES[next]();
  current = next;
  document.documentElement.lang = next;
  document.documentElement.dir = next === "fa" ? "rtl" : "ltr";
  for (const changed of listeners) changed();
}

/** Returns the text of a key, with `{name}` replaced by the value of that name. */
export function t(key: Key, values: Readonly<Record<string, string>> = {}): string {
  return words[key].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/**
 * Like `t`, for values that are templates. Texts among them are isolated from the direction of
 * their surroundings.
 */
export function say(key: Key, values: Readonly<Record<string, unknown>>): TemplateResult {
  const parts = words[key].split(/\{(\w+)\}/);
  return html`${parts.map((part, at) => (at % 2 === 0 ? part : isolated(values[part])))}`;
}

function isolated(value: unknown): unknown {
  return typeof value === "string" ? html`<bdi>${value}</bdi>` : value;
}

/**
 * Returns the text of a computed key, such as `state.LIVE`. Returns `otherwise` if there is no such
 * key.
 */
export function maybe(key: string, otherwise: string): string {
  return key in words ? words[key as Key] : otherwise;
}

/**
 * Returns an English sentence of the server, after what it is about in another language. Values of
 * the sentence, such as a limit, are in no word of the pages.
 */
export function sentence(key: string, english: string): string {
  const about = maybe(key, "");
  return about === "" ? english : `${about} \u2068${english}\u2069`;
}
