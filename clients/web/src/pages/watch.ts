/** The first page: a featured match, a wall of live boards, the latest results. */
import type { pb } from "referee-client";
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";

import { call } from "../account/account.js";
import "../parts/wall.js";
import "../parts/clock.js";
import { allGames, gameName, gamesLoaded, gameWords } from "../parts/games.js";
import { playerLink, seatName, seatNames, sideMark } from "../parts/players.js";
import { resultsView } from "../parts/results.js";
import { Page } from "../shell/page.js";
import { go } from "../shell/router.js";
import { featuredFirst, type Featured } from "../streams/first.js";
import type { Picture, WallMessage } from "../streams/wants.js";
import { num } from "../words/format.js";
import { language, t } from "../words/index.js";
import "../style/watch.css";

const NEWEST = 50;
const RESULTS = 10;
const CONTESTS = 6;
/**
 * Minimum time between two reads of the results, which follow the end of a match, in milliseconds.
 */
const RESULTS_MS = 2000;
/** Without a featured match, the rest of the page is read after so long, in milliseconds. */
const BESIDE_MS = 1000;

class WatchPage extends Page {
  static override properties: PropertyDeclarations = {
    ...Page.properties,
    summary: { state: true },
    picture: { state: true },
    results: { state: true },
    contests: { state: true },
    isRead: { state: true },
    isBesideRead: { state: true },
  };

  declare private summary: pb.MatchSummary | undefined;
  declare private picture: Picture | undefined;
  declare private results: readonly pb.MatchSummary[];
  declare private contests: readonly pb.ContestSummary[];
  declare private isRead: boolean;
  /** Whether the wall and the lists have begun: the featured match is drawn before them. */
  declare private isBesideRead: boolean;
  #reading: ReturnType<typeof setTimeout> | undefined;

  #game = "";

  protected override arrived(): void {
    this.results = [];
    this.contests = [];
    this.isBesideRead = false;
    this.#game = this.place.query.get("game") ?? "";
    this.entitle(t("nav.watch"));
    void gamesLoaded().then(() => {
      this.isRead = true;
      if (this.#game) this.entitle(gameName(this.#game));
    });
    const game = this.#game;
    this.subscribe(
      { kind: "featured", ...(game && { game }) },
      {
        onMessage: (message) => this.#feature(message),
        onReset: () => ([this.summary, this.picture] = [undefined, undefined]),
      },
    );
    void featuredFirst(game).then((first) => first && this.#begin(first));
    this.#reading = setTimeout(() => this.#readBeside(), BESIDE_MS);
    this.keep(() => clearTimeout(this.#reading));
  }

  /** Shows the picture that came before the hub had any. */
  #begin({ summary, picture }: Featured): void {
    if (this.summary) return;
    this.#feature({ matchId: summary.matchId ?? "", summary });
    this.#feature({ matchId: summary.matchId ?? "", picture });
  }

  /** Reads what is beside the featured match, as a browser has few connections. */
  #readBeside(): void {
    if (this.isBesideRead) return;
    this.isBesideRead = true;
    clearTimeout(this.#reading);
    this.#read();
    void this.#readContests();
  }

  #feature({ matchId, summary, picture, isGone }: WallMessage): void {
    // A stream that is opened again tells of the same match.
    if (summary && summary.matchId !== this.summary?.matchId) this.picture = undefined;
    if (summary) this.summary = summary;
    if (this.summary?.matchId !== matchId) return;
    if (picture) this.picture = picture;
    if (picture && !this.isBesideRead) void this.#drawn().then(() => this.#readBeside());
    if (isGone) this.#readSoon();
  }

  /** Waits until the featured match has been drawn; hidden pages draw nothing, and wait for a timer. */
  async #drawn(): Promise<void> {
    await gamesLoaded();
    await this.updateComplete;
    await new Promise((drawn) => requestAnimationFrame(drawn));
    await new Promise((drawn) => setTimeout(drawn));
  }

  #readSoon(): void {
    this.#reading ??= setTimeout(() => this.#read(), RESULTS_MS);
  }

  #read(): void {
    this.#reading = undefined;
    const asked: pb.ListMatchesRequest = {
      state: "MATCH_STATE_OVER",
      pageSize: RESULTS,
      ...(this.#game && { game: this.#game }),
    };
    void call("MatchService/ListMatches", asked).then(
      ({ matches = [] }) => (this.results = matches),
      () => undefined,
    );
  }

