/** An open challenge, as shown to its challenger and to players that may accept it. */
import type { pb } from "referee-client";
import { html, nothing, type TemplateResult } from "lit";

import { controlText } from "../parts/controls.js";
import { gameName, gameText, gameWords } from "../parts/games.js";
import { playerLink } from "../parts/players.js";
import { icon } from "../shell/icons.js";
import { copy } from "../shell/notices.js";
import { num } from "../words/format.js";
import { say, t } from "../words/index.js";

export const linkOf = (challengeId: string): string =>
  `${location.origin}/#challenge=${challengeId}`;

/** Returns whether the player made or accepted the challenge. */
export const isOf = ({ challenger, acceptedBy = [] }: pb.Challenge, player = ""): boolean =>
  player !== "" && (challenger === player || acceptedBy.includes(player));

/** Draws the terms of the match: the options that have words, and the time control. */
export function termsView(challenge: pb.Challenge): TemplateResult {
  const { game = "", options = {}, rules } = challenge;
  const words = Object.entries(options)
    .map(([name, value]) => `${name}=${value}`)
    .filter((key) => gameWords().has(game, "value", key));
  const control = rules?.timeControls?.[0] ?? "inf";
  return html`<b>${gameName(game)}</b> ·
    <bdi>${controlText(control)}</bdi
    >${words.map((key) => html` · ${gameText(game, "value", key)}`)}`;
}

/** Draws a challenge that the reader made or accepted. `cancel` is set for the challenger. */
export function waitingView(
  challenge: pb.Challenge,
  cancel: (() => void) | undefined,
): TemplateResult {
  const { challengeId = "", link, seats = 2, acceptedBy = [] } = challenge;
  const url = linkOf(challengeId);
  return html`<section class="waiting" aria-live="polite">
    <h2>${t(link ? "waiting.friend" : "waiting.anybody")}</h2>
    <p>${termsView(challenge)}</p>
    ${
      link
        ? html`<p class="soft">${t("waiting.link")}</p>
            <div class="row tight link-row">
              <input
                readonly
                dir="ltr"
                aria-label=${t("waiting.link")}
                .value=${url}
                @focus=${(event: Event) => (event.target as HTMLInputElement).select()}
              />
              <button class="primary" @click=${() => copy(url)}>${icon("copy")}${t("copy")}</button>
            </div>`
        : html`<p class="soft">${t("waiting.lobby")}</p>`
    }
    ${seats > 2 ? html`<p>${t("waiting.seats", { n: num(acceptedBy.length), all: num(seats) })}</p>` : nothing}
    <p><span class="pulse" aria-hidden="true"></span> ${t("waiting.stay")}</p>
    ${cancel ? html`<button @click=${cancel}>${t("cancel")}</button>` : nothing}
  </section>`;
}

/** Draws a challenge that the reader may accept. */
export function invitationView(challenge: pb.Challenge, accept: () => void): TemplateResult {
  const isOpen = challenge.state === "CHALLENGE_STATE_OPEN";
  return html`<section class="waiting">
    <h2>${say("invited", { name: playerLink(challenge.challenger ?? "") })}</h2>
    <p>${termsView(challenge)}</p>
    ${isOpen ? html`<button class="primary accept" @click=${accept}>${t("invited.accept")}</button>` : html`<p class="bad">${t("invited.closed")}</p>`}
  </section>`;
}
