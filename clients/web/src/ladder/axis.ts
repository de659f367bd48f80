/**
 * Charts of ratings: all entrants with their intervals on one axis, and the history of one entrant.
 */
import type { pb } from "referee-client";
import { html, nothing, svg, type TemplateResult } from "lit";

import { playerLink } from "../parts/players.js";
import { date, num, signed } from "../words/format.js";
import { t } from "../words/index.js";

/** Size of a drawing, in its own units. */
const WIDTH = 1000;
const HEIGHT = 260;
const TICKS = 5;
/** Margin beside the minimum and the maximum, as a share of the range. */
const ROOM = 0.06;

interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

/** Returns a scale with round ticks from `low` to `high`. */
function scale(low: number, high: number, length: number): Scale {
  const span = Math.max(1e-6, high - low) * (1 + 2 * ROOM);
  const from = low - (high - low) * ROOM;
  const rough = span / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const ticks: number[] = [];
  for (let tick = Math.ceil(from / step) * step; tick <= from + span; tick += step)
    ticks.push(tick);
  return { at: (value) => ((value - from) / span) * length, ticks };
}

export interface RatingsView {
  readonly ratings: pb.LadderRatings;
  /** Players that the reader has chosen, at most two. */
  readonly chosen: readonly string[];
  readonly choose: (player: string) => void;
}

/** Returns the value of a rating, in Elo or in points per deal. */
export const valueOf = (rating: pb.LadderRating): number => rating.points ?? rating.elo ?? 0;

function row(view: RatingsView, rating: pb.LadderRating, { at, ticks }: Scale): TemplateResult {
  const { player = "", displayName = "", rank = 0, low = 0, high = 0, matches = "0" } = rating;
  const isChosen = view.chosen.includes(player);
  const value = valueOf(rating);
  const digits = rating.points === undefined ? 0 : 2;
  return html`<tr class="${isChosen ? "chosen" : ""} ${rating.isIn ? "" : "out"}">
    <td class="number soft">${num(rank)}</td>
    <td class="rating-name">${playerLink(player, displayName)}</td>
    <td class="number"><b>${num(value, digits)}</b></td>
    <td class="axis" dir="ltr">
      <svg
        viewBox="0 0 ${WIDTH} 24"
        preserveAspectRatio="none"
        role="img"
        aria-label="${num(low, digits)} – ${num(high, digits)}"
      >
        ${ticks.map((tick) => svg`<line class="tick" x1=${at(tick)} x2=${at(tick)} y1="0" y2="24" vector-effect="non-scaling-stroke" />`)}
        <line
          class="interval"
          x1=${at(low)}
          x2=${at(high)}
          y1="12"
          y2="12"
          vector-effect="non-scaling-stroke"
        />
        <line
          class="value"
          x1=${at(value)}
          x2=${at(value)}
          y1="6"
          y2="18"
          vector-effect="non-scaling-stroke"
        />
      </svg>
    </td>
    <td class="beside number soft small">
      <bdi dir="ltr">${num(low, digits)} … ${num(high, digits)}</bdi>
    </td>
    <td class="beside number soft">${num(Number(matches))}</td>
    <td>
      <button class="plain small" aria-pressed=${isChosen} @click=${() => view.choose(player)}>
        ${t(isChosen ? "ladder.chosen" : "ladder.choose")}
      </button>
    </td>
  </tr>`;
}