  async #readContests(): Promise<void> {
    const kinds = ["CONTEST_KIND_LADDER", "CONTEST_KIND_TOURNAMENT"] as const;
    const lists = await Promise.all(
      kinds.map((kind) =>
        call("ContestService/ListContests", { kind, pageSize: CONTESTS }).catch(() => ({})),
      ),
    );
    const all = lists.flatMap((list: pb.ListContestsResponse) => list.contests ?? []);
    this.contests = all
      .filter(({ state }) => state === "CONTEST_STATE_RUNNING" || state === "CONTEST_STATE_ENTRIES")
      .slice(0, CONTESTS);
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.isRead) return nothing;
    return html` <h1 class="visually-hidden">${t("nav.watch")}</h1>
      <div class="watch-top">
        <div class="chips" role="group" aria-label=${t("watch.filter")}>
          ${["", ...allGames().map(({ id = "" }) => id)].map(
            (id) =>
              html` <button
                aria-pressed=${id === this.#game}
                @click=${() => go(id ? `/?game=${id}` : "/")}
              >
                ${id ? gameName(id) : t("watch.all")}
              </button>`,
          )}
        </div>
        <a class="button primary push" href="/play">${t("watch.play")}</a>
      </div>
      <div class="watch">
        <section class="featured" aria-label=${t("watch.featured")}>${this.#featured()}</section>
        <section class="watch-wall" aria-label=${t("watch.wall")}>
          ${this.isBesideRead ? this.#wall() : nothing}
        </section>
      </div>
      <div class="watch-below">
        <section>
          <h2>${t("watch.results")}</h2>
          ${resultsView(this.results)}
        </section>
        ${
          this.contests.length > 0
            ? html`<section>
                <h2>${t("watch.contests")}</h2>
                ${this.#contests()}
              </section>`
            : nothing
        }
      </div>`;
  }

  #wall(): TemplateResult {
    return html`<board-wall
      .newest=${NEWEST}
      .game=${this.#game}
      .without=${this.summary?.matchId ?? ""}
      @over=${() => this.#readSoon()}
    ></board-wall>`;
  }

  #featured(): TemplateResult | typeof nothing {
    const { summary, picture } = this;
    if (!summary || !picture) return html`<div class="featured-empty"></div>`;
    const gameId = summary.game ?? "";
    return html` <a class="featured-board" href="/m/${summary.matchId}">
        <span class="visually-hidden"
          >${gameName(gameId)}: ${seatNames(summary).join(" \u2013 ")}</span
        >
        <referee-board
          aria-hidden="true"
          still
          bare
          lang=${language()}
          .game=${gameId}
          .words=${gameWords()}
          .names=${seatNames(summary)}
          .scene=${picture.scene}
        ></referee-board>
      </a>
      <div class="featured-seats">
        ${(summary.players ?? []).map((player, seat) => this.#seat(summary, picture, player, seat))}
      </div>`;
  }

  #seat(summary: pb.MatchSummary, picture: Picture, player: string, seat: number): TemplateResult {
    const atMs = performance.now() - (Date.now() - picture.receivedAtMs);
    return html`<div class="strip ${picture.turnSeat === seat ? "turn" : ""}">
      ${sideMark(summary.game ?? "", seat)}${playerLink(player, seatName(summary, seat))}
      ${picture.points.some((one) => one !== 0) ? html`<b>${num(picture.points[seat] ?? 0)}</b>` : nothing}
      <seat-clock class="push" .clock=${picture.clocks[seat]} .atMs=${atMs}></seat-clock>
    </div>`;
  }

  #contests(): TemplateResult {
    return html`<ul class="results">
      ${this.contests.map(({ contest, name, game, categories, entrants }) => {
        const href = contest?.ladderId ? `/l/${contest.ladderId}` : `/t/${contest?.tournamentId}`;
        const games = game ? gameName(game) : (categories ?? []).map(gameName).join(", ");
        return html`<li>
          <a class="result" href=${href}
            ><span class="result-players"><bdi>${name}</bdi></span>
            <span class="result-how">${games}</span
            ><span class="result-when">${t("entrants", { n: num(entrants ?? 0) })}</span></a
          >
        </li>`;
      })}
    </ul>`;
  }
}

customElements.define("page-watch", WatchPage);
