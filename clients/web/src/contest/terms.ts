/** Words of the server about contests that are English sentences, in the words of the reader. */
import type { pb } from "referee-client";

import { num } from "../words/format.js";
import { maybe, t } from "../words/index.js";
import type { Entrant } from "./model.js";
import { reasonText } from "./reasons.js";

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

/** Returns how an entrant is out, and why: `withdrawn: its host is gone`, in English from a row. */
export function outText(
  out: string,
  entrant: Entrant | undefined,
  nameOf: (entrant: number) => string,
): string {
  const [kind = "", ...said] = out.split(": ");
  const { outReason } = entrant ?? {};
  // That it withdrew by itself says no more than that it is out.
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
