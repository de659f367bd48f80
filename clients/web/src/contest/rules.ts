/** The rules of a tournament, or of a category of a ladder, as a list of facts. */
import type { pb } from "referee-client";
import { html, type TemplateResult } from "lit";

import { controlText } from "../parts/controls.js";
import { gameName, gameText, gameWords } from "../parts/games.js";
import { date, duration, num } from "../words/format.js";
import { maybe, t, type Key } from "../words/index.js";
import { formatOf, tieBreakName } from "./terms.js";

type Fact = readonly [Key, unknown];

export function factsView(facts: readonly (Fact | undefined)[]): TemplateResult {
  return html`<dl class="facts">
    ${facts.flatMap((fact) =>
      fact === undefined || fact[1] === undefined || fact[1] === ""
        ? []
        : [
            html`<dt>${t(fact[0])}</dt>
              <dd>${fact[1]}</dd>`,
          ],
    )}
  </dl>`;
}

/** Returns the facts of the matches: the game, its options, the clock. */
export function matchFacts(matches: pb.TournamentMatches | undefined): Fact[] {
  const { game = "", options = {}, rules, openings = [] } = matches ?? {};
  const words = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const shown = words.map((key) =>
    gameWords().has(game, "value", key) ? gameText(game, "value", key) : key,
  );
  const controls = [...new Set(rules?.timeControls ?? [])];
  return [
    ["rules.game", gameName(game)],
    ["rules.options", shown.join(", ")],
    [
      "rules.clock",
      html`<bdi>${controls.map(controlText).join(" / ")}</bdi>
        <code>${controls.join(" / ")}</code>`,
    ],
    ["rules.stakes", t(rules?.rated ? "rated" : "casual")],
    ["rules.openings", openings.length > 0 ? num(openings.length) : ""],
  ];
}

function formatFacts(rules: pb.TournamentRules): Fact[] {
  const kind = formatOf(rules);
  const format: Record<string, unknown> = kind ? { ...rules[kind] } : {};
  const facts: Fact[] = kind ? [["rules.format", maybe(`kind.${kind}`, kind)]] : [];
  for (const [name, value] of Object.entries(format)) {
    const key = `rules.${name}`;
    if (maybe(key, "") === "") continue;
    const text = name.endsWith("Ms")
      ? duration(Number(value))
      : typeof value === "boolean"
        ? t("yes")
        : num(Number(value));
    facts.push([key as Key, text]);
  }
  return facts;
}

export function tournamentRules(
  rules: pb.TournamentRules,
  matches: pb.TournamentMatches | undefined,
): TemplateResult {
  const [win = 1, draw = 0.5, loss = 0] = rules.resultPoints ?? [];
  const test = rules.test;
  return html`${factsView([
      ...matchFacts(matches),
      ...formatFacts(rules),
      ["rules.seats", num(rules.seats ?? 2)],
      ["rules.matches", num(rules.matchesPerEncounter ?? 1)],
      [
        "rules.points-for",
        maybe(`points.${(rules.pointsFor ?? "").replace("POINTS_FOR_", "")}`, ""),
      ],
      [
        "rules.result-points",
        html`<bdi dir="ltr">${[win, draw, loss].map((one) => num(one)).join(" / ")}</bdi>`,
      ],
      ["rules.bye", num(rules.byePoints ?? 0)],
      [
        "rules.tie-breaks",
        (rules.tieBreaks ?? [])
          .map(({ kind = "" }) => tieBreakName(kind.replace("TIE_BREAK_KIND_", "")))
          .join(", "),
      ],
      ["rules.replays", num(rules.replays ?? 0)],
      ["rules.release", rules.isReleasedByHost ? t("rules.by-host") : ""],
      ["rules.starts", rules.startsAtUnixMs ? date(Number(rules.startsAtUnixMs)) : ""],
      ["rules.check-in", rules.checkInMinutes ? duration(rules.checkInMinutes * 60_000) : ""],
      ["rules.provisional", rules.provisionalMs ? duration(Number(rules.provisionalMs)) : ""],
      ["rules.accept-within", rules.acceptWithinMs ? duration(Number(rules.acceptWithinMs)) : ""],
      [
        "rules.test",
        test
          ? html`<bdi dir="ltr"
              >[${num(test.lower ?? 0)}, ${num(test.upper ?? 0)}], α ${num(test.alpha ?? 0, 3)}, β
              ${num(test.beta ?? 0, 3)}</bdi
            >`
          : "",
      ],
    ])}
    <p class="soft small">
      ${t("rules.more")} <a href="/docs/tournaments">${t("rules.book")}</a>
    </p>`;
}
