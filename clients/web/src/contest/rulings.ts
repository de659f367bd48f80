/** The rulings of a host on matches, shown on the pages of contests and of matches. */
import type { pb } from "referee-client";
import { html, nothing, type TemplateResult } from "lit";

import { call } from "../account/account.js";
import { typed } from "../parts/forms.js";
import { attempt, notify } from "../shell/notices.js";
import { t } from "../words/index.js";
import "../style/host.css";

/** A contest that accepts rulings. */
export interface Ruled {
  readonly contest: pb.Contest;
  readonly players: readonly string[];
  /** Keys of the finished matches. */
  readonly keys: readonly string[];
  /** Rereads the contest. */
  readonly changed: () => void;
}

export type Change = Omit<pb.ChangeContestRequest, "contest" | "reason">;

/** Changes a contest as its host. */
export async function change(view: Ruled, change: Change, reason = ""): Promise<void> {
  const isDone = await attempt(() =>
    call("ContestService/ChangeContest", {
      contest: view.contest,
      ...(reason && { reason }),
      ...change,
    }),
  );
  if (isDone) notify(t("host.done"));
  view.changed();
}

/**
 * Draws the field for the reason of a change. Enter in a form presses its first button. That one
 * does nothing here, so Enter changes nothing.
 */
export const reasonField = (): TemplateResult =>
  html`<button disabled hidden></button
    ><label class="field"
      ><span>${t("host.reason")}</span><input name="reason" required maxlength="512" dir="auto"
    /></label>`;

/** Draws the field for the match, hidden if there is only one match. */
function keyField(keys: readonly string[]): TemplateResult {
  const [only] = keys;
  if (keys.length === 1) return html`<input type="hidden" name="key" value=${only ?? nothing} />`;
  return html`<label class="field"
    ><span>${t("host.match")}</span
    ><select name="key" dir="ltr">
      ${keys.map((key) => html`<option>${key}</option>`)}
    </select></label
  >`;
}

/** Draws the rulings: replay, award or void a match. */
export function rulingsView(view: Ruled): TemplateResult {
  const isTournament = Boolean(view.contest.tournamentId);
  return html`<form
    class="host-form"
    @submit=${(event: Event) => {
      const { key: matchKey = "", winner = "", reason: why = "", act = "" } = typed(event);
      const ruling: Change =
        act === "award"
          ? { award: { matchKey, winner } }
          : { void: { matchKey, replay: act === "replay" } };
      void change(view, ruling, why);
    }}
  >
    ${keyField(view.keys)} ${reasonField()}
    <div class="row tight">
      <button name="act" value="replay">${t("host.replay")}</button> ${
        isTournament
          ? html`<label class="field"
                ><span>${t("host.winner")}</span
                ><select name="winner">
                  ${view.players.map((player) => html`<option>${player}</option>`)}
                </select></label
              >
              <button name="act" value="award">${t("host.rule")}</button>`
          : html`<button name="act" value="void">${t("host.void")}</button>`
      }
    </div>
  </form>`;
}
