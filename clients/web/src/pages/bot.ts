/** The first bot: a token and a program that plays, on one page. */
import { requestId, type pb } from "referee-client";
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";

import { account, call } from "../account/account.js";
import { PROGRAMS, type Bot } from "../bot/programs.js";
import { gamesLoaded } from "../parts/games.js";
import "../parts/wall.js";
import { playerLink } from "../parts/players.js";
import { icon } from "../shell/icons.js";
import { attempt, copy } from "../shell/notices.js";
import { Page } from "../shell/page.js";
import { say, t } from "../words/index.js";
import "../style/lists.css";

class BotPage extends Page {
  static override properties: PropertyDeclarations = {
    ...Page.properties,
    bots: { state: true },
    made: { state: true },
    chosen: { state: true },
  };

  declare private bots: readonly pb.Player[];
  /** The bot created on this page, with its token, which is shown once. */
  declare private made: Bot | undefined;
  declare private chosen: number;

  protected override arrived(): void {
    [this.bots, this.chosen] = [[], 0];
    this.entitle(t("nav.bot"));
    void gamesLoaded().then(() => this.#read());
  }

  protected override readerChanged(): void {
    [this.bots, this.made] = [[], undefined];
    void this.#read();
  }

  async #read(): Promise<void> {
    const me = account();
    if (!me || me.isGuest) return;
    const list = await call("PlayerService/ListPlayers", { owner: me.player }).catch(
      () => undefined,
    );
    this.bots = list?.players ?? [];
  }

  #create(event: Event): void {
    event.preventDefault();
    const name = String(new FormData(event.target as HTMLFormElement).get("name") ?? "").trim();
    void attempt(async () => {
      const scopes = ["SCOPE_PLAY", "SCOPE_CREATE"] as const;
      const { token = "" } = await call("PlayerService/CreateBot", {
        name,
        scopes: [...scopes],
        requestId: requestId(),
      });
      this.made = { url: location.origin, token, name };
      await this.#read();
    });
  }

  async #newToken(name: string): Promise<void> {
    const scopes = ["SCOPE_PLAY", "SCOPE_CREATE"] as const;
    const { secret = "" } = await call("TokenService/CreateToken", {
      player: name,
      name: "bot page",
      scopes: [...scopes],
    });
    this.made = { url: location.origin, token: secret, name };
  }

  override render(): TemplateResult {
    const me = account();
    return html` <div class="heading">
        <h1>${t("nav.bot")}</h1>
        <p>${t("bot.lead")}</p>
      </div>
      <ol class="steps">
        <li>
          <h2>${t("bot.account")}</h2>
          ${
            me && !me.isGuest
              ? html`<p>${say("bot.signed-in", { name: me.displayName })}</p>`
              : html`<p>${t("bot.needs-account")}</p>
                  <p><a class="button primary" href="/me">${t("me.register")}</a></p>`
          }
        </li>
        <li>
          <h2>${t("bot.token")}</h2>
          ${me && !me.isGuest ? this.#name() : html`<p class="soft">${t("bot.token.after")}</p>`}
        </li>
        <li>
          <h2>${t("bot.program")}</h2>
          ${this.#program()}
        </li>
        <li>
          <h2>${t("bot.watch")}</h2>
          ${
            this.made
              ? html`<p>${say("bot.watch.here", { name: playerLink(this.made.name) })}</p>
                  <board-wall .newest=${4} .player=${this.made.name}></board-wall>`
              : html`<p class="soft">${t("bot.watch.after")}</p>`
          }
          <p>${say("bot.more", { book: html`<a href="/docs/bot">${t("bot.book")}</a>` })}</p>
        </li>
      </ol>`;
  }

  #name(): TemplateResult {
    return html`<form class="row tight" @submit=${this.#create}>
        <label class="field"
          ><span>${t("bot.name")}</span
          ><input
            name="name"
            required
            pattern="[a-z][a-z0-9_\\-]{0,31}"
            dir="ltr"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
        /></label>
        <button class="primary">${t("bot.make")}</button>
      </form>
      ${this.made ? html`<p class="token-made">${icon("check")} ${say("bot.made", { name: this.made.name })}</p>` : nothing}
      ${
        this.bots.length > 0
          ? html`<p class="soft">${t("bot.own")}</p>
              <ul class="entries">
                ${this.bots.map(
                  ({ name = "", displayName = "" }) =>
                    html`<li>
                      <span class="grow">${playerLink(name, displayName)}</span>
                      <button @click=${() => attempt(() => this.#newToken(name))}>
                        ${t("bot.new-token")}
                      </button>
                    </li>`,
                )}
              </ul>`
          : nothing
      }`;
  }

  #program(): TemplateResult {
    const program = PROGRAMS[this.chosen] ?? PROGRAMS[0];
    if (!program) return html``;
    const text = program.text(
      this.made ?? { url: location.origin, token: "TOKEN", name: "my-bot" },
    );
    return html`<div class="chips" role="group">
        ${PROGRAMS.map(
          ({ language }, at) =>
            html` <button aria-pressed=${at === this.chosen} @click=${() => (this.chosen = at)}>
              ${language}
            </button>`,
        )}
      </div>
      <div class="program">
        <pre tabindex="0" aria-label=${program.file}>${text}</pre>
        <button class="copy" @click=${() => copy(text)}>${icon("copy")}${t("copy")}</button>
      </div>
      <p>
        ${say("bot.run", { file: html`<code>${program.file}</code>`, command: html`<code dir="ltr">${program.run}</code>` })}
      </p>`;
  }
}

customElements.define("page-bot", BotPage);
