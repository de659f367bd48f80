/** A tournament: boards, standings, crosstable, pairings, rules, reports; controls for its host. */
import type { pb } from "referee-client";
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";

import { call, readerNow } from "../account/account.js";
import { ContestPage } from "../contest/page.js";
import { FIRST_ENCOUNTERS, pairingsView } from "../contest/pairings.js";
import { reportsView } from "../contest/reports.js";
import { tournamentRules } from "../contest/rules.js";
import { crosstableView, standingsView } from "../contest/standings.js";
import { formatText } from "../contest/terms.js";
import { gameName } from "../parts/games.js";
import { panelView, tabsView } from "../parts/tabs.js";
import "../parts/wall.js";
import { t, type Key } from "../words/index.js";
import "../style/contest.css";
import "../style/lists.css";

const BOARDS = 24;
const TABS = ["boards", "standings", "cross", "pairings", "rules", "reports"] as const;

class TournamentPage extends ContestPage {
  static override properties: PropertyDeclarations = {
    ...ContestPage.properties,
    rules: { state: true },
    setup: { state: true },
    standings: { state: true },
  };

  declare private rules: pb.TournamentRules | undefined;
  declare private setup: pb.TournamentMatches | undefined;
  declare private standings: pb.TournamentStandings;

  protected get contest(): pb.Contest {
    return { tournamentId: this.place.id };
  }

  protected async read(): Promise<void> {
    const isSame = readerNow();
    const asked = [
      call("TournamentService/GetTournament", { tournamentId: this.place.id }),
      call("ContestService/GetStandings", { contest: this.contest }),
    ] as const;
    const [{ summary = {}, rules, matches, progress = {} }, { tournament = {} }] =
      await Promise.all(asked);
    if (!isSame()) return;
    const isFirst = !this.summary;
    [this.summary, this.rules, this.setup, this.progress, this.standings] = [
      summary,
      rules,
      matches,
      progress,
      tournament,
    ];
    this.names = new Map(
      (tournament.rows ?? []).map(({ player = "", displayName = "" }) => [player, displayName]),
    );
    this.entitle(summary.name ?? this.place.id);
    if (isFirst && this.tab === "")
      this.tab = summary.state === "CONTEST_STATE_RUNNING" ? "boards" : "standings";
  }

  override render(): TemplateResult | typeof nothing {
    if (this.failure) return this.failureView();
    const { summary } = this;
    if (!summary) return nothing;
    const ids: readonly string[] = this.isHost ? [...TABS, "host"] : TABS;
    const tab = this.tabOf(ids);
    const tabs = ids.map((id) => ({ id, label: t(`tab.${id}` as Key) }));
    return html`${this.headingView(html`${gameName(summary.game ?? "")} · ${formatText(this.rules ?? {})}`)}
    ${this.rules?.isReleasedByHost && summary.state === "CONTEST_STATE_RUNNING" ? html`<p class="note soft">${t("contest.sealed")}</p>` : nothing}
    ${tabsView(tabs, tab, (tab) => this.choose(tab))} ${panelView(tab, this.#panel(summary))}`;
  }

  #panel(summary: pb.ContestSummary): TemplateResult {
    const order = (this.standings.rows ?? []).map(({ player = "" }) => player);
    if (this.tab === "standings") return standingsView(this.standings, this.model);
    if (this.tab === "cross")
      return crosstableView(this.model, order, (player) => this.nameOf(player));
    if (this.tab === "pairings") return this.#pairings();
    if (this.tab === "rules" && this.rules) return tournamentRules(this.rules, this.setup);
    if (this.tab === "reports")
      return reportsView(this.place.id, this.model, this.standings, this.ids);
    if (this.tab === "host" && this.isHost) return this.hostPanelView(summary);
    return html`<board-wall .newest=${BOARDS} .contest=${this.contest}></board-wall>`;
  }

  #pairings(): TemplateResult {
    const { model, ids, most } = this;
    return pairingsView({
      model,
      ids,
      most,
      isNewestFirst: false,
      names: (player) => this.nameOf(player),
      more: () => (this.most += FIRST_ENCOUNTERS),
    });
  }
}

customElements.define("page-tournament", TournamentPage);
