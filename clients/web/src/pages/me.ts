/** The reader's own page: name, language, codes, matches in progress. */
import type { pb } from "referee-client";
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";

import {
  account,
  adopt,
  call,
  codeNoted,
  recover,
  readerNow,
  redeem,
  register,
  rename,
  renewCode,
  signedIn,
  signOut,
  type Account,
} from "../account/account.js";
import { typed } from "../parts/forms.js";
import { gameName, gamesLoaded } from "../parts/games.js";
import { playerLinks } from "../parts/players.js";
import { icon } from "../shell/icons.js";
import { attempt, copy, notify } from "../shell/notices.js";
import { Page } from "../shell/page.js";
import { go } from "../shell/router.js";
import { ago } from "../words/format.js";
import {
  LANGUAGES,
  language,
  say,
  setLanguage,
  t,
  type Key,
  type Language,
} from "../words/index.js";
import "../style/lists.css";

class MePage extends Page {
  static override properties: PropertyDeclarations = {
    ...Page.properties,
    device: { state: true },
    live: { state: true },
    needsInvite: { state: true },
  };

  /** The code for another device, once created. */
  declare private device: pb.CreateDeviceCodeResponse | undefined;
  declare private live: readonly pb.MatchSummary[];
  declare private needsInvite: boolean;

  protected override arrived(): void {
    [this.live, this.needsInvite] = [[], false];
    this.entitle(t("nav.me"));
    const code = this.place.query.get("device");
    if (code) void this.#redeem(code);
    void gamesLoaded().then(() => this.#read());
    void call("ServerService/GetServerInfo", {}).then(
      ({ registration }) => (this.needsInvite = registration === "REGISTRATION_INVITE"),
      () => undefined,
    );
  }

  protected override readerChanged(): void {
    [this.live, this.device] = [[], undefined];
    void this.#read();
  }

  async #redeem(code: string): Promise<void> {
    const me = account();
    // Signing in as another player would lose a guest for good, so the reader must sign out first.
    if (me) notify(say("me.redeem.first", { name: me.displayName }), true);
    else if (await attempt(() => redeem(code))) notify(t("me.redeemed"));
    go("/me", true);
  }

