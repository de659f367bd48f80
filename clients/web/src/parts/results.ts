/** A list of finished matches. */
import type { pb } from "referee-client";
import { html, nothing, type TemplateResult } from "lit";

import { ago } from "../words/format.js";
import { t } from "../words/index.js";
import { gameName } from "./games.js";
import { seatName } from "./players.js";
import { manner, winners } from "./verdict.js";

/** Returns the players, winners in bold, and how the match ended. */
function row(match: pb.MatchSummary): TemplateResult {
  const verdict = match.verdict ?? {};
  const first = new Set(winners(verdict));
  const players = (match.players ?? []).map((_, seat) => {
    const name = html`<bdi>${seatName(match, seat)}</bdi>`;
    return html`${seat > 0 ? html`<span class="soft"> – </span>` : nothing}${first.has(seat) && first.size === 1 ? html`<b>${name}</b>` : name}`;
  });
  return html`<li>
    <a class="result" href="/m/${match.matchId}">
      <span class="result-players">${players}</span>
      <span class="result-how">${gameName(match.game ?? "")} · ${manner(match, verdict)}</span>
      <span class="result-when"
        >${Number(match.endedUnixMs ?? 0) > 0 ? ago(Number(match.endedUnixMs)) : nothing}</span
      >
    </a>
  </li>`;
}

export function resultsView(matches: readonly pb.MatchSummary[]): TemplateResult {
  if (matches.length === 0) return html`<p class="empty">${t("results.empty")}</p>`;
  const ended = ({ endedUnixMs = "0" }: pb.MatchSummary): number => Number(endedUnixMs);
  return html`<ul class="results">
    ${matches.toSorted((a, b) => ended(b) - ended(a)).map(row)}
  </ul>`;
}
