/** The frame of all pages: the bar, the current page, the footer. */
import { type pb } from "referee-client";
import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from "lit";

import { account, call, onAccount } from "../account/account.js";
import { onConnection, subscribe } from "../streams/index.js";
import {
  LANGUAGES,
  language,
  onLanguage,
  say,
  setLanguage,
  t,
  type Key,
  type Language,
} from "../words/index.js";
import { icon } from "./icons.js";
import { canBeReached, loaded } from "./loading.js";
import { noticesView, notify, onNotices } from "./notices.js";
import type { Page } from "./page.js";
import { start } from "./router.js";
import type { Place } from "./routes.js";
import { serverTime } from "./server_time.js";
import { theme, toggleTheme } from "./theme.js";

/** Interval between reads of the host's announcements, in milliseconds. */
const ANNOUNCED_MS = 120_000;
/** Delay of the first read, which lets the page load first, in milliseconds. */
const FIRST_ANNOUNCED_MS = 2500;
/** Maximum age of a match that is announced as new, in milliseconds. */
const NEW_MS = 20_000;
/** Time in which a page that waits for a match opens it, in milliseconds. */
const GO_MS = 1500;

const LINKS: readonly (readonly [string, Key])[] = [
  ["/", "nav.watch"],
  ["/play", "nav.play"],
  ["/lobby", "nav.lobby"],
  ["/t", "nav.contests"],
  ["/analysis", "nav.analysis"],
  ["/bot", "nav.bot"],
];

/** The pages that the menu has no link for, below a link that it has. */
const BELOW: Readonly<Record<string, RegExp>> = { "/": /^\/m\/[^/]+$/, "/t": /^\/[tl]\/[^/]+$/ };

/** Returns how a link of the menu is marked. */
function current(path: string): "page" | "true" | typeof nothing {
  const here = location.pathname;
  if (here === path) return "page";
  return BELOW[path]?.test(here) ? "true" : nothing;
}

export class App extends LitElement {
  static override properties: PropertyDeclarations = {
    page: { state: true },
    problem: { state: true },
    isMenuOpen: { state: true },
    isUp: { state: true },
    isOffline: { state: true },
    announcements: { state: true },
  };

  declare private page: Page | undefined;
  /** What is shown in place of a page: its script is missing, or the address has no page. */
  declare private problem: "missing" | "unknown" | undefined;
  declare private isMenuOpen: boolean;
  declare private isUp: boolean;
  declare private isOffline: boolean;
  declare private announcements: readonly pb.Announcement[];
  #isFirst = true;
  /** The place that was requested last. */
  #place: Place | undefined;
  /** The player whose seats are held. */
  #player = "";
  /** Functions that remove the notices of new matches, by address. */
  readonly #begun = new Map<string, () => void>();
  #stand: () => void = () => undefined;

