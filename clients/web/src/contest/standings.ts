/** The standings of a tournament, and its crosstable. */
import { digits, type pb } from "referee-client";
import { html, nothing, type TemplateResult } from "lit";

import { playerLink } from "../parts/players.js";
import { num } from "../words/format.js";
import { language, say, t } from "../words/index.js";
import { outText, tieBreakName, whyText } from "./terms.js";
import { crosstable, type ContestModel } from "./model.js";

/** Maximum entrants of a readable crosstable. */
const MOST_IN_CROSSTABLE = 40;

/** Draws the rows, each with the reason why it ranks below the previous one. */
export function standingsView(
  { rows = [], tieBreaks = [] }: pb.TournamentStandings,
  { entrants }: ContestModel,
): TemplateResult {
  const entrantOf = (name: string) => entrants.find(({ player }) => player === name);
  const nameOf = (entrant: number) => entrants[entrant]?.player ?? "";
  if (rows.length === 0) return html`<p class="empty">${t("standings.none")}</p>`;
  return html`<div class="scroll" tabindex="0">
    <table class="standings">
      <thead>
        <tr>
          <th class="number" scope="col">${t("rank")}</th>
          <th scope="col">${t("player")}</th>
          <th class="number" scope="col">${t("points")}</th>
          ${tieBreaks.map((name) => html`<th class="number" scope="col">${tieBreakName(name)}</th>`)}
          <th class="why" scope="col">${t("standings.why")}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({
            rank = 0,
            player = "",
            displayName,
            points = 0,
            tieBreaks: values = [],
            why = "",
            out = "",
          }) =>
            html`<tr class=${out ? "out" : ""}>
              <td class="number">${num(rank)}</td>
              <td>
                ${playerLink(player, displayName)}${out ? html` <span class="soft small" dir="auto">${outText(out, entrantOf(player), nameOf)}</span>` : nothing}${why ? html`<span class="why-below soft small">${whyText(why)}</span>` : nothing}
              </td>
              <td class="number"><b>${num(points)}</b></td>
              ${tieBreaks.map((_, at) => html`<td class="number"><bdi>${digits(values[at] ?? "", language())}</bdi></td>`)}
              <td class="why soft small">${whyText(why)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Draws the points of each entrant against each other one, in the order of the standings. */
export function crosstableView(
  model: ContestModel,
  order: readonly string[],
  names: (player: string) => string,
): TemplateResult {
  const rank = new Map(order.map((player, at) => [player, at]));
  const numbers = model.entrants
    .map((_, number) => number)
    .sort(
      (a, b) =>
        (rank.get(model.entrants[a]?.player ?? "") ?? a) -
        (rank.get(model.entrants[b]?.player ?? "") ?? b),
    );
  if (numbers.length === 0 || model.outcomes.size === 0)
    return html`<p class="empty">${t("cross.none")}</p>`;
  const shown = numbers.slice(0, MOST_IN_CROSSTABLE);
  const table = crosstable(model);
  const player = (number: number): string => model.entrants[number]?.player ?? "";
  return html`<div class="scroll" tabindex="0">
      <table class="cross">
        <thead>
          <tr>
            <th></th>
            <th></th>
            ${shown.map((_, at) => html`<th class="number" scope="col">${num(at + 1)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${shown.map(
            (row, at) =>
              html`<tr>
                <th class="number" scope="row">${num(at + 1)}</th>
                <td>${playerLink(player(row), names(player(row)))}</td>
                ${shown.map((column) => cell(row === column, table.get(`${row} ${column}`)))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="soft small">
      ${t("cross.how")}${numbers.length > shown.length ? html` ${say("cross.cut", { n: num(shown.length), all: num(numbers.length) })}` : nothing}
    </p>`;
}

function cell(
  isSelf: boolean,
  against: ReturnType<typeof crosstable> extends Map<string, infer A> ? A | undefined : never,
): TemplateResult {
  if (isSelf) return html`<td class="self"></td>`;
  if (!against) return html`<td class="number soft">·</td>`;
  const share = against.points / against.matches;
  const tone = share > 0.5 ? "won" : share < 0.5 ? "lost" : "even";
  return html`<td class="number ${tone}">
    <bdi>${num(against.points)}<small>/${num(against.matches)}</small></bdi>
  </td>`;
}
