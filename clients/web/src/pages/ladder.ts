/** A ladder: ratings on one axis, histories, comparisons, and the reason for each pairing. */
import type { pb } from "referee-client";
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";

import { call, readerNow } from "../account/account.js";
import { ContestPage } from "../contest/page.js";
import { FIRST_ENCOUNTERS, pairingsView } from "../contest/pairings.js";
import { factsView, matchFacts } from "../contest/rules.js";
import { comparisonView, historyView, ratingsView } from "../ladder/axis.js";
import { gameName } from "../parts/games.js";
import { panelView, tabsView } from "../parts/tabs.js";
import "../parts/wall.js";
import { reasonOf } from "../shell/notices.js";
import { duration, num, percent } from "../words/format.js";
import { t, type Key } from "../words/index.js";
import "../style/contest.css";
import "../style/lists.css";

const BOARDS = 24;
const COMPARED = 2;
const HISTORY_SIZE = 200;
const TABS = ["ratings", "boards", "pairings", "rules"] as const;

class LadderPage extends ContestPage {
  static override properties: PropertyDeclarations = {
    ...ContestPage.properties,
    ladder: { state: true },
    category: { state: true },
    ratings: { state: true },
    chosen: { state: true },
    history: { state: true },
    compared: { state: true },
    incomparable: { state: true },
  };

  declare private ladder: pb.GetLadderResponse;
  declare private category: string;
  declare private ratings: pb.LadderRatings;
  declare private chosen: readonly string[];
  declare private history: readonly pb.LadderHistoryPoint[];
  declare private compared: pb.CompareLadderEntrantsResponse | undefined;
  declare private incomparable: string;

  protected override arrived(): void {
    [this.ladder, this.category, this.ratings, this.chosen, this.history, this.incomparable] = [
      {},
      this.place.query.get("category") ?? "",
      {},
      [],
      [],
      "",
    ];
    super.arrived();
    this.tab ||= "ratings";
  }

  protected get contest(): pb.Contest {
    return { ladderId: this.place.id };
  }

  protected async read(): Promise<void> {
    const isSame = readerNow();
    const ladder = await call("LadderService/GetLadder", {
      ladderId: this.place.id,
      pageSize: HISTORY_SIZE,
    });
    if (!isSame()) return;
    [this.ladder, this.summary, this.progress] = [
      ladder,
      ladder.summary ?? {},
      ladder.progress ?? {},
    ];
    this.names = new Map(
      (ladder.entrants ?? []).map(({ player = "", displayName = "" }) => [player, displayName]),
    );
    this.category ||= ladder.categories?.[0]?.name ?? "";
    this.entitle(this.summary.name ?? this.place.id);
    await this.#readRatings();
  }

