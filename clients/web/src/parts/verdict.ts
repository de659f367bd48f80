/** The end of a match in words, with its evidence. */
import type { pb } from "referee-client";
import { html, nothing, type TemplateResult } from "lit";

import { duration, num, score } from "../words/format.js";
import { maybe, say, t, type Key } from "../words/index.js";
import { gameText } from "./games.js";
import { seatName } from "./players.js";

type Names = Pick<pb.MatchSummary, "game" | "players" | "displayNames">;

/** Returns the code of an enum without its prefix. */
export const code = (name: string | undefined, prefix: string): string =>
  (name ?? "").replace(prefix, "");

const WITH_SEAT: ReadonlySet<string> = new Set([
  "RESIGNATION",
  "ILLEGAL_MOVE",
  "PROTOCOL_ERROR",
  "DISCONNECT",
  "FLAG",
  "CLAIM",
  "ADJUDICATION",
  "NO_SHOW",
]);

/** Returns the seats in first place. */
export function winners(verdict: pb.Verdict): number[] {
  return (verdict.places ?? []).flatMap((place, seat) => (place === 1 ? [seat] : []));
}

/** Returns the outcome: the winner, a draw, or no result. */
export function outcome(names: Names, verdict: pb.Verdict): TemplateResult {
  const first = winners(verdict);
  const all = (verdict.places ?? []).length;
  if (first.length === 0) return html`${t("end.no-result")}`;
  if (first.length === all) return html`${t("end.draw")}`;
  const list = first.map(
    (seat, at) => html`${at > 0 ? ", " : ""}<bdi>${seatName(names, seat)}</bdi>`,
  );
  return say(first.length === 1 ? "end.wins" : "end.share", { name: html`${list}` });
}

/** Returns how the match ended, as a sentence. */
export function manner(names: Names, verdict: pb.Verdict): TemplateResult | typeof nothing {
  const how = code(verdict.termination, "TERMINATION_");
  const { reason, seat } = verdict;
  if (how === "NORMAL" && reason?.code === "CODE_RULES") {
    return html`${gameText(names.game ?? "", "cause", reason.text ?? "")}`;
  }
  const key = WITH_SEAT.has(how) && seat !== undefined ? `end.by.${how}` : `end.${how}`;
  if (maybe(key, "") === "") return nothing;
  return say(key as Key, { name: seat === undefined ? "" : seatName(names, seat) });
}

/** Returns the reason for the end, if it says more than the sentence about the ending. */
function why(names: Names, reason: pb.EndReason): TemplateResult | typeof nothing {
  const key = `why.${code(reason.code, "CODE_")}`;
  if (maybe(key, "") === "") return nothing;
  const seats = (reason.seats ?? []).map((seat) => seatName(names, seat)).join(", ");
  const values = {
    name: seats,
    number: num(reason.number ?? 0),
    score: num(Number(reason.score ?? 0) / 100, 2),
    text: reason.text ?? "",
  };
  return say(key as Key, values);
}

function lines(label: Key, list: readonly string[] | undefined): TemplateResult | typeof nothing {
  return list?.length
    ? html`<dt>${t(label)}</dt>
        <dd><pre tabindex="0">${list.join("\n")}</pre></dd>`
    : nothing;
}

function exit({ status, signal }: pb.Evidence): TemplateResult | typeof nothing {
  if (status !== undefined)
    return html`<dt>${t("evidence.exit")}</dt>
      <dd>${num(status)}</dd>`;
  if (signal !== undefined)
    return html`<dt>${t("evidence.signal")}</dt>
      <dd>${num(signal)}</dd>`;
  return nothing;
}

/**
 * Returns the evidence for the verdict: the rejected text, the lateness, and the last output of the
 * program.
 */
export function evidence(names: Names, verdict: pb.Verdict): TemplateResult | typeof nothing {
  const { declined, overrunNs, reason, evidence: left } = verdict;
  const because = reason ? why(names, reason) : nothing;
  if (declined === undefined && overrunNs === undefined && because === nothing && !left)
    return nothing;
  return html`<dl class="facts">
    ${
      because === nothing
        ? nothing
        : html`<dt>${t("evidence.why")}</dt>
            <dd>${because}</dd>`
    }
    ${
      declined === undefined
        ? nothing
        : html`<dt>${t("evidence.sent")}</dt>
            <dd><code class="notation">${declined || "\u2205"}</code></dd>`
    }
    ${
      overrunNs === undefined
        ? nothing
        : html`<dt>${t("evidence.late")}</dt>
            <dd>${duration(Number(overrunNs) / 1e6)}</dd>`
    }
    ${left ? html`${exit(left)}${lines("evidence.stdout", left.stdout)}${lines("evidence.stderr", left.stderr)}` : nothing}
  </dl>`;
}

/** Draws the verdict of a finished match: the outcome, the ending, the points, the evidence. */
export function verdictView(names: Names, verdict: pb.Verdict): TemplateResult {
  return html`<div class="verdict">
    <p class="outcome">${outcome(names, verdict)}</p>
    <p class="soft">${manner(names, verdict)}</p>
    ${(verdict.points ?? []).some((one) => one !== 0) ? html`<p>${score(verdict.points ?? [])}</p>` : nothing}
    ${evidence(names, verdict)}
  </div>`;
}
