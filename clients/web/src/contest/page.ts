/** What the pages of a tournament and of a ladder share: the contest, its events, its matches. */
import { asError, type pb } from "referee-client";
import {
  html,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from "lit";

import { account, call, readerNow } from "../account/account.js";
import { gamesLoaded } from "../parts/games.js";
import { showTab } from "../parts/tabs.js";
import { attempt, notify, reasonOf } from "../shell/notices.js";
import { failureView, Page } from "../shell/page.js";
import { ago, num } from "../words/format.js";
import { maybe, t } from "../words/index.js";
import { hostView } from "./host.js";
import { FIRST_ENCOUNTERS } from "./pairings.js";
import { reasonText } from "./reasons.js";
import { received, NOTHING, type ContestModel } from "./model.js";

/** Delay before the contest is read after a burst of events, in milliseconds. */
const SETTLE_MS = 400;
/** Maximum delay of an event if others keep arriving, in milliseconds. */
const MOST_WAIT_MS = 2000;
/** Maximum pages of matches to search for keys. Pages have the maximum size. */
const MOST_PAGES = 10;
const PAGE_SIZE = 200;

export abstract class ContestPage extends Page {
  static override properties: PropertyDeclarations = {
    ...Page.properties,
    summary: { state: true },
    progress: { state: true },
    model: { state: true },
    ids: { state: true },
    names: { state: true },
    tab: { state: true },
    most: { state: true },
    failure: { state: true },
    isRetried: { state: true },
  };

  declare protected summary: pb.ContestSummary | undefined;
  declare protected progress: pb.ContestProgress;
  declare protected model: ContestModel;
  /** Match ids by key. */
  declare protected ids: ReadonlyMap<string, string>;
  /** Display names by player. */
  declare protected names: ReadonlyMap<string, string>;
  declare protected tab: string;
  declare protected most: number;
  declare protected failure: string;
  /** Whether the read that failed is tried again. */
  declare protected isRetried: boolean;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #waiting: pb.WatchContestResponse[] = [];
  /** Time at which the first waiting message arrived, in milliseconds since 1970. */
  #waitingSince = 0;

  protected abstract readonly contest: pb.Contest;
  /** Reads the contest. */
  protected abstract read(): Promise<void>;

  protected override arrived(): void {
    [this.progress, this.model, this.ids, this.names] = [{}, NOTHING, new Map(), new Map()];
    this.tab = this.place.query.get("tab") ?? "";
    [this.most, this.failure, this.isRetried] = [FIRST_ENCOUNTERS, "", false];
    this.keep(() => clearTimeout(this.#settling));
    void gamesLoaded()
      .then(() => this.#start())
      .catch((error: unknown) => this.#fail(error));
  }

  #fail(error: unknown): void {
    this.failure = reasonOf(error);
    this.isRetried = asError(error).isRetryable;
  }

  /** Reads the contest, again and again while the server cannot be reached. */
  async #readFirst(): Promise<void> {
    await this.retry(
      () => this.read(),
      (error) => this.#fail(error),
    );
    this.failure = "";
  }

  async #start(): Promise<void> {
    await this.#readFirst();
    const handlers = {
      onMessage: (message: pb.WatchContestResponse) => this.#receive(message),
      onRefused: ({ text }: { text: string }) => notify(text, true),
      onReset: () => this.#reset(),
    };
    this.subscribe({ kind: "contest", contest: this.contest }, handlers);
  }

  /** Starts over for another reader, whose view of the contest may differ. */
  #reset(): void {
    clearTimeout(this.#settling);
    [this.model, this.ids] = [NOTHING, new Map()];
    this.#waiting = [];
    [this.summary, this.failure] = [undefined, ""];
    this.#readFirst().catch((error: unknown) => this.#fail(error));
  }

  #receive(message: pb.WatchContestResponse): void {
    const now = Date.now();
    if (this.#waiting.length === 0) this.#waitingSince = now;
    this.#waiting.push(message);
    const quietMs = this.model.isCaughtUp || message.caughtUp ? SETTLE_MS / 4 : SETTLE_MS;
    clearTimeout(this.#settling);
    const leftMs = this.#waitingSince + MOST_WAIT_MS - now;
    this.#settling = setTimeout(() => this.#settle(), Math.min(quietMs, leftMs));
  }

  #settle(): void {
    const before = this.model.version;
    this.model = this.#waiting.splice(0).reduce(received, this.model);
    if (this.model.version === before) return;
    void this.read().then(
      () => (this.failure = ""),
      () => undefined,
    );
    void this.#findMatches();
  }

  /** Finds the ids of matches that are no longer open. */
  async #findMatches(): Promise<void> {
    const isSame = readerNow();
    const ids = new Map(this.ids);
    for (const [key, { matchId = "" }] of this.model.open) ids.set(key, matchId);
    const missing = [...this.model.outcomes.keys()].filter((key) => !ids.has(key)).length;
    let pageToken = "";
    for (let page = 0; page < MOST_PAGES && missing > 0; page += 1) {
      const list = await call("MatchService/ListMatches", {
        contest: this.contest,
        pageSize: PAGE_SIZE,
        pageToken,
      }).catch(() => undefined);
      for (const { labels = {}, matchId = "" } of list?.matches ?? [])
        if (labels["match"]) ids.set(labels["match"], matchId);
      pageToken = list?.nextPageToken ?? "";
      if (pageToken === "" || [...this.model.outcomes.keys()].every((key) => ids.has(key))) break;
    }
    if (isSame()) this.ids = ids;
  }

  protected get isHost(): boolean {
    return account()?.isHost === true;
  }

  /**
   * Returns the chosen tab. Returns the first tab if the chosen one is not available to this
   * reader.
   */
  protected tabOf(tabs: readonly string[]): string {
    return tabs.includes(this.tab) ? this.tab : (tabs[0] ?? "");
  }

  protected override updated(changed: PropertyValues): void {
    const isFirst = changed.has("summary") && changed.get("summary") === undefined;
    if (isFirst || changed.has("tab")) showTab(this);
  }

  protected nameOf(player: string): string {
    return this.names.get(player) || player;
  }

  protected choose(tab: string): void {
    this.tab = tab;
    history.replaceState(null, "", `?tab=${tab}`);
  }

  /** Enters the reader in the contest, or withdraws the reader. */
  protected async join(isIn: boolean): Promise<void> {
    const call_ = isIn ? "ContestService/WithdrawFromContest" : "ContestService/EnterContest";
    if (await attempt(() => call(call_, { contest: this.contest })))
      notify(t(isIn ? "contest.left" : "contest.entered"));
    await attempt(() => this.read());
  }

  /** Returns a reason in the words of the reader; `english` until its event has come. */
  protected reasonOf(reason: pb.ContestReason | undefined, english: string): string {
    const nameOf = (entrant: number): string => this.model.entrants[entrant]?.player ?? "";
    return reason ? reasonText(reason, nameOf) : english;
  }

  protected headingView(about: unknown): TemplateResult {
    const summary = this.summary ?? {};
    const me = account();
    const isIn = this.model.entrants.some(({ player, out }) => player === me?.player && !out);
    const isOpen =
      summary.state === "CONTEST_STATE_ENTRIES" ||
      (summary.contest?.ladderId !== undefined && summary.state === "CONTEST_STATE_RUNNING");
    const canEnter = me && !me.isGuest && isOpen && !summary.freezeReason;
    const canLeave = isIn && (isOpen || summary.state === "CONTEST_STATE_RUNNING");
    return html`<div class="heading contest-heading">
        <h1><bdi>${summary.name}</bdi></h1>
        <span
          class="state state-${(summary.state ?? "").replace("CONTEST_STATE_", "").toLowerCase()}"
          >${maybe(`state.${(summary.state ?? "").replace("CONTEST_STATE_", "")}`, "")}</span
        >
        <p>
          ${about} ·
          ${t("entrants", { n: num(summary.entrants ?? 0) })}${summary.startsAtUnixMs ? html` · ${t("contest.starts", { time: ago(Number(summary.startsAtUnixMs)) })}` : nothing}
        </p>
        ${canLeave || (canEnter && !isIn) ? html`<button class="push ${isIn ? "" : "primary"}" @click=${() => this.join(isIn)}>${t(isIn ? "contest.leave" : "contest.enter")}</button>` : nothing}
      </div>
      ${summary.pauseReason ? html`<p class="note"><b>${t("contest.paused")}</b> <bdi>${this.reasonOf(this.model.pause, summary.pauseReason)}</bdi></p>` : nothing}
      ${summary.endReason ? html`<p class="note"><b>${t("contest.ended")}</b> <bdi>${this.reasonOf(this.model.end, summary.endReason)}</bdi></p>` : nothing}
      ${summary.finalAtUnixMs ? html`<p class="note">${t("contest.provisional", { time: ago(Number(summary.finalAtUnixMs)) })}</p>` : nothing}`;
  }

  /** Draws what the host of the contest sees and does. */
  protected hostPanelView(summary: pb.ContestSummary): TemplateResult {
    const { pauseReason = "", freezeReason = "" } = summary;
    const { entrants, outcomes, pause, freeze } = this.model;
    return hostView({
      contest: this.contest,
      summary,
      progress: this.progress,
      pause: pauseReason && this.reasonOf(pause, pauseReason),
      freeze: freezeReason && this.reasonOf(freeze, freezeReason),
      players: entrants.map(({ player }) => player),
      keys: [...outcomes.keys()].toReversed(),
      changed: () => void this.read(),
    });
  }

  protected failureView(): TemplateResult {
    return failureView(t("contest.none"), this.failure, this.isRetried);
  }
}
