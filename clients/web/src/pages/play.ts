/** Opens a match: the game, the opponent, the options and the clock. */
import "referee-client/board";
import { readScene, type pb, type Scene } from "referee-client";
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";

import { account, call, signedIn } from "../account/account.js";
import { controlsView } from "../parts/controls.js";
import { allGames, game, gameName, gamesLoaded, gameText, gameWords } from "../parts/games.js";
import { defaults, optionsView } from "../parts/options.js";
import { invitationView, isOf, waitingView } from "../play/waiting.js";
import { BOTS, challenge, check, playHouse, type Opponent, type Wish } from "../play/wish.js";
import { attempt, reasonOf } from "../shell/notices.js";
import { Page } from "../shell/page.js";
import { go } from "../shell/router.js";
import { keep, kept } from "../shell/storage.js";
import { num } from "../words/format.js";
import { language, t, type Key } from "../words/index.js";
import "../style/play.css";

/** Delay before the server checks the reader's choice, in milliseconds. */
const CHECK_MS = 250;
const USUAL: Pick<Wish, "game" | "opponent" | "bot" | "control"> = {
  game: "kamisado",
  opponent: "house",
  bot: "house-greedy",
  control: "600+5",
};
const OPPONENTS: readonly Opponent[] = ["house", "friend", "anybody"];
const REMEMBERED = "referee.wish";

class PlayPage extends Page {
  static override properties: PropertyDeclarations = {
    ...Page.properties,
    wish: { state: true },
    problem: { state: true },
    scene: { state: true },
    own: { state: true },
    invitation: { state: true },
    isBusy: { state: true },
  };

  declare private wish: Wish | undefined;
  declare private problem: string;
  declare private scene: Scene | undefined;
  /** The reader's own open challenge. */
  declare private own: pb.Challenge | undefined;
  declare private invitation: pb.Challenge | undefined;
  declare private isBusy: boolean;
  #checking: ReturnType<typeof setTimeout> | undefined;

  protected override arrived(): void {
    this.problem = "";
    this.isBusy = false;
    this.entitle(t("nav.play"));
    const asked = this.place.query.get("challenge");
    void gamesLoaded().then(() => (asked ? this.#invited(asked) : this.#choose(this.#first())));
    this.subscribe(
      { kind: "seat" },
      {
        onMessage: ({ challenge }) => challenge && this.#receive(challenge),
        onReset: () => this.#forget(),
      },
    );
    this.keep(() => clearTimeout(this.#checking));
  }

  /** Returns the first choice: from the address, or else from the last match. */
  #first(): Wish {
    const last = JSON.parse(kept(REMEMBERED) ?? "{}") as Partial<Wish>;
    const asked = this.place.query.get("game") ?? last.game ?? USUAL.game;
    const one = game(asked) ?? allGames()[0] ?? {};
    const isSame = last.game === one.id;
    return {
      ...USUAL,
      ...last,
      game: one.id ?? "",
      options: isSame && last.options ? last.options : defaults(one),
      seats: isSame && last.seats ? last.seats : (one.usualSeats ?? 2),
      seat: undefined,
    };
  }

  async #invited(challengeId: string): Promise<void> {
    await attempt(async () => {
      const { challenge } = await call("ChallengeService/GetChallenge", { challengeId });
      if (challenge) this.#receive(challenge, true);
    });
    if (!this.own && !this.invitation) this.#choose(this.#first());
  }

  #receive(challenge: pb.Challenge, isAsked = false): void {
    const { challengeId, matchId } = challenge;
    if (
      !isAsked &&
      challengeId !== this.own?.challengeId &&
      challengeId !== this.invitation?.challengeId
    )
      return;
    if (matchId) return go(`/m/${matchId}`, true);
    const isMine = isOf(challenge, account()?.player);
    const isOpen = challenge.state === "CHALLENGE_STATE_OPEN";
    this.own = isMine && isOpen ? challenge : undefined;
    this.invitation = isMine ? undefined : challenge;
    if (isMine && !isOpen) this.#choose(this.#first());
  }

  /** Drops the challenge after its reader has signed out. */
  #forget(): void {
    if (!this.own || isOf(this.own, account()?.player)) return;
    this.own = undefined;
    if (!this.wish) this.#choose(this.#first());
  }

  #choose(wish: Wish): void {
    const isOther =
      wish.game !== this.wish?.game ||
      wish.seats !== this.wish.seats ||
      wish.options !== this.wish.options;
    this.wish = wish;
    this.problem = "";
    clearTimeout(this.#checking);
    this.#checking = setTimeout(() => void this.#check(wish), CHECK_MS);
    if (isOther) void this.#draw(wish);
  }

