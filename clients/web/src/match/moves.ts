/** The list of moves. Readers use it to look back. */
import type { MatchState, MatchStep } from "referee-client";
import { html, nothing, type TemplateResult } from "lit";

import { gameText } from "../parts/games.js";
import { sideMark } from "../parts/players.js";
import { icon, type Icon } from "../shell/icons.js";
import { num, score } from "../words/format.js";
import { t, type Key } from "../words/index.js";

/** The position that the reader looks at, by the number of steps in its round. */
export interface Spot {
  readonly round: number;
  readonly ply: number;
}

export interface MovesView {
  readonly game: string;
  readonly seats: number;
  readonly state: MatchState;
  /** Unset for the current position. */
  readonly at?: Spot | undefined;
  readonly show: (spot: Spot | undefined) => void;
  readonly step: (by: number) => void;
}

/** Number of seats that have their own column. */
const COLUMNS = 2;

function ply(view: MovesView, step: MatchStep): TemplateResult {
  const spot = { round: step.round, ply: step.ply + 1 };
  const at = view.at ?? { round: view.state.round, ply: view.state.ply };
  const isHere = at.round === spot.round && at.ply === spot.ply;
  const mark =
    view.seats > COLUMNS && step.seat !== undefined ? sideMark(view.game, step.seat) : nothing;
  return html`<button
    class="ply ${step.isForced ? "forced" : ""}"
    aria-current=${isHere ? "step" : nothing}
    @click=${() => view.show(spot)}
  >
    ${mark}<span class="notation">${step.notation}</span>
  </button>`;
}

/**
 * Arranges the steps in rows. Each row has at most one step per seat, in the order of the seats.
 */
function rows(steps: readonly MatchStep[]): (readonly (MatchStep | undefined)[])[] {
  const made: (MatchStep | undefined)[][] = [];
  for (const step of steps) {
    const last = made.at(-1);
    const seat = step.seat ?? 0;
    if (last && seat > last.findLastIndex((one) => one !== undefined)) last[seat] = step;
    else
      made.push(
        Object.assign(new Array<MatchStep | undefined>(COLUMNS).fill(undefined), { [seat]: step }),
      );
  }
  return made;
}

function inColumns(view: MovesView, steps: readonly MatchStep[]): TemplateResult {
  return html`<ol class="moves-rows">
    ${rows(steps).map(
      (row, at) =>
        html`<li>
          <span class="move-number">${num(at + 1)}</span
          >${row.map((step) => (step ? ply(view, step) : html`<span></span>`))}
        </li>`,
    )}
  </ol>`;
}

function inLine(view: MovesView, steps: readonly MatchStep[]): TemplateResult {
  return html`<ol class="moves-line">
    ${steps.map((step) => html`<li>${ply(view, step)}</li>`)}
  </ol>`;
}

function round(view: MovesView, number: number, isOnly: boolean): TemplateResult {
  const steps = view.state.steps.filter((step) => step.round === number);
  const end = view.state.results.find((one) => one.round === number);
  const list = view.seats > COLUMNS ? inLine(view, steps) : inColumns(view, steps);
  return html`${isOnly ? nothing : html`<h3>${t("round", { n: num(number) })}</h3>`}${list}${
    end && !isOnly
      ? html`<p class="round-end">
          ${gameText(view.game, "cause", end.result.cause ?? "")} ·
          ${score(end.result.totals ?? [])}
        </p>`
      : nothing
  }`;
}

function button(name: Icon, label: Key, isDisabled: boolean, act: () => void): TemplateResult {
  return html`<button
    class="icon"
    aria-label=${t(label)}
    title=${t(label)}
    ?disabled=${isDisabled}
    @click=${act}
  >
    ${icon(name)}
  </button>`;
}

/** Draws the list and the buttons below it. */
export function movesView(view: MovesView): TemplateResult {
  const { state, at } = view;
  const numbers = [...new Set(state.steps.map((step) => step.round))];
  const isFirst = (at ?? state).round === 1 && (at ?? state).ply === 0;
  return html` <div class="moves" role="group" aria-label=${t("moves")} tabindex="-1">
      ${numbers.map((number) => round(view, number, numbers.length === 1))}
      ${numbers.length === 0 ? html`<p class="empty small">${t("moves.none")}</p>` : nothing}
    </div>
    <div class="scrub" role="group" aria-label=${t("scrub")}>
      ${button("first", "scrub.first", isFirst, () => view.show({ round: 1, ply: 0 }))}
      ${button("back", "scrub.back", isFirst, () => view.step(-1))}
      ${button("next", "scrub.next", !at, () => view.step(1))}
      ${button("last", state.end ? "scrub.end" : "scrub.present", !at, () => view.show(undefined))}
    </div>
    ${at && !state.end ? html`<button class="primary present" @click=${() => view.show(undefined)}>${t("scrub.present")}</button>` : nothing}`;
}
