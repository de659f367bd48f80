/** Translates the English terms that the server uses for contests. */
import type { pb } from "referee-client";

import { num } from "../words/format.js";
import { maybe, t } from "../words/index.js";
import type { Entrant } from "./model.js";
import { reasonText } from "./reasons.js";

/** Returns the translated name of a tie-break. */
export function tieBreakName(name: string): string {
  return maybe(`tie.${name.toLowerCase().replace(/[\s-]+/g, "_")}`, name);
}

/** Returns why a row ranks below the previous one: `below house-search by points`. */
export function whyText(why: string): string {
  const below = /^below (\S+) by (.+)$/.exec(why);
  if (below)
    return t("why.below", { name: `\u2068${below[1]}\u2069`, what: tieBreakName(below[2] ?? "") });
  const tied = /^tied with (\S+)$/.exec(why);
  return tied ? t("why.tied", { name: `\u2068${tied[1]}\u2069` }) : why;
}

/**
 * Returns why an entrant no longer plays. Without an entrant, the reason stays in English, as in
 * the row: `withdrawn: its host is gone`.
 */
export function outText(
  out: string,
  entrant: Entrant | undefined,
  nameOf: (entrant: number) => string,
): string {
  const [kind = "", ...said] = out.split(": ");
  const { outReason } = entrant ?? {};
  // A voluntary withdrawal needs no further reason.
  if (outReason?.code === "CODE_WITHDREW") return maybe(`out.${kind}`, kind);
  const why = outReason ? reasonText(outReason, nameOf) : said.join(": ");
  return [maybe(`out.${kind}`, kind), why].filter((part) => part !== "").join(": ");
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

/** Returns the format of a tournament. */
export const formatOf = (rules: pb.TournamentRules): (typeof FORMATS)[number] | undefined =>
  FORMATS.find((kind) => rules[kind] !== undefined);

/** Returns a readable format: `Swiss, 5 stages`. */
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
