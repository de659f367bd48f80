/** All tournaments and ladders. */
import type { pb } from "referee-client";
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";

import { call } from "../account/account.js";
import { gameName, gamesLoaded } from "../parts/games.js";
import { attempt } from "../shell/notices.js";
import { Page } from "../shell/page.js";
import { ago, num } from "../words/format.js";
import { maybe, t } from "../words/index.js";
import "../style/lists.css";

const PAGE_SIZE = 50;

class ContestsPage extends Page {
  static override properties: PropertyDeclarations = {
    ...Page.properties,
    ladders: { state: true },
    tournaments: { state: true },
    next: { state: true },
    isRead: { state: true },
  };

  declare private ladders: readonly pb.ContestSummary[];
  declare private tournaments: readonly pb.ContestSummary[];
  /** Token of the next page of tournaments. */
  declare private next: string;
  declare private isRead: boolean;

  protected override arrived(): void {
    [this.ladders, this.tournaments, this.next, this.isRead] = [[], [], "", false];
    this.entitle(t("nav.contests"));
    void gamesLoaded()
      .then(() => attempt(() => Promise.all([this.#readLadders(), this.#more()])))
      .then(() => (this.isRead = true));
  }

  async #readLadders(): Promise<void> {
    this.ladders =
      (
        await call("ContestService/ListContests", {
          kind: "CONTEST_KIND_LADDER",
          pageSize: PAGE_SIZE,
        })
      ).contests ?? [];
  }

  async #more(): Promise<void> {
    const request = {
      kind: "CONTEST_KIND_TOURNAMENT" as const,
      pageSize: PAGE_SIZE,
      pageToken: this.next,
    };
    const { contests = [], nextPageToken = "" } = await call(
      "ContestService/ListContests",
      request,
    );
    this.tournaments = [...this.tournaments, ...contests];
    this.next = nextPageToken;
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.isRead) return nothing;
    return html`<div class="heading"><h1>${t("nav.contests")}</h1></div>
      <section>
        <h2>${t("contests.ladders")}</h2>
        ${this.#list(this.ladders)}
      </section>
      <section class="section">
        <h2>${t("contests.tournaments")}</h2>
        ${this.#list(this.tournaments)}
        ${this.next ? html`<p><button @click=${() => attempt(() => this.#more())}>${t("more")}</button></p>` : nothing}
      </section>
      <p class="soft section">
        ${t("contests.host")} <a href="/docs/tournaments">${t("contests.how")}</a>
      </p>`;
  }

  #list(contests: readonly pb.ContestSummary[]): TemplateResult {
    if (contests.length === 0) return html`<p class="empty">${t("contests.none")}</p>`;
    return html`<ul class="entries">
      ${contests.map(
        ({ contest, name, state, game, categories, entrants, openedUnixMs }) =>
          html`<li>
            <span class="grow"
              ><a
                href=${contest?.ladderId ? `/l/${contest.ladderId}` : `/t/${contest?.tournamentId}`}
                ><bdi>${name}</bdi></a
              >
              <span class="soft">
                ${game ? gameName(game) : (categories ?? []).map(gameName).join(", ")}</span
              ></span
            >
            <span class="soft small">${t("entrants", { n: num(entrants ?? 0) })}</span>
            <span class="small state"
              >${maybe(`state.${(state ?? "").replace("CONTEST_STATE_", "")}`, "")}</span
            >
            <span class="soft small when"
              >${openedUnixMs ? ago(Number(openedUnixMs)) : nothing}</span
            >
          </li>`,
      )}
    </ul>`;
  }
}

customElements.define("page-contests", ContestsPage);
