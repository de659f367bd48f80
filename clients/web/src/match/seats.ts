/** The seats of a match: players, presence, clocks and points. */
import type { MatchState, pb } from "referee-client";
import { clockText } from "referee-client";
import { html, nothing, type TemplateResult } from "lit";

import "../parts/clock.js";
import { gameWords } from "../parts/games.js";
import { playerLink, seatName, sideMark } from "../parts/players.js";
import { num } from "../words/format.js";
import { language, maybe, t } from "../words/index.js";
import { code } from "../parts/verdict.js";

/** Returns the seats in drawing order, from the seat opposite the viewer to the viewer's own. */
export function seatOrder(
  game: string,
  seats: number,
  own: number | undefined,
  isFlipped: boolean,
): number[] {
  const sides = gameWords().sides(game);
  const near =
    own ??
    Math.max(
      0,
      sides.slice(0, seats).findIndex(({ halfTurns }) => halfTurns === 0),
    );
  const order = Array.from({ length: seats }, (_, at) => (near + 1 + at) % seats);
  return isFlipped ? order.toReversed() : order;
}

function presence(state: MatchState, seat: number): TemplateResult | typeof nothing {
  const lost = state.losses.find((loss) => (loss.seat ?? 0) === seat);
  if (lost)
    return html`<span class="seat-note bad"
      >${maybe(`lost.${code(lost.cause, "TERMINATION_")}`, t("lost"))}</span
    >`;
  if (!state.absent.has(seat) || state.end) return nothing;
  const until = state.absent.get(seat);
  const leftMs = until === undefined ? undefined : Math.max(0, until - performance.now());
  return html`<span class="seat-note"
    ><span class="dot away"></span> ${
      leftMs === undefined ? t("away") : t("away.until", { time: clockText(leftMs, language()) })
    }</span
  >`;
}

/** Draws a seat as a strip. */
export function seatView(
  summary: pb.MatchSummary,
  state: MatchState,
  seat: number,
): TemplateResult {
  const player = summary.players?.[seat] ?? "";
  const points = state.points[seat] ?? 0;
  const hasPoints = state.points.some((one) => one !== 0);
  const turns = state.turnSeat === seat && !state.end;
  return html`<div
    class="strip ${turns ? "turn" : ""} ${(summary.players ?? []).length > 2 ? "many" : ""}"
    data-seat=${seat}
  >
    ${sideMark(summary.game ?? "", seat)}${playerLink(player, seatName(summary, seat))}
    ${presence(state, seat)}
    ${hasPoints ? html`<b class="points" title=${t("points")}>${num(points)}</b>` : nothing}
    <seat-clock
      class="push"
      .clock=${state.clocks[seat]}
      .atMs=${state.clocksAtMs}
      .isStopped=${Boolean(state.end) || state.isPaused}
    ></seat-clock>
  </div>`;
}

/** Draws the prompt for the decision that is due. */
export function promptView(
  summary: pb.MatchSummary,
  state: MatchState,
  own: number | undefined,
): TemplateResult | typeof nothing {
  if (state.end) return nothing;
  if (state.isPaused) return html`<p class="prompt">${t("paused")}</p>`;
  const prompt = state.scene?.prompt;
  if (!prompt)
    return html`<p class="prompt soft">
      ${summary.state === "MATCH_STATE_WAITING" ? t("waiting") : "\u00a0"}
    </p>`;
  const names = (summary.players ?? []).map((_, seat) => seatName(summary, seat));
  const parts = gameWords().prompt(summary.game ?? "", prompt, language(), names);
  const isMine = own !== undefined && state.turnSeat === own;
  return html`<p class="prompt ${isMine ? "mine" : "soft"}">
    ${isMine ? html`<b>${t("your-turn")}</b> ` : nothing}${parts.map(({ text, isIsolated }) =>
      isIsolated ? html`<bdi>${text}</bdi>` : text,
    )}
  </p>`;
}
