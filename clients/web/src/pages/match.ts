/** A match: its board, players and moves, for players and for spectators. */
import "referee-client/board";
import { submit, type MatchState, type pb } from "referee-client";
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { createRef, ref } from "lit/directives/ref.js";

import { account, call } from "../account/account.js";
import { rulingsView } from "../contest/rulings.js";
import { actionsView } from "../match/actions.js";
import { movesView, type Spot } from "../match/moves.js";
import { promptView, seatOrder, seatView } from "../match/seats.js";
import { hasSounds, sound, toggleSounds } from "../match/sounds.js";
import { shareView } from "../match/share.js";
import { hasTray, onTray } from "../match/tray.js";
import { controlText } from "../parts/controls.js";
import { gameName, gamesLoaded, gameText, gameWords } from "../parts/games.js";
import { seatNames } from "../parts/players.js";
import { verdictView } from "../parts/verdict.js";
import { icon } from "../shell/icons.js";
import { attempt, complain, notify, reasonOf } from "../shell/notices.js";
import { Page } from "../shell/page.js";
import { go } from "../shell/router.js";
import { hubLink } from "../streams/link.js";
import { num } from "../words/format.js";
import { language, maybe, t } from "../words/index.js";
import "../style/match.css";

/** Time in which a second click on "resign" counts, in milliseconds. */
const ARMED_MS = 4000;
/** Interval between redraws of absence deadlines, in milliseconds. */
const AWAY_MS = 1000;

/** What the page uses of `<referee-board>`. */
interface Board extends HTMLElement {
  show(spot?: Spot): void;
  step(by: number): void;
  flip(): void;
}

class MatchPage extends Page {
  static override properties: PropertyDeclarations = {
    ...Page.properties,
    state: { state: true },
    at: { state: true },
    isFlipped: { state: true },
    isArmed: { state: true },
    isRead: { state: true },
    agreed: { state: true },
    rematchId: { state: true },
    failure: { state: true },
    reader: { state: true },
  };

  declare private state: MatchState | undefined;
  declare private at: Spot | undefined;
  declare private isFlipped: boolean;
  declare private isArmed: boolean;
  declare private isRead: boolean;
  declare private agreed: readonly number[];
  declare private rematchId: string;
  declare private failure: string;
  /**
   * Number of readers so far. Each reader gets a new board, without the data of the previous one.
   */
  declare private reader: number;
  readonly #board = createRef<Board>();
  #shownSteps = 0;
  #knownSteps = 0;

  protected override arrived(): void {
    this.isFlipped = this.isArmed = this.isRead = false;
    this.reader = 0;
    this.#clear();
    void gamesLoaded().then(() => (this.isRead = true));
    this.every(AWAY_MS, () => this.state && this.state.absent.size > 0 && this.requestUpdate());
    const keys = (event: KeyboardEvent): void => this.#key(event);
    addEventListener("keydown", keys);
    this.keep(onTray(() => this.requestUpdate()));
    this.keep(() => removeEventListener("keydown", keys));
    this.subscribe(
      { kind: "seat" },
      { onMessage: (message) => this.#receiveSeat(message), onReset: () => this.#clear() },
    );
  }

  /** Clears the page for a reader. */
  #clear(): void {
    [this.state, this.at, this.isArmed] = [undefined, undefined, false];
    [this.agreed, this.rematchId, this.failure] = [[], "", ""];
    this.#knownSteps = this.#shownSteps = 0;
    this.reader += 1;
  }

