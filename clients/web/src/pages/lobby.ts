/** The lobby: seeks, challenges by and to the reader, connected players. */
import type { pb } from "referee-client";
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";

import { account, call, signedIn } from "../account/account.js";
import { gamesLoaded } from "../parts/games.js";
import { playerLink } from "../parts/players.js";
import { isOf, termsView } from "../play/waiting.js";
import { attempt } from "../shell/notices.js";
import { Page } from "../shell/page.js";
import { go } from "../shell/router.js";
import { num } from "../words/format.js";
import { t } from "../words/index.js";
import "../style/lists.css";

/** Maximum connected players that are named. */
const MOST_PRESENT = 60;

class LobbyPage extends Page {
  static override properties: PropertyDeclarations = {
    ...Page.properties,
    challenges: { state: true },
    present: { state: true },
    isRead: { state: true },
  };

  declare private challenges: ReadonlyMap<string, pb.Challenge>;
  declare private present: ReadonlyMap<string, pb.Presence>;
  declare private isRead: boolean;
  /** Challenges whose matches the reader waits for on this page. */
  readonly #awaited = new Set<string>();

  protected override arrived(): void {
    this.isRead = false;
    this.#clear();
    this.entitle(t("nav.lobby"));
    void gamesLoaded().then(() => (this.isRead = true));
    this.subscribe(
      { kind: "lobby" },
      { onMessage: (message) => this.#receive(message), onReset: () => this.#clear() },
    );
  }

  #clear(): void {
    [this.challenges, this.present] = [new Map(), new Map()];
  }

  #receive({ challenge, presence }: pb.WatchLobbyResponse): void {
    if (challenge?.challengeId) this.#receiveChallenge(challenge.challengeId, challenge);
    if (!presence?.player) return;
    const present = new Map(this.present);
    if (presence.online) present.set(presence.player, presence);
    else present.delete(presence.player);
    this.present = present;
  }

  #receiveChallenge(id: string, challenge: pb.Challenge): void {
    const challenges = new Map(this.challenges);
    const isMine = isOf(challenge, account()?.player);
    if (challenge.matchId && isMine && this.#awaited.has(id)) return go(`/m/${challenge.matchId}`);
    const isOpen = challenge.state === "CHALLENGE_STATE_OPEN";
    if (isOpen) challenges.set(id, challenge);
    else challenges.delete(id);
    if (isOpen && isMine) this.#awaited.add(id);
    this.challenges = challenges;
  }

  #do(name: "Accept" | "Decline" | "Cancel", challengeId: string): void {
    void attempt(async () => {
      await signedIn();
      if (name === "Accept") this.#awaited.add(challengeId);
      const { challenge } = await call(`ChallengeService/${name}Challenge`, { challengeId });
      if (challenge) this.#receiveChallenge(challengeId, challenge);
    });
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.isRead) return nothing;
    const me = account()?.player;
    const all = [...this.challenges.values()];
    const mine = all.filter(({ challenger }) => challenger === me);
    const toMe = all.filter(
      ({ challenger, opponents }) => challenger !== me && (opponents ?? []).length > 0,
    );
    const seeks = all.filter(
      ({ challenger, opponents, link }) =>
        challenger !== me && !link && (opponents ?? []).length === 0,
    );
    return html` <div class="heading">
        <h1>${t("nav.lobby")}</h1>
        <a class="button primary push" href="/play">${t("lobby.new")}</a>
      </div>
      <div class="halves">
        <div class="stack wide">
          ${
            toMe.length > 0
              ? html`<section>
                  <h2>${t("lobby.to-me")}</h2>
                  ${this.#list(
                    toMe,
                    (one) =>
                      html`${this.#accept(one)} ${isOf(one, me) ? nothing : this.#decline(one)}`,
                  )}
                </section>`
              : nothing
          }
          <section>
            <h2>${t("lobby.seeks")}</h2>
            ${seeks.length > 0 ? this.#list(seeks, (one) => this.#accept(one)) : html`<p class="empty">${t("lobby.no-seeks")}</p>`}
          </section>
          ${
            mine.length > 0
              ? html`<section>
                  <h2>${t("lobby.mine")}</h2>
                  ${this.#list(
                    mine,
                    (one) =>
                      html` ${one.link ? html`<a class="button" href="/play?challenge=${one.challengeId}">${t("lobby.link")}</a>` : nothing}
                        <button @click=${() => this.#do("Cancel", one.challengeId ?? "")}>
                          ${t("cancel")}
                        </button>`,
                  )}
                </section>`
              : nothing
          }
        </div>
        <section>
          <h2>${t("lobby.here")}</h2>
          ${this.#people()}
        </section>
      </div>`;
  }

  #accept(challenge: pb.Challenge): TemplateResult {
    const { challengeId = "" } = challenge;
    if (isOf(challenge, account()?.player))
      return html`<span class="soft accepted">${t("lobby.accepted")}</span>`;
    return html`<button class="primary accept" @click=${() => this.#do("Accept", challengeId)}>
      ${t("accept")}
    </button>`;
  }

  #decline({ challengeId = "" }: pb.Challenge): TemplateResult {
    return html`<button class="decline" @click=${() => this.#do("Decline", challengeId)}>
      ${t("decline")}
    </button>`;
  }

  #list(
    challenges: readonly pb.Challenge[],
    buttons: (one: pb.Challenge) => TemplateResult,
  ): TemplateResult {
    return html`<ul class="entries">
      ${challenges.map(
        (one) =>
          html`<li>
            <span class="grow"
              >${playerLink(one.challenger ?? "")}<span class="soft"> ${termsView(one)}</span>
              ${(one.seats ?? 2) > 2 ? html`<span class="soft">${t("waiting.seats", { n: num((one.acceptedBy ?? []).length), all: num(one.seats ?? 2) })}</span>` : nothing}</span
            >
            <span class="row tight">${buttons(one)}</span>
          </li>`,
      )}
    </ul>`;
  }

  #people(): TemplateResult {
    if (!account()) return html`<p class="empty">${t("lobby.sign-in")}</p>`;
    const names = [...this.present.keys()].sort();
    if (names.length === 0) return html`<p class="empty">${t("lobby.empty")}</p>`;
    return html`<ul class="people">
        ${names.slice(0, MOST_PRESENT).map((name) => html`<li><span class="dot on"></span> ${playerLink(name)}</li>`)}
      </ul>
      ${names.length > MOST_PRESENT ? html`<p class="soft">${t("lobby.more", { n: num(names.length - MOST_PRESENT) })}</p>` : nothing}`;
  }
}

customElements.define("page-lobby", LobbyPage);