  async #check(wish: Wish): Promise<void> {
    const me = account();
    if (!me) return;
    const problem = await check(wish, me.player).then(() => "", reasonOf);
    if (this.wish === wish) this.problem = problem;
  }

  /** Shows the first position of the match. */
  async #draw(wish: Wish): Promise<void> {
    const { game, options, seats } = wish;
    const { scene } = await call("GameService/GetPosition", {
      game,
      options,
      seats,
      withoutSteps: true,
    }).catch(() => ({ scene: undefined }));
    const now = this.wish;
    const isWished = now?.game === game && now.options === options && now.seats === seats;
    if (scene && isWished) this.scene = readScene(scene);
  }

  async #start(): Promise<void> {
    const { wish } = this;
    if (!wish) return;
    this.isBusy = true;
    keep(REMEMBERED, JSON.stringify(wish));
    await attempt(async () => {
      if (wish.opponent === "house") return go(`/m/${await playHouse(wish)}`);
      const own = await challenge(wish);
      if (own.matchId) return go(`/m/${own.matchId}`);
      this.own = own;
    });
    this.isBusy = false;
  }

  #cancel(): void {
    const challengeId = this.own?.challengeId ?? "";
    void attempt(() => call("ChallengeService/CancelChallenge", { challengeId }));
    this.own = undefined;
    this.#choose(this.#first());
  }

  #accept(): void {
    const challengeId = this.invitation?.challengeId ?? "";
    void attempt(async () => {
      await signedIn();
      const { challenge } = await call("ChallengeService/AcceptChallenge", { challengeId });
      if (challenge) this.#receive(challenge, true);
    });
  }

  override render(): TemplateResult | typeof nothing {
    if (this.own) {
      const isMine = this.own.challenger === account()?.player;
      return waitingView(this.own, isMine ? () => this.#cancel() : undefined);
    }
    if (this.invitation) return invitationView(this.invitation, () => this.#accept());
    const { wish } = this;
    const chosen = wish && game(wish.game);
    if (!wish || !chosen) return nothing;
    return html`<div class="play">
      <form
        class="stack wide"
        @submit=${(event: Event) => (event.preventDefault(), void this.#start())}
      >
        <h1>${t("play.title")}</h1>
        <div class="games" role="group" aria-label=${t("play.game")}>
          ${allGames().map((one) => this.#game(one, wish))}
        </div>
        ${this.#opponents(wish)} ${this.#seats(chosen, wish)}
        ${
          (chosen.options ?? []).length > 0
            ? html`<fieldset class="stack options">
                <legend>${t("play.options")}</legend>
                ${optionsView(chosen, wish.options, (options) => this.#choose({ ...wish, options }))}
              </fieldset>`
            : nothing
        }
        <fieldset class="stack">
          <legend>${t("play.clock")}</legend>
          ${controlsView(wish.control, (control) => this.#choose({ ...wish, control }))}
        </fieldset>
        ${this.problem ? html`<p class="bad" role="alert" dir="auto">${this.problem}</p>` : nothing}
        <div class="row">
          <button class="primary start" ?disabled=${this.isBusy || this.problem !== ""}>
            ${t(`play.start.${wish.opponent}`)}
          </button>
          ${account() ? nothing : html`<span class="soft small">${t("play.guest")}</span>`}
        </div>
      </form>
      <div class="preview" aria-hidden="true">
        ${this.scene ? html`<referee-board still bare lang=${language()} .game=${wish.game} .words=${gameWords()} .scene=${this.scene}></referee-board>` : nothing}
      </div>
    </div>`;
  }

  #game(one: pb.Game, wish: Wish): TemplateResult {
    const { id = "", minSeats = 2, maxSeats = 2, usualSeats = 2 } = one;
    const isChosen = id === wish.game;
    const seats = minSeats === maxSeats ? num(minSeats) : `${num(minSeats)}\u2013${num(maxSeats)}`;
    return html`<button
      type="button"
      class="game-card"
      aria-pressed=${isChosen}
      @click=${() => this.#choose({ ...wish, game: id, options: defaults(one), seats: usualSeats, seat: undefined })}
    >
      <b>${gameName(id)}</b><span class="small">${t("play.seats", { n: seats })}</span>
    </button>`;
  }

  #opponents(wish: Wish): TemplateResult {
    return html`<fieldset class="stack">
      <legend>${t("play.opponent")}</legend>
      <div class="chips" role="group">
        ${OPPONENTS.map(
          (opponent) =>
            html` <button
              type="button"
              aria-pressed=${opponent === wish.opponent}
              @click=${() => this.#choose({ ...wish, opponent })}
            >
              ${t(`play.${opponent}`)}
            </button>`,
        )}
      </div>
      ${
        wish.opponent === "house"
          ? html`<div class="chips levels" role="group" aria-label=${t("play.level")}>
              ${BOTS.map(
                (bot) =>
                  html` <button
                    type="button"
                    aria-pressed=${bot === wish.bot}
                    @click=${() => this.#choose({ ...wish, bot })}
                  >
                    ${t(`level.${bot}` as Key)}
                  </button>`,
              )}
            </div>`
          : nothing
      }
    </fieldset>`;
  }

  /** Draws the choice of the number of seats and of the reader's seat. */
  #seats(one: pb.Game, wish: Wish): TemplateResult {
    const { id = "", minSeats = 2, maxSeats = 2 } = one;
    const counts = Array.from({ length: maxSeats - minSeats + 1 }, (_, at) => minSeats + at);
    const sides = gameWords().sides(id).slice(0, wish.seats);
    return html`<fieldset class="stack options">
      <legend class="visually-hidden">${t("play.side")}</legend>
      ${
        counts.length > 1
          ? html`<label class="option"
              ><span>${t("play.count")}</span
              ><select
                name="seats"
                @change=${(event: Event) =>
                  this.#choose({
                    ...wish,
                    seats: Number((event.target as HTMLSelectElement).value),
                    seat: undefined,
                  })}
              >
                ${counts.map((count) => html`<option value=${count} ?selected=${count === wish.seats}>${num(count)}</option>`)}
              </select></label
            >`
          : nothing
      }
      <label class="option"
        ><span>${t("play.side")}</span
        ><select
          name="side"
          @change=${(event: Event) => {
            const { value } = event.target as HTMLSelectElement;
            this.#choose({ ...wish, seat: value === "" ? undefined : Number(value) });
          }}
        >
          <option value="" ?selected=${wish.seat === undefined}>${t("play.drawn")}</option>
          ${sides.map(({ name }, seat) => html`<option value=${seat} ?selected=${seat === wish.seat}>${gameText(id, "side", name)}</option>`)}
        </select></label
      >
    </fieldset>`;
  }
}

customElements.define("page-play", PlayPage);
