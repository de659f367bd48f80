/** The part of TOML that profiles use: tables of texts. */
import type { Profile } from "../profiles.js";

const SPACE = "[ \\t]*";
const COMMENT = `${SPACE}(?:#.*)?`;
const BARE = "[A-Za-z0-9_-]+";
const QUOTED = `"(?:[^"\\\\]|\\\\.)*"|'[^']*'`;
const TABLE = new RegExp(`^${SPACE}\\[${SPACE}(${BARE}|${QUOTED})${SPACE}\\]${COMMENT}$`);
const TEXT = new RegExp(`^${SPACE}(${BARE}|${QUOTED})${SPACE}=${SPACE}(${QUOTED})${COMMENT}$`);
const NOTHING = new RegExp(`^${COMMENT}$`);

/** Returns the profiles of a file; undefined if it is malformed. */
export function readProfiles(text: string): Map<string, Profile> | undefined {
  const tables = new Map<string, Map<string, string>>();
  let table: Map<string, string> | undefined;
  try {
    for (const line of text.split(/\r?\n/)) {
      if (NOTHING.test(line)) continue;
      const [, name] = TABLE.exec(line) ?? [];
      const [, key, value] = TEXT.exec(line) ?? [];
      if (name !== undefined && !tables.has(plain(name))) {
        tables.set(plain(name), (table = new Map()));
      } else if (key !== undefined && value !== undefined && table && !table.has(plain(key))) {
        table.set(plain(key), plain(value));
      } else return undefined;
    }
  } catch {
    // A text with an unknown escape.
    return undefined;
  }
  const profiles = new Map<string, Profile>();
  for (const [name, of] of tables) {
    const url = of.get("url");
    if (url === undefined) return undefined;
    profiles.set(name, { url, token: of.get("token") ?? "" });
  }
  return profiles;
}

/** Returns the lines of a profile. */
export function linesOf(name: string, { url, token }: Profile): string {
  const key = new RegExp(`^${BARE}$`).test(name) ? name : JSON.stringify(name);
  return `\n[${key}]\nurl = ${JSON.stringify(url)}\ntoken = ${JSON.stringify(token)}\n`;
}

/** Returns a key or a value without its quotes. */
function plain(text: string): string {
  if (text.startsWith("'")) return text.slice(1, -1);
  if (!text.startsWith('"')) return text;
  const known = text.replace(/\\(U[0-9a-fA-F]{8}|.)/g, (escape, what: string) =>
    what.startsWith("U") && what.length > 1
      ? JSON.stringify(String.fromCodePoint(Number.parseInt(what.slice(1), 16))).slice(1, -1)
      : escape,
  );
  return JSON.parse(known) as string;
}
