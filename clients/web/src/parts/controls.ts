/** Time controls, as buttons or in the notation of the server. */
import { html, type TemplateResult } from "lit";

import { duration, num } from "../words/format.js";
import { t } from "../words/index.js";

/** Time controls to choose from: fast, medium, slow, days per move, none. */
const CONTROLS: readonly string[] = ["180+2", "300+3", "600+5", "1800+20", "3d/move", "inf"];

const SECONDS = /^(\d+)(?:\+(\d+))?$/;
const DAYS = /^(\d+)d\/move$/;

/** Returns a readable time control: `3 + 2`, `3 days`. Others keep the notation of the server. */
export function controlText(control: string): string {
  if (control === "inf") return t("clock.none");
  const days = DAYS.exec(control);
  if (days) return t("clock.days", { time: duration(Number(days[1]) * 86_400_000) });
  const seconds = SECONDS.exec(control);
  if (!seconds) return control;
  const base = Number(seconds[1]);
  const text = base >= 60 && base % 30 === 0 ? num(base / 60) : duration(base * 1000);
  return seconds[2] === undefined ? text : `${text} + ${num(Number(seconds[2]))}`;
}

export function controlsView(control: string, choose: (control: string) => void): TemplateResult {
  const read = (event: Event): void => choose((event.target as HTMLInputElement).value.trim());
  return html`<div class="chips" role="group" aria-label=${t("play.clock")}>
      ${CONTROLS.map((one) => html`<button type="button" aria-pressed=${one === control} @click=${() => choose(one)}><bdi>${controlText(one)}</bdi></button>`)}
    </div>
    <details class="own-clock">
      <summary>${t("clock.own")}</summary>
      <label
        ><span class="visually-hidden">${t("clock.own")}</span
        ><input
          class="mono"
          name="clock"
          dir="ltr"
          spellcheck="false"
          .value=${control}
          @change=${read}
      /></label>
      <p class="soft small">${t("clock.how")} <a href="/docs/clocks">${t("clock.more")}</a></p>
    </details>`;
}