  constructor() {
    super();
    this.page = undefined;
    this.problem = undefined;
    this.isMenuOpen = false;
    this.isUp = true;
    this.isOffline = false;
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
    onConnection((isUp) => (this.isUp = isUp));
    for (const change of ["online", "offline"]) addEventListener(change, () => void this.#look());
    void this.#look();
    onAccount(() => this.#sit());
    this.#sit();
    start((place) => void this.#arrive(place));
    setTimeout(() => void this.#announce(), FIRST_ANNOUNCED_MS);
    setInterval(() => void this.#announce(), ANNOUNCED_MS);
  }

  /** A browser without a network is offline, unless the server is on the same machine. */
  async #look(): Promise<void> {
    this.isOffline = !navigator.onLine && !(await canBeReached());
  }

  /** Keeps the seats of the reader while any page is open. */
  #sit(): void {
    const me = account();
    const player = me && !me.cannotPlay ? me.player : "";
    if (player === this.#player) return;
    this.#player = player;
    this.#stand();
    this.#stand =
      player === ""
        ? () => undefined
        : subscribe({ kind: "seat" }, { onMessage: (message) => this.#receive(message) });
  }

  /** Notifies the player of challenges and new matches, unless their page is already open. */
  #receive({ challenge, seated }: pb.PlayResponse): void {
    const me = this.#player;
    if (
      challenge?.state === "CHALLENGE_STATE_OPEN" &&
      challenge.challenger !== me &&
      challenge.opponents?.includes(me) &&
      location.pathname !== "/lobby"
    ) {
      notify(
        html`${say("challenged", { name: challenge.challenger ?? "" })}
          <a href="/lobby">${t("nav.lobby")}</a>`,
      );
    }
    const matchId = seated?.matchId;
    if (matchId) void this.#seated(matchId, Number(seated.summary?.openedUnixMs ?? 0));
  }

  /** Announces a new match. Pages that wait for a match open it by themselves. */
  async #seated(matchId: string, openedUnixMs: number): Promise<void> {
    const isNew = (await serverTime()) - openedUnixMs < NEW_MS;
    if (isNew) setTimeout(() => this.#tellBegun(`/m/${matchId}`), GO_MS);
  }

  #tellBegun(path: string): void {
    if (location.pathname === path) return;
    this.#begun.set(path, notify(html`<a href=${path}>${t("match.begun")}</a>`));
  }

  async #announce(): Promise<void> {
    const list = await call("AnnouncementService/ListAnnouncements", {}).catch(() => undefined);
    if (list) this.announcements = list.announcements ?? [];
  }

  async #arrive(place: Place | undefined): Promise<void> {
    if (!place) {
      // The server has other pages than these, which a link or the history may lead to.
      if (this.#isFirst) this.#showUnknown();
      else location.reload();
      return;
    }
    this.#begun.get(location.pathname)?.();
    this.#begun.delete(location.pathname);
    this.#place = place;
    const isLoaded = await loaded(place.route.tag, place.route.load);
    // The reader went elsewhere while the page was loading.
    if (this.#place !== place) return;
    this.problem = isLoaded ? undefined : "missing";
    if (!isLoaded) return;
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

  /** The address of the window has no page. */
  #showUnknown(): void {
    this.#isFirst = false;
    this.problem = "unknown";
    document.title = `${t("page.unknown")} \u00b7 referee`;
  }

  override render(): TemplateResult {
    return html` <a class="skip" href="#main" @click=${this.#skip}>${t("skip")}</a>
      ${this.#bar()}
      ${this.announcements.map(({ text }) => html`<div class="announcement"><p dir="auto">${text}</p></div>`)}
      ${this.isUp && !this.isOffline ? nothing : html`<div class="out-of-reach" role="status">${t(this.isOffline ? "connection.offline" : "connection.down")}</div>`}
      <main id="main" tabindex="-1">${this.problem ? this.#problem(this.problem) : this.page}</main>
      ${this.#foot()} ${noticesView()}`;
  }

  #problem(problem: "missing" | "unknown"): TemplateResult {
    const again = html`<button class="primary" @click=${() => location.reload()}>
      ${t("page.reload")}
    </button>`;
    const home = html`<p><bdi class="mono">${location.pathname}</bdi></p>
      <a class="button primary" href="/">${t("nav.watch")}</a>`;
    return html`<div class="heading">
      <h1>${t(`page.${problem}`)}</h1>
      ${problem === "missing" ? again : home}
    </div>`;
  }

  #skip(event: Event): void {
    event.preventDefault();
    this.querySelector("main")?.focus();
  }

  #bar(): TemplateResult {
    const isDark = theme() === "dark";
    return html`<header class="bar">
      <a class="mark" href="/"><img src="/icon.svg" alt="" width="22" height="22" />referee</a>
      <nav id="menu" class=${this.isMenuOpen ? "open" : ""} aria-label=${t("nav")}>
        ${LINKS.map(([path, key]) => html`<a href=${path} aria-current=${current(path)}>${t(key)}</a>`)}
        ${this.#languages("in-menu")}
      </nav>
      <div class="tools">
        ${this.#languages("in-bar")}
        <button
          class="plain icon"
          aria-label=${t(isDark ? "theme.light" : "theme.dark")}
          @click=${this.#shade}
        >
          ${icon(isDark ? "sun" : "moon")}
        </button>
        ${this.#me()}
        <button
          class="plain icon menu-button"
          aria-label=${t("nav")}
          aria-expanded=${this.isMenuOpen}
          aria-controls="menu"
          @click=${() => (this.isMenuOpen = !this.isMenuOpen)}
        >
          ${icon(this.isMenuOpen ? "close" : "menu", 20)}
        </button>
      </div>
    </header>`;
  }

  #languages(where: string): TemplateResult {
    return html`<select class=${where} aria-label=${t("language")} @change=${this.#speak}>
      ${Object.entries(LANGUAGES).map(([tag, name]) => html`<option value=${tag} lang=${tag} ?selected=${tag === language()}>${name}</option>`)}
    </select>`;
  }

  #me(): TemplateResult {
    const me = account();
    if (!me) return html`<a class="me" href="/me">${t("sign-in")}</a>`;
    return html`<a class="me" href="/me"
      ><span class="dot on"></span><bdi>${me.displayName}</bdi></a
    >`;
  }

  #foot(): TemplateResult {
    return html`<footer class="foot">
      <a href="/docs">${t("foot.docs")}</a>
      <a href="/docs/bot">${t("foot.bots")}</a>
      <a href="/api">${t("foot.api")}</a>
    </footer>`;
  }

  #speak(event: Event): void {
    const wished = (event.target as HTMLSelectElement).value as Language;
    void loaded("words", () => setLanguage(wished));
  }

  #shade(): void {
    toggleTheme();
    this.requestUpdate();
  }
}
