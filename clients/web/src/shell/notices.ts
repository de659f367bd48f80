/** Short notices at the edge of the window, for example after copying or after an error. */
import { RefereeError } from "referee-client";
import { html, type TemplateResult } from "lit";

import { maybe, sentence, t } from "../words/index.js";
import { icon } from "./icons.js";

interface Notice {
  readonly text: unknown;
  readonly isBad: boolean;
}

/** Maximum notices at once. */
const MOST_NOTICES = 4;
const SHOWN_MS = 6000;

let notices: readonly Notice[] = [];
let changed: () => void = () => undefined;

export function onNotices(told: () => void): void {
  changed = told;
}

function drop(notice: Notice): void {
  notices = notices.filter((one) => one !== notice);
  changed();
}

/** Shows a notice for a moment. The result removes it earlier. */
export function notify(text: unknown, isBad = false): () => void {
  const notice = { text, isBad };
  notices = [...notices, notice].slice(-MOST_NOTICES);
  setTimeout(() => drop(notice), SHOWN_MS);
  changed();
  return () => drop(notice);
}

/** Returns why a call failed, translated if possible. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof RefereeError)) return String(error);
  // A proxy answers without a reason when it cannot reach the server.
  const isUnreached = error.code === "unavailable" && error.reason === "";
  if (error.code === "network" || isUnreached) return t("error.network");
  const known = maybe(`reason.${error.reason}`, "");
  return known || sentence(`refused.${error.reason}`, error.message);
}

/** Shows why a call failed. */
export const complain = (error: unknown): void => void notify(reasonOf(error), true);

/** Runs `work` and shows the error if it fails. Returns whether it succeeded. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

/** Copies a text to the clipboard. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyByHand(text);
  }
  notify(t("copied"));
}

/** Copies without the clipboard API, which pages on an insecure origin do not have. */
function copyByHand(text: string): void {
  const area = Object.assign(document.createElement("textarea"), {
    value: text,
    className: "visually-hidden",
  });
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

export function noticesView(): TemplateResult {
  return html`<div class="notices" role="status" aria-live="polite">
    ${notices.map(
      (notice) =>
        html`<div class="notice ${notice.isBad ? "bad" : ""}">
          <span dir="auto">${notice.text}</span>
          <button class="plain icon" aria-label=${t("close")} @click=${() => drop(notice)}>
            ${icon("close", 14)}
          </button>
        </div>`,
    )}
  </div>`;
}
