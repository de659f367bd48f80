/** The frame of all pages: the bar, the page of the address, the footer. */
import { type pb } from "referee-client";
import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from "lit";

import { account, call, onAccount } from "../account/account.js";
import { onLine } from "../streams/index.js";
import { LANGUAGES, language, onLanguage, setLanguage, t, type Key, type Language } from "../words/index.js";
import { icon } from "./icons.js";
import { noticesView, onNotices } from "./notices.js";
import type { Page } from "./page.js";
import { start } from "./router.js";
import type { Place } from "./routes.js";
import { theme, toggleTheme } from "./theme.js";

/** How often the announcements of the host are read, in milliseconds. */
const ANNOUNCED_MS = 120_000;

const LINKS: readonly (readonly [string, Key])[] = [
  ["/", "nav.watch"],
  ["/play", "nav.play"],
  ["/lobby", "nav.lobby"],
  ["/t", "nav.contests"],
  ["/analysis", "nav.analysis"],
  ["/bot", "nav.bot"],
];

export class App extends LitElement {
  static override properties: PropertyDeclarations = {
    page: { state: true },
    isMenuOpen: { state: true },
    isUp: { state: true },
    announcements: { state: true },
  };

  declare private page: Page | undefined;
  declare private isMenuOpen: boolean;
  declare private isUp: boolean;
  declare private announcements: readonly pb.Announcement[];
  #isFirst = true;

  constructor() {
    super();
    this.page = undefined;
    this.isMenuOpen = false;
    this.isUp = true;
    this.announcements = [];
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    onLanguage(() => this.requestUpdate());
    onAccount(() => this.requestUpdate());
    onNotices(() => this.requestUpdate());
    onLine((isUp) => (this.isUp = isUp));
    start((place) => void this.#arrive(place));
    void this.#announce();
    setInterval(() => void this.#announce(), ANNOUNCED_MS);
  }

  async #announce(): Promise<void> {
    const heard = await call("AnnouncementService/ListAnnouncements", {}).catch(() => undefined);
    if (heard) this.announcements = heard.announcements ?? [];
  }

  async #arrive(place: Place | undefined): Promise<void> {
    if (!place) {
      location.reload();
      return;
    }
    await place.route.load();
    const page = document.createElement(place.route.tag) as Page;
    page.place = place;
    document.title = `${t(place.route.title)} \u00b7 referee`;
    this.isMenuOpen = false;
    this.page = page;
    if (!this.#isFirst) {
      await this.updateComplete;
      this.querySelector("main")?.focus({ preventScroll: true });
    }
    this.#isFirst = false;
  }

  override render(): TemplateResult {
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>${t("skip")}</a>
      ${this.#bar()}
      ${this.announcements.map(({ text }) => html`<div class="announcement"><p dir="auto">${text}</p></div>`)}
      ${this.isUp ? nothing : html`<div class="lost" role="status">${t("line.down")}</div>`}
      <main id="main" tabindex="-1">${this.page}</main>
      ${this.#foot()}
      ${noticesView()}`;
  }

  #skip(event: Event): void {
    event.preventDefault();
    this.querySelector("main")?.focus();
  }

  #bar(): TemplateResult {
    const here = location.pathname;
    const isDark = theme() === "dark";
    return html`<header class="bar">
      <a class="mark" href="/"><img src="/icon.svg" alt="" width="22" height="22">referee</a>
      <nav id="menu" class=${this.isMenuOpen ? "open" : ""} aria-label=${t("nav")}>
        ${LINKS.map(([path, key]) => html`<a href=${path} aria-current=${here === path ? "page" : nothing}>${t(key)}</a>`)}
      </nav>
      <div class="tools">
        <select aria-label=${t("language")} @change=${this.#speak}>
          ${Object.entries(LANGUAGES).map(([tag, name]) => html`<option value=${tag} lang=${tag} ?selected=${tag === language()}>${name}</option>`)}
        </select>
        <button class="plain icon" aria-label=${t(isDark ? "theme.light" : "theme.dark")} @click=${this.#shade}>
          ${icon(isDark ? "sun" : "moon")}
        </button>
        ${this.#me()}
        <button class="plain icon menu-button" aria-label=${t("nav")} aria-expanded=${this.isMenuOpen} aria-controls="menu"
          @click=${() => (this.isMenuOpen = !this.isMenuOpen)}>${icon(this.isMenuOpen ? "close" : "menu", 20)}</button>
      </div>
    </header>`;
  }

  #me(): TemplateResult {
    const me = account();
    if (!me) return html`<a class="me" href="/me">${t("sign-in")}</a>`;
    return html`<a class="me" href="/me"><span class="dot on"></span><bdi>${me.displayName}</bdi></a>`;
  }

  #foot(): TemplateResult {
    return html`<footer class="foot">
      <a href="/docs">${t("foot.docs")}</a>
      <a href="/docs/bot">${t("foot.bots")}</a>
      <a href="/api">${t("foot.api")}</a>
    </footer>`;
  }

  #speak(event: Event): void {
    void setLanguage((event.target as HTMLSelectElement).value as Language);
  }

  #shade(): void {
    toggleTheme();
    this.requestUpdate();
  }
}
