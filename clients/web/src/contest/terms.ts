/** Words of the server about contests that are English sentences, in the words of the reader. */
import type { pb } from "referee-client";

import { num } from "../words/format.js";
import { maybe, t } from "../words/index.js";

/** Returns the name of a tie-break: the server names them as its tables do. */
export function tieBreakName(name: string): string {
  return maybe(`tie.${name.toLowerCase().replace(/[\s-]+/g, "_")}`, name);
}

/** Returns why a row is below the one before: `below house-search by points`. */
export function whyText(why: string): string {
  const below = /^below (\S+) by (.+)$/.exec(why);
  if (below)
    return t("why.below", { name: `\u2068${below[1]}\u2069`, what: tieBreakName(below[2] ?? "") });
  const tied = /^tied with (\S+)$/.exec(why);
  return tied ? t("why.tied", { name: `\u2068${tied[1]}\u2069` }) : why;
}

const FORMATS = [
  "roundRobin",
  "gauntlet",
  "tables",
  "swiss",
  "knockout",
  "doubleElimination",
  "kingOfTheHill",
  "arena",
] as const;

/** Returns the kind of the format of a tournament. */
export const formatOf = (rules: pb.TournamentRules): (typeof FORMATS)[number] | undefined =>
  FORMATS.find((kind) => rules[kind] !== undefined);

/** Returns a format for people: `Swiss, 5 stages`. */
export function formatText(rules: pb.TournamentRules): string {
  const kind = formatOf(rules);
  if (!kind) return "";
  const name = maybe(
    `format.${kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
    kind,
  );
  const { stages } = rules.swiss ?? {};
  return stages === undefined ? name : `${name}, ${t("stages", { n: num(stages) })}`;
}
