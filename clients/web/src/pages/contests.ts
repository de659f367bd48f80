/** All tournaments and ladders. */
import { asError, type pb } from "referee-client";
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";

import { call } from "../account/account.js";
import { gameName, gamesLoaded } from "../parts/games.js";
import { attempt, reasonOf } from "../shell/notices.js";
import { failureView, Page } from "../shell/page.js";
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
    failure: { state: true },
    isRetried: { state: true },
  };

  declare private ladders: readonly pb.ContestSummary[];
  declare private tournaments: readonly pb.ContestSummary[];
  /** Token of the next page of tournaments. */
  declare private next: string;
  declare private isRead: boolean;
  declare private failure: string;
  /** Whether the read that failed is tried again. */
  declare private isRetried: boolean;

  protected override arrived(): void {
    [this.ladders, this.tournaments, this.next, this.isRead] = [[], [], "", false];
    [this.failure, this.isRetried] = ["", false];
    this.entitle(t("nav.contests"));
    const failed = (error: unknown): void => {
      this.failure = reasonOf(error);
      this.isRetried = asError(error).isRetryable;
    };
    void gamesLoaded()
      .then(() => this.retry(() => this.#readFirst(), failed))
      .then(() => ([this.isRead, this.failure] = [true, ""]), failed);
  }

  async #readFirst(): Promise<void> {
    const lists = [this.#list("CONTEST_KIND_LADDER"), this.#list("CONTEST_KIND_TOURNAMENT")];
    const [ladders = {}, tournaments = {}] = await Promise.all(lists);
    this.ladders = ladders.contests ?? [];
    this.tournaments = tournaments.contests ?? [];
    this.next = tournaments.nextPageToken ?? "";
  }

  #list(kind: pb.ContestKind, pageToken = ""): Promise<pb.ListContestsResponse> {
    return call("ContestService/ListContests", { kind, pageSize: PAGE_SIZE, pageToken });
  }

  async #more(): Promise<void> {
    const { contests = [], nextPageToken = "" } = await this.#list(
      "CONTEST_KIND_TOURNAMENT",
      this.next,
    );
    this.tournaments = [...this.tournaments, ...contests];
    this.next = nextPageToken;
  }

  override render(): TemplateResult | typeof nothing {
    if (this.failure) return failureView(t("page.unread"), this.failure, this.isRetried);
    if (!this.isRead) return nothing;
    return html`<div class="heading"><h1>${t("nav.contests")}</h1></div>
      <section>
        <h2>${t("contests.ladders")}</h2>
        ${this.#rows(this.ladders)}
      </section>
      <section class="section">
        <h2>${t("contests.tournaments")}</h2>
        ${this.#rows(this.tournaments)}
        ${this.next ? html`<p><button @click=${() => attempt(() => this.#more())}>${t("more")}</button></p>` : nothing}
      </section>
      <p class="soft section">
        ${t("contests.host")} <a href="/docs/tournaments">${t("contests.how")}</a>
      </p>`;
  }

  #rows(contests: readonly pb.ContestSummary[]): TemplateResult {
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
