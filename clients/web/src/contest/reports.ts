/** Downloads of a tournament: a summary of endings, and tables as CSV. */
import type { pb } from "referee-client";
import { html, type TemplateResult } from "lit";

import { icon } from "../shell/icons.js";
import { duration, num, percent } from "../words/format.js";
import { maybe, t } from "../words/index.js";
import { encounterOf, seatsOf, type ContestModel } from "./model.js";

/** Writes a field of CSV. A text that a spreadsheet would execute gets an apostrophe. */
function field(value: unknown): string {
  const text = String(value ?? "");
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const csv = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => row.map(field).join(",")).join("\r\n") + "\r\n";

export function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export function standingsCsv({ rows = [], tieBreaks = [] }: pb.TournamentStandings): string {
  const head = ["rank", "player", "points", ...tieBreaks, "why", "out"];
  return csv([
    head,
    ...rows.map((row) => [
      row.rank,
      row.player,
      row.points ?? 0,
      ...(row.tieBreaks ?? []),
      row.why,
      row.out,
    ]),
  ]);
}

/** Writes one line for each seat of each match. */
export function matchesCsv(model: ContestModel, ids: ReadonlyMap<string, string>): string {
  const encounters = new Map(model.encounters.map((encounter) => [encounter.key, encounter]));
  const lines = [...model.outcomes.values()].flatMap(({ key, counted, voided }) => {
    const encounter = encounters.get(encounterOf(key));
    if (!encounter || (!counted && !voided)) return [];
    return seatsOf(encounter, key).map((entrant, seat) => [
      key,
      ids.get(key),
      seat,
      model.entrants[entrant]?.player,
      counted?.places?.[seat],
      counted?.points?.[seat] ?? 0,
      (counted?.termination ?? "void").replace("TERMINATION_", "").toLowerCase(),
      counted?.plies,
      counted?.thoughtMs?.[seat],
    ]);
  });
  return csv([
    ["match", "id", "seat", "player", "place", "points", "ended_by", "plies", "thought_ms"],
    ...lines,
  ]);
}

export function reportsView(
  id: string,
  model: ContestModel,
  standings: pb.TournamentStandings,
  ids: ReadonlyMap<string, string>,
): TemplateResult {
  const counted = [...model.outcomes.values()].flatMap(({ counted }) => counted ?? []);
  const causes = new Map<string, number>();
  for (const { termination = "TERMINATION_UNSPECIFIED" } of counted)
    causes.set(termination, (causes.get(termination) ?? 0) + 1);
  const elapsed = counted.reduce((sum, { elapsedMs = "0" }) => sum + Number(elapsedMs), 0);
  return html`<div class="halves">
    <section>
      <h2>${t("reports.ends")}</h2>
      ${
        counted.length === 0
          ? html`<p class="empty">${t("reports.none")}</p>`
          : html`<table>
                <tbody>
                  ${[...causes]
                    .sort((a, b) => b[1] - a[1])
                    .map(
                      ([name, many]) =>
                        html`<tr>
                          <td>${maybe(`ended.${name.replace("TERMINATION_", "")}`, name)}</td>
                          <td class="number">${num(many)}</td>
                          <td class="number soft">${percent(many / counted.length)}</td>
                        </tr>`,
                    )}
                </tbody>
              </table>
              <p class="soft small">
                ${t("reports.mean", { time: duration(elapsed / counted.length), n: num(counted.length) })}
              </p>`
      }
    </section>
    <section class="stack">
      <h2>${t("reports.files")}</h2>
      <p class="row">
        <button @click=${() => save(`${id}-standings.csv`, standingsCsv(standings))}>
          ${icon("download")}${t("reports.standings")}
        </button>
        <button @click=${() => save(`${id}-matches.csv`, matchesCsv(model, ids))}>
          ${icon("download")}${t("reports.matches")}
        </button>
      </p>
      <p class="soft">
        ${t("reports.more")} <code dir="ltr">referee tournament export ${id}</code>
      </p>
    </section>
  </div>`;
}
