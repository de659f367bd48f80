/** Names of players, as links. */
import type { pb } from "referee-client";
import { html, type TemplateResult } from "lit";

import { gameWords } from "./games.js";

/** Returns the display name of the player on a seat. */
export function seatName(
  summary: { players?: string[]; displayNames?: string[] },
  seat: number,
): string {
  return summary.displayNames?.[seat] || summary.players?.[seat] || "";
}

export const seatNames = (summary: { players?: string[]; displayNames?: string[] }): string[] =>
  (summary.players ?? []).map((_, seat) => seatName(summary, seat));

/** Returns a link to the page of a player. */
export function playerLink(player: string, displayName = ""): TemplateResult {
  return html`<a class="player" dir="auto" href="/p/${encodeURIComponent(player)}"
    ><bdi>${displayName || player}</bdi></a
  >`;
}

/** Returns links to the players of a match. */
export function playerLinks(summary: pb.MatchSummary): TemplateResult {
  const links = (summary.players ?? []).map((player, seat) =>
    playerLink(player, seatName(summary, seat)),
  );
  return html`<span class="versus"
    >${links.map((link, at) => (at === 0 ? link : html` <span class="soft">–</span> ${link}`))}</span
  >`;
}

/** Returns the mark of a seat's side, in its colour. */
export function sideMark(game: string, seat: number): TemplateResult {
  const colour = gameWords().sides(game)[seat]?.colour ?? "";
  return html`<span class="side side-${colour}" aria-hidden="true"></span>`;
}