  async #readRatings(): Promise<void> {
    const isSame = readerNow();
    const { category } = this;
    const { ladder = {} } = await call("ContestService/GetStandings", {
      contest: this.contest,
      category,
    });
    if (!isSame()) return;
    if (category === this.category) this.ratings = ladder;
    await this.#readChosen();
  }

  async #readChosen(): Promise<void> {
    const [first, second] = this.chosen;
    const about = { ladderId: this.place.id, category: this.category };
    const player = second ?? first;
    this.history = player
      ? ((
          await call("LadderService/GetLadderHistory", {
            ...about,
            player,
            pageSize: HISTORY_SIZE,
          }).catch(() => undefined)
        )?.points ?? [])
      : [];
    [this.compared, this.incomparable] = [undefined, ""];
    if (!first || !second) return;
    await call("LadderService/CompareLadderEntrants", { ...about, first, second }).then(
      (compared) => (this.compared = compared),
      (error: unknown) => (this.incomparable = reasonOf(error)),
    );
  }

  #pick(player: string): void {
    this.chosen = this.chosen.includes(player)
      ? this.chosen.filter((one) => one !== player)
      : [...this.chosen, player].slice(-COMPARED);
    void this.#readChosen();
  }

  #categorize(category: string): void {
    this.category = category;
    this.chosen = [];
    void this.#readRatings();
  }

  override render(): TemplateResult | typeof nothing {
    if (this.failure) return this.failureView();
    if (!this.summary) return nothing;
    const categories = (this.ladder.categories ?? []).map(({ name = "" }) => name);
    const ids: readonly string[] = this.isHost ? [...TABS, "host"] : TABS;
    const tab = this.tabOf(ids);
    return html`${this.headingView(t("ladder"))}
    ${
      categories.length > 1
        ? html`<div class="chips category" role="group" aria-label=${t("ladder.category")}>
            ${categories.map(
              (name) =>
                html` <button
                  aria-pressed=${name === this.category}
                  @click=${() => this.#categorize(name)}
                >
                  <bdi>${gameName(name)}</bdi>
                </button>`,
            )}
          </div>`
        : nothing
    }
    ${tabsView(
      ids.map((id) => ({ id, label: t(`tab.${id}` as Key) })),
      tab,
      (tab) => this.choose(tab),
    )}
    ${panelView(tab, this.#panel(this.summary))}`;
  }

  #panel(summary: pb.ContestSummary): TemplateResult {
    if (this.tab === "boards")
      return html`<board-wall .newest=${BOARDS} .contest=${this.contest}></board-wall>`;
    if (this.tab === "pairings") return this.#pairings();
    if (this.tab === "rules") return this.#rules();
    if (this.tab === "host" && this.isHost) return this.hostPanelView(summary);
    return this.#ratings();
  }

  #ratings(): TemplateResult {
    const { ratings, chosen, compared, incomparable } = this;
    const [first, second] = chosen;
    const player = second ?? first;
    return html`${ratingsView({ ratings, chosen, choose: (player) => this.#pick(player) })}
      <p class="soft small">${t("ladder.how")}</p>
      <div class="halves section">
        ${
          player
            ? html`<section>
                <h2>${t("ladder.history")} <bdi class="soft">${this.nameOf(player)}</bdi></h2>
                ${historyView(this.history)}
              </section>`
            : nothing
        }
        ${
          first && second
            ? html`<section>
                <h2>${t("ladder.compare")}</h2>
                ${compared ? comparisonView(compared, this.nameOf(first), this.nameOf(second)) : html`<p class="empty">${incomparable}</p>`}
              </section>`
            : nothing
        }
      </div>`;
  }

  #pairings(): TemplateResult {
    const category = (this.ladder.categories ?? []).findIndex(({ name }) => name === this.category);
    const model = {
      ...this.model,
      encounters: this.model.encounters.filter((one) => one.category === Math.max(0, category)),
    };
    const { ids, most } = this;
    return pairingsView({
      model,
      ids,
      most,
      isNewestFirst: true,
      names: (player) => this.nameOf(player),
      more: () => (this.most += FIRST_ENCOUNTERS),
    });
  }

  #rules(): TemplateResult {
    const { pairing = {}, quarantine = {}, categories = [] } = this.ladder;
    const category = categories.find(({ name }) => name === this.category);
    return html`${factsView([
        ...matchFacts(category?.matches),
        ["rules.seats", num(category?.seats ?? 2)],
        ["rules.matches", num(category?.matchesPerEncounter ?? category?.seats ?? 2)],
        [
          "ladder.rated-by",
          t(
            category?.ratedBy === "LADDER_RATED_BY_POINTS" ? "ladder.by-points" : "ladder.by-ranks",
          ),
        ],
        ["ladder.patience", pairing.patienceMs ? duration(Number(pairing.patienceMs)) : ""],
        ["ladder.wide", pairing.wideEncounters === undefined ? "" : num(pairing.wideEncounters)],
        [
          "ladder.share",
          pairing.opponentSharePercent === undefined
            ? ""
            : percent(pairing.opponentSharePercent / 100),
        ],
        ["ladder.per-day", pairing.matchesPerDay === undefined ? "" : num(pairing.matchesPerDay)],
        [
          "ladder.quarantine",
          quarantine.faults === undefined
            ? ""
            : t("ladder.faults", {
                n: num(quarantine.faults),
                time: duration(Number(quarantine.firstMs ?? 0)),
              }),
        ],
      ])}
      <p class="soft small">
        ${t("rules.more")} <a href="/docs/ladders">${t("rules.ladders")}</a>
      </p>`;
  }
}

customElements.define("page-ladder", LadderPage);