/** Draws the ratings, with one table for each set of entrants that are connected by matches. */
export function ratingsView(view: RatingsView): TemplateResult {
  const all = view.ratings.ratings ?? [];
  if (all.length === 0)
    return html`<p class="empty">${view.ratings.unrated || t("ladder.unrated")}</p>`;
  const axis = scale(
    Math.min(...all.map(({ low = 0 }) => low)),
    Math.max(...all.map(({ high = 0 }) => high)),
    WIDTH,
  );
  const components = [...new Set(all.map(({ component = 0 }) => component))];
  return html`${components.length > 1 ? html`<p class="note">${t("ladder.components")}</p>` : nothing}
  ${components.map(
    (component) =>
      html`<div class="scroll" tabindex="0">
        <table class="ratings">
          <thead>
            <tr>
              <th class="number" scope="col">${t("rank")}</th>
              <th scope="col">${t("player")}</th>
              <th class="number" scope="col">
                ${t(all[0]?.points === undefined ? "elo" : "ladder.points")}
              </th>
              <th class="axis" dir="ltr">${ticksView(axis)}</th>
              <th class="beside number" scope="col">${t("interval")}</th>
              <th class="beside number" scope="col">${t("matches")}</th>
              <th><span class="visually-hidden">${t("ladder.choose")}</span></th>
            </tr>
          </thead>
          <tbody>
            ${all.filter((one) => (one.component ?? 0) === component).map((one) => row(view, one, axis))}
          </tbody>
        </table>
      </div>`,
  )}`;
}

/**
 * Draws the ticks. Styles are set as properties, because the policy of the pages forbids style
 * attributes.
 */
function ticksView({ at, ticks }: Scale): TemplateResult {
  return html`<span class="ticks" aria-hidden="true"
    >${ticks.map(
      (tick) => html` <span .style=${`left: ${(at(tick) / WIDTH) * 100}%`}>${num(tick)}</span>`,
    )}</span
  >`;
}

/** Draws the history of an entrant's live rating. */
export function historyView(points: readonly pb.LadderHistoryPoint[]): TemplateResult {
  if (points.length < 2) return html`<p class="empty">${t("ladder.no-history")}</p>`;
  const y = scale(
    Math.min(...points.map(({ low = 0 }) => low)),
    Math.max(...points.map(({ high = 0 }) => high)),
    HEIGHT,
  );
  const x = (at: number): number => (at / (points.length - 1)) * WIDTH;
  const line = (value: (point: pb.LadderHistoryPoint) => number): string[] =>
    points.map((point, at) => `${x(at).toFixed(1)},${(HEIGHT - y.at(value(point))).toFixed(1)}`);
  const band = [...line(({ low = 0 }) => low), ...line(({ high = 0 }) => high).toReversed()].join(
    " ",
  );
  const [first, last] = [points[0], points.at(-1)];
  return html`<figure class="history" dir="ltr">
    <svg
      viewBox="-70 -10 ${WIDTH + 80} ${HEIGHT + 20}"
      role="img"
      aria-label=${t("ladder.history")}
    >
      ${y.ticks.map((tick) => svg`<line class="tick" x1="0" x2=${WIDTH} y1=${HEIGHT - y.at(tick)} y2=${HEIGHT - y.at(tick)} /><text x="-10" y=${HEIGHT - y.at(tick) + 6} text-anchor="end">${num(tick)}</text>`)}
      <polygon class="band" points=${band} />
      <polyline class="way" points=${line(({ liveElo = 0 }) => liveElo).join(" ")} />
    </svg>
    <figcaption class="soft small">
      <span>${date(Number(first?.atUnixMs ?? 0))}</span
      ><span>${date(Number(last?.atUnixMs ?? 0))}</span>
    </figcaption>
  </figure>`;
}

/** Draws the difference between two entrants. */
export function comparisonView(
  compared: pb.CompareLadderEntrantsResponse,
  first: string,
  second: string,
): TemplateResult {
  const { difference = 0, low = 0, high = 0, los, expectedScore } = compared;
  return html`<div class="comparison">
    <p class="versus"><bdi>${first}</bdi> <span class="soft">–</span> <bdi>${second}</bdi></p>
    <p>
      <b class="difference" dir="ltr">${signed(difference)}</b>
      <span class="soft" dir="ltr">(${signed(low)} … ${signed(high)})</span>
    </p>
    ${los === undefined ? nothing : html`<p class="soft">${t("ladder.los", { p: num(los * 100) })}</p>`}
    ${expectedScore === undefined ? nothing : html`<p class="soft">${t("ladder.expected", { p: num(expectedScore * 100) })}</p>`}
  </div>`;
}