  async #read(): Promise<void> {
    const me = account();
    if (!me) return;
    const isSame = readerNow();
    const list = await call("MatchService/ListMatches", {
      player: me.player,
      state: "MATCH_STATE_LIVE",
    }).catch(() => undefined);
    if (isSame()) this.live = list?.matches ?? [];
  }

  override render(): TemplateResult {
    const me = account();
    return html`<div class="heading">
        <h1>${me ? html`<bdi>${me.displayName}</bdi>` : t("me.welcome")}</h1>
        ${me ? html`<p>${me.displayName === me.player ? nothing : html`<bdi class="mono">${me.player}</bdi> `}${me.isGuest ? t("guest") : nothing}</p>` : nothing}
      </div>
      <div class="halves">${me ? this.#own(me) : this.#stranger()}</div>`;
  }

  #own(me: Account): TemplateResult {
    return html` <div class="stack wide">
        ${me.recoveryCode ? this.#code(me.recoveryCode) : nothing}
        ${
          this.live.length > 0
            ? html`<section>
                <h2>${t("me.matches")}</h2>
                <ul class="entries">
                  ${this.live.map(
                    (match) =>
                      html`<li>
                        <span class="grow"
                          >${playerLinks(match)}
                          <span class="soft">${gameName(match.game ?? "")}</span></span
                        >
                        <a class="button" href="/m/${match.matchId}">${t("me.continue")}</a>
                      </li>`,
                  )}
                </ul>
              </section>`
            : nothing
        }
        <form
          class="stack"
          @submit=${(event: Event) => void attempt(() => rename(typed(event)["display"] ?? ""))}
        >
          <h2>${t("me.name")}</h2>
          <div class="row tight">
            <input
              name="display"
              maxlength="64"
              aria-label=${t("me.name")}
              dir="auto"
              .value=${me.displayName}
            /><button>${t("save")}</button>
          </div>
        </form>
        ${this.#language()}
        <p class="row">
          <a class="button" href="/p/${me.player}">${t("me.results")}</a>
          ${me.isGuest ? nothing : html`<a class="button" href="/bot">${t("nav.bot")}</a>`}
        </p>
      </div>
      <div class="stack wide">
        <section class="stack">
          <h2>${t("me.device")}</h2>
          <p class="soft">${t("me.device.how")}</p>
          ${this.#device()}
        </section>
        ${
          me.recoveryCode
            ? nothing
            : html`<section class="stack">
                <h2>${t("me.code")}</h2>
                <p class="soft">${t("me.code.how")}</p>
                <p><button @click=${() => attempt(renewCode)}>${t("me.code.new")}</button></p>
              </section>`
        }
        <section class="stack">
          <h2>${t("me.leave")}</h2>
          <p class="soft">${t("me.leave.how")}</p>
          <p><button class="danger" @click=${() => signOut()}>${t("me.sign-out")}</button></p>
        </section>
      </div>`;
  }

  #code(code: string): TemplateResult {
    return html`<section class="stack code-box">
      <h2>${t("me.code")}</h2>
      <p>${t("me.code.note")}</p>
      <p class="code" dir="ltr">${code}</p>
      <p class="row">
        <button @click=${() => copy(code)}>${icon("copy")}${t("copy")}</button
        ><button class="primary" @click=${() => codeNoted()}>${t("me.code.noted")}</button>
      </p>
    </section>`;
  }

  #language(): TemplateResult {
    return html`<section class="stack">
      <h2>${t("language")}</h2>
      <div class="chips" role="group" aria-label=${t("language")}>
        ${Object.entries(LANGUAGES).map(([tag, name]) => html`<button lang=${tag} aria-pressed=${tag === language()} @click=${() => void setLanguage(tag as Language)}>${name}</button>`)}
      </div>
    </section>`;
  }

  #device(): TemplateResult {
    const { device } = this;
    if (!device?.code) {
      return html`<p>
        <button
          @click=${() => attempt(async () => (this.device = await call("TokenService/CreateDeviceCode", {})))}
        >
          ${t("me.device.make")}
        </button>
      </p>`;
    }
    const link = `${location.origin}/#device=${device.code}`;
    return html`<p class="code" dir="ltr">${device.code}</p>
      <p class="soft small">${t("me.device.until", { time: ago(Number(device.expiresUnixMs)) })}</p>
      <p><button @click=${() => copy(link)}>${icon("copy")}${t("me.device.link")}</button></p>`;
  }

  #stranger(): TemplateResult {
    const done = (work: Promise<unknown>): void => void attempt(() => work);
    const field = (name: string, label: Key, more: { auto?: string } = {}): TemplateResult =>
      html` <label class="field"
        ><span>${t(label)}</span
        ><input
          name=${name}
          required
          autocomplete=${more.auto ?? "off"}
          autocapitalize="off"
          spellcheck="false"
          dir="auto"
      /></label>`;
    return html` <div class="stack wide">
        <section class="stack">
          <p>${t("me.guest.how")}</p>
          <p>
            <button class="primary guest" @click=${() => done(signedIn())}>${t("me.guest")}</button>
          </p>
        </section>
        <form
          class="stack"
          @submit=${(event: Event) => {
            const { name = "", display = "", invite = "" } = typed(event);
            done(register({ name, displayName: display, ...(invite && { invite }) }));
          }}
        >
          <h2>${t("me.register")}</h2>
          <p class="soft">${t("me.register.how")}</p>
          ${field("name", "me.id", { auto: "username" })}
          <label class="field"
            ><span>${t("me.name")}</span><input name="display" maxlength="64" dir="auto"
          /></label>
          ${this.needsInvite ? field("invite", "me.invite") : nothing}
          <p><button>${t("me.register.do")}</button></p>
        </form>
        ${this.#language()}
      </div>
      <div class="stack wide">
        <form class="stack" @submit=${(event: Event) => done(redeem(typed(event)["code"] ?? ""))}>
          <h2>${t("me.redeem")}</h2>
          <p class="soft">${t("me.redeem.how")}</p>
          ${field("code", "me.device.code")}
          <p><button>${t("me.redeem.do")}</button></p>
        </form>
        <form
          class="stack"
          @submit=${(event: Event) => {
            const { name = "", code = "" } = typed(event);
            done(recover(name, code));
          }}
        >
          <h2>${t("me.recover")}</h2>
          ${field("name", "me.id", { auto: "username" })}${field("code", "me.code")}
          <p><button>${t("me.recover.do")}</button></p>
        </form>
        <details>
          <summary>${t("me.token")}</summary>
          <form
            class="stack"
            @submit=${(event: Event) => {
              const { name = "", token = "" } = typed(event);
              done(adopt(token, name));
            }}
          >
            ${field("name", "me.id", { auto: "username" })}${field("token", "me.token.field")}
            <p><button>${t("sign-in")}</button></p>
          </form>
        </details>
      </div>`;
  }
}

customElements.define("page-me", MePage);