  get #id(): string {
    return this.place.id;
  }

  /** Returns the seat of the reader. Unset for a spectator. */
  get #seat(): number | undefined {
    const seat = (this.state?.summary?.players ?? []).indexOf(account()?.player ?? "");
    return seat < 0 ? undefined : seat;
  }

  #receive(state: MatchState): void {
    const isFirst = !this.state?.summary && state.summary;
    const isOver = !this.state?.end && state.end;
    // Moves played before the page was opened make no sound.
    const isPresent = this.state?.scene !== undefined;
    this.state = state;
    if (state.refusal)
      this.failure = maybe(
        `reason.${state.refusal.reason?.replace("REASON_", "")}`,
        state.refusal.text ?? "",
      );
    if (isFirst && state.summary) this.entitle(`${seatNames(state.summary).join(" \u2013 ")}`);
    if (isPresent && state.steps.length > this.#knownSteps) sound("move");
    this.#knownSteps = state.steps.length;
    if (isOver && isPresent) sound("end");
    if (isOver) void this.#readRematch();
  }

  async #readRematch(): Promise<void> {
    const { summary } = await call("MatchService/GetMatch", { matchId: this.#id }).catch(() => ({
      summary: undefined,
    }));
    this.agreed = summary?.rematchAgreedSeats ?? [];
    this.rematchId = summary?.rematchMatchId ?? "";
  }

  #receiveSeat({ seated, rematch, rematchProposed }: pb.PlayResponse): void {
    if (rematchProposed?.matchId === this.#id)
      this.agreed = [...new Set([...this.agreed, rematchProposed.seat ?? 0])];
    if (rematch?.matchId === this.#id) this.agreed = rematch.agreedSeats ?? [];
    if (seated?.summary?.rematchOf !== this.#id || !seated.matchId) return;
    this.rematchId = seated.matchId;
    // A reader that has agreed goes to the rematch.
    if (this.agreed.includes(this.#seat ?? -1)) go(`/m/${seated.matchId}`);
  }

  #rematch(wish: pb.RematchWish): void {
    void attempt(async () => {
      const answer = await call("MatchService/Rematch", { matchId: this.#id, wish });
      this.agreed = answer.agreedSeats ?? [];
      if (answer.rematchMatchId) go(`/m/${answer.rematchMatchId}`);
    });
  }

  #submit(command: Omit<pb.SubmitCommandRequest, "matchId">): void {
    this.isArmed = false;
    void attempt(() => submit(hubLink, { matchId: this.#id, ...command }));
  }

  #arm(): void {
    this.isArmed = true;
    setTimeout(() => (this.isArmed = false), ARMED_MS);
  }

  #key(event: KeyboardEvent): void {
    const target = event.composedPath()[0];
    const isTaken =
      target instanceof Element &&
      (target.closest("input, select, textarea, referee-board") ||
        target.getRootNode() instanceof ShadowRoot);
    if (isTaken || event.altKey || event.ctrlKey || event.metaKey) return;
    const [back, forth] =
      document.dir === "rtl" ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
    const acts: Record<string, () => void> = {
      [back]: () => this.#board.value?.step(-1),
      [forth]: () => this.#board.value?.step(1),
      Home: () => this.#board.value?.show({ round: 1, ply: 0 }),
      End: () => this.#board.value?.show(),
      f: () => this.#flip(),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  #flip(): void {
    this.isFlipped = !this.isFlipped;
  }

  /** Keeps the newest or the selected move visible in its list. */
  protected override updated(): void {
    const list = this.querySelector(".moves");
    const steps = this.state?.steps.length ?? 0;
    const here = list?.querySelector<HTMLElement>("[aria-current]");
    if (!list || !here || (steps === this.#shownSteps && !this.at)) return;
    this.#shownSteps = steps;
    list.scrollTop = here.offsetTop - list.clientHeight / 2;
  }

  override render(): TemplateResult | typeof nothing {
    if (this.failure)
      return html`<div class="heading">
        <h1>${t("match.none")}</h1>
        <p>${this.failure}</p>
        <a class="button" href="/">${t("nav.watch")}</a>
      </div>`;
    if (!this.isRead) return nothing;
    const { state } = this;
    const summary = state?.summary;
    return html`<div class="match" data-game=${summary?.game ?? nothing}>
      ${summary && state ? html`<h1 class="visually-hidden">${seatNames(summary).join(" \u2013 ")}</h1>` : nothing}
      <div class="match-main">
        ${summary && state ? this.#far(summary, state) : html`<div class="strip"></div>`}
        ${keyed(
          this.reader,
          html`<referee-board
            ${ref(this.#board)}
            bare
            ?tray=${hasTray() && this.#seat !== undefined}
            lang=${language()}
            .match=${this.#id}
            .link=${hubLink}
            .seat=${this.#seat}
            .words=${gameWords()}
            ?flipped=${this.isFlipped}
            @update=${(event: CustomEvent<{ state: MatchState }>) => this.#receive(event.detail.state)}
            @scrub=${(event: CustomEvent<Spot & { isPresent: boolean }>) => (this.at = event.detail.isPresent ? undefined : event.detail)}
            @refused=${(event: CustomEvent<{ error: Error }>) => (event.preventDefault(), complain(event.detail.error))}
            @error=${(event: CustomEvent<{ error: Error }>) => this.#fail(event.detail.error)}
          ></referee-board>`,
        )}
        ${summary && state ? this.#near(summary, state) : nothing}
      </div>
      <aside class="match-side">${summary && state ? this.#side(summary, state) : nothing}</aside>
    </div>`;
  }

  #fail(error: Error): void {
    if (this.state?.summary) notify(reasonOf(error), true);
    else this.failure = reasonOf(error);
  }

  #order(summary: pb.MatchSummary): number[] {
    return seatOrder(
      summary.game ?? "",
      (summary.players ?? []).length,
      this.#seat,
      this.isFlipped,
    );
  }

  #far(summary: pb.MatchSummary, state: MatchState): TemplateResult {
    return html`<div class="strips">
      ${this.#order(summary)
        .slice(0, -1)
        .map((seat) => seatView(summary, state, seat))}
    </div>`;
  }

  #near(summary: pb.MatchSummary, state: MatchState): TemplateResult {
    const own = this.#order(summary).at(-1) ?? 0;
    return html`<div class="strips">${seatView(summary, state, own)}</div>
      ${promptView(summary, state, this.#seat)}`;
  }

  #side(summary: pb.MatchSummary, state: MatchState): TemplateResult {
    const seat = this.#seat;
    const actions =
      seat === undefined
        ? nothing
        : actionsView({
            summary,
            state,
            seat,
            isArmed: this.isArmed,
            agreed: this.agreed,
            rematchId: this.rematchId,
            submit: (command) => this.#submit(command),
            arm: () => this.#arm(),
            rematch: (wish) => this.#rematch(wish),
          });
    return html` ${this.#about(summary, state)}
    ${state.end?.verdict ? verdictView(summary, state.end.verdict) : nothing}
    ${movesView({
      game: summary.game ?? "",
      seats: (summary.players ?? []).length,
      state,
      at: this.at,
      show: (spot) => this.#board.value?.show(spot),
      step: (by) => this.#board.value?.step(by),
    })}
    ${actions} ${this.#rulings(summary, state)} ${shareView(this.#id, Boolean(state.end))}`;
  }

  /** Draws the rulings that the host of its contest can make once the match is over. */
  #rulings(summary: pb.MatchSummary, state: MatchState): TemplateResult | typeof nothing {
    const contest = summary.occasion?.contest;
    const key = summary.labels?.["match"];
    if (!account()?.isHost || !contest || !key || !state.end) return nothing;
    const ruled = {
      contest,
      keys: [key],
      players: summary.players ?? [],
      changed: () => undefined,
    };
    return html`<details class="rulings">
      <summary>${t("host.rulings")}</summary>
      ${rulingsView(ruled)}
    </details>`;
  }

  #about(summary: pb.MatchSummary, state: MatchState): TemplateResult {
    const { game = "", options = {}, rules, occasion } = summary;
    const values = Object.entries(options).flatMap(([name, value]) =>
      gameWords().has(game, "value", `${name}=${value}`)
        ? [gameText(game, "value", `${name}=${value}`)]
        : [],
    );
    const controls = [...new Set(rules?.timeControls ?? [])].map(controlText).join(" / ");
    const contest = occasion?.contest;
    return html`<div class="about">
      <div class="row tight">
        <h2>${gameName(game)}</h2>
        <button
          class="plain icon push"
          aria-label=${t("sound")}
          title=${t("sound")}
          aria-pressed=${hasSounds()}
          @click=${() => (toggleSounds(), this.requestUpdate())}
        >
          ${icon(hasSounds() ? "sound" : "mute")}
        </button>
        <button
          class="plain icon"
          aria-label=${t("flip")}
          title=${t("flip")}
          @click=${() => this.#flip()}
        >
          ${icon("flip")}
        </button>
      </div>
      <p class="soft small">
        <bdi>${controls}</bdi> ·
        ${t(rules?.rated ? "rated" : "casual")}${values.map((value) => html` · ${value}`)}${
          state.watchers > 0
            ? html` ·
                <span class="watchers" title=${t("watchers")}
                  >${icon("eye", 14)} ${num(state.watchers)}</span
                >`
            : nothing
        }
      </p>
      ${
        contest
          ? html`<p class="small">
              <a href=${contest.ladderId ? `/l/${contest.ladderId}` : `/t/${contest.tournamentId}`}
                >${t("match.contest")} <bdi>${contest.ladderId ?? contest.tournamentId}</bdi></a
              >
            </p>`
          : nothing
      }
      ${summary.rematchOf ? html`<p class="small"><a href="/m/${summary.rematchOf}">${t("match.before")}</a></p>` : nothing}
    </div>`;
  }
}

customElements.define("page-match", MatchPage);
