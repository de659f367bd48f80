/** The sentences of `ContestReason` in the language of the reader. */
import type { pb } from "referee-client";

import { duration, num } from "../words/format.js";
import { maybe, t, type Key } from "../words/index.js";

/** Returns the sentence of a reason. `nameOf` returns the name of an entrant by its number. */
export function reasonText(
  reason: pb.ContestReason | undefined,
  nameOf: (entrant: number) => string,
): string {
  const code = (reason?.code ?? "").replace("CODE_", "");
  const { numbers = [], entrants = [], text = "", sentence = "" } = reason ?? {};
  if (code === "SAID" || code === "") return text || sentence;
  const values = numbers.map(Number);
  const special = SPECIAL[code];
  if (special) return special(values, entrants.map(nameOf), text);
  const key = `paired.${code}`;
  if (maybe(key, "") === "")
    return sentence.replace(/#(\d+)/g, (_, number: string) => nameOf(Number(number) - 1));
  const [a = 0, b = 0, c = 0] = values;
  return t(key as Key, {
    a: num(a),
    b: num(b),
    c: num(c),
    name: entrants.map(nameOf).join(", "),
    text,
  });
}

type Said = (numbers: readonly number[], names: readonly string[], text: string) => string;

/** Converts half points to points. */
const halves = (count: number | undefined): string => num((count ?? 0) / 2);

const CHOICES: readonly Key[] = ["paired.served.new", "paired.served.best", "paired.served.free"];
const LEVELS: Readonly<Record<string, Key>> = {
  "1": "paired.above",
  "0": "paired.level",
  "-1": "paired.below",
};

const SPECIAL: Readonly<Record<string, Said>> = {
  SWISS: (numbers) =>
    t("paired.SWISS", { a: halves(numbers[0]), b: halves(numbers[2]) }) +
    (numbers[5] ? ` ${t("paired.again")}` : ""),
  SWISS_BYE: (numbers) => t("paired.SWISS_BYE", { a: halves(numbers[0]) }),
  ARENA: (numbers, names) =>
    t("paired.ARENA", {
      name: names[0] ?? "",
      a: duration(numbers[0] ?? 0),
      b: num(numbers[1] ?? 0),
    }),
  FAULTS: (numbers) =>
    t("paired.FAULTS", { a: num(numbers[0] ?? 0), b: duration(numbers[2] ?? 0) }),
  HILL: (numbers, names) =>
    t("paired.HILL", { name: names[0] ?? "", other: names[1] ?? "", a: num(numbers[0] ?? 0) }),
  SERVED: served,
};

function served(numbers: readonly number[], names: readonly string[]): string {
  const [waited = 0, choice = 0, ...rest] = numbers;
  const first = t("paired.SERVED", { name: names[0] ?? "", a: duration(waited) });
  const others = names.slice(1).map((name, at) => {
    const [expected = 0, side = 0, met = 0] = rest.slice(3 * at, 3 * at + 3);
    return t("paired.served.other", {
      name,
      a: num(expected / 10, 0),
      level: t(LEVELS[String(side)] ?? "paired.level"),
      b: num(met),
    });
  });
  return [first, t(CHOICES[choice] ?? "paired.served.best"), ...others].join(" ");
}
