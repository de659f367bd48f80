/**
 * Analysis: any position of any game, its legal moves, and the move that a house bot would play.
 */
import "referee-client/board";
import { readScene, type pb, type Scene } from "referee-client";
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";

import { call } from "../account/account.js";
import { allGames, game, gameName, gamesLoaded, gameText, gameWords } from "../parts/games.js";
import { readLine, writeLine } from "../match/line.js";
import { hasTray, onTray } from "../match/tray.js";
import { defaults, optionsView, type Options } from "../parts/options.js";
import { icon } from "../shell/icons.js";
import { attempt, copy, reasonOf } from "../shell/notices.js";
import { Page } from "../shell/page.js";
import { language, say, t } from "../words/index.js";
import { BOTS } from "../play/wish.js";
import "../style/match.css";

const FIRST = "kamisado";

class AnalysisPage extends Page {
  static override properties: PropertyDeclarations = {
    ...Page.properties,
    game: { state: true },
    options: { state: true },
    start: { state: true },
    moves: { state: true },
    at: { state: true },
    position: { state: true },
    scene: { state: true },
    suggested: { state: true },
    problem: { state: true },
    isFlipped: { state: true },
    view: { state: true },
    dealtAt: { state: true },
  };

  declare private game: string;
  declare private options: Options;
  /** Text of the starting position. Empty for that of the game. */
  declare private start: string;
  declare private moves: readonly string[];
  /** Number of moves up to the position on the board. */
  declare private at: number;
  declare private position: pb.GetPositionResponse | undefined;
  declare private scene: Scene | undefined;
  declare private suggested: string;
  declare private problem: string;
  declare private isFlipped: boolean;
  /** The viewer of the position: `mover`, `spectators`, or the number of a seat. */
  declare private view: string;
  /** Index of the last outcome of chance in the moves. Unset if there is none. */
  declare private dealtAt: number | undefined;
  /** The seat to move, if known. */
  #mover: number | undefined;
  #asked = 0;

  protected override arrived(): void {
    const { query } = this.place;
    [this.game, this.options, this.start] = [
      query.get("game") ?? FIRST,
      {},
      query.get("position") ?? "",
    ];
    this.moves = readLine(query.get("moves") ?? "");
    [this.view, this.dealtAt] = ["mover", undefined];
    [this.at, this.suggested, this.problem, this.isFlipped] = [this.moves.length, "", "", false];
    this.entitle(t("nav.analysis"));
    this.keep(onTray(() => this.requestUpdate()));
    void gamesLoaded().then(() => {
      const stored = Object.fromEntries(
        [...query]
          .filter(([name]) => name.startsWith("o."))
          .map(([name, value]) => [name.slice(2), value]),
      );
      this.options = { ...defaults(game(this.game) ?? {}), ...stored };
      return this.#read();
    });
  }

  #request(at = this.at): pb.GetPositionRequest {
    const { game, options, start, moves } = this;
    const viewer = this.#viewer;
    return {
      game,
      options,
      moves: moves.slice(0, at),
      withoutSteps: true,
      ...(start && { start }),
      ...(viewer !== undefined && { viewerSeat: viewer }),
    };
  }

  /** Returns the seat that views the position. Unset for spectators, and if nothing is hidden. */
  get #viewer(): number | undefined {
    if (!game(this.game)?.hidden || this.view === "spectators") return undefined;
    return this.view === "mover" ? this.#mover : Number(this.view);
  }

  /** The seat whose hand is in the tray: the one to move, unless the board would turn for it. */
  #holder(): number | undefined {
    const isTurned = gameWords()
      .sides(this.game)
      .some(({ halfTurns }) => halfTurns > 0);
    return hasTray() && !isTurned ? this.position?.seat : undefined;
  }

  /** Asks for the position as its viewer sees it: the server says whose turn it is. */
  async #ask(): Promise<pb.GetPositionResponse> {
    const viewer = this.#viewer;
    const answer = await call("GameService/GetPosition", this.#request());
    this.#mover = answer.seat;
    return this.#viewer === viewer ? answer : call("GameService/GetPosition", this.#request());
  }

  async #read(): Promise<void> {
    const asked = ++this.#asked;
    this.#write();
    this.suggested = "";
    const answer = await this.#ask().catch((error: unknown) => {
      if (asked === this.#asked) this.problem = reasonOf(error);
    });
    if (asked !== this.#asked || !answer) return;
    [this.problem, this.position] = ["", answer];
    if (answer.scene) this.scene = readScene(answer.scene);
  }

  /** Writes the position to the address, so it can be shared. */
  #write(): void {
    const query = new URLSearchParams({ game: this.game });
    if (this.start) query.set("position", this.start);
    if (this.moves.length > 0) query.set("moves", writeLine(this.moves));
    const usual = defaults(game(this.game) ?? {});
    for (const [name, value] of Object.entries(this.options))
      if (value !== usual[name]) query.set(`o.${name}`, value);
    history.replaceState(null, "", `?${query}`);
  }

  #go(at: number): void {
    this.at = Math.max(0, Math.min(this.moves.length, at));
    void this.#read();
  }

  #play(notation: string): void {
    this.moves = [...this.moves.slice(0, this.at), notation];
    this.#go(this.moves.length);
  }

  #begin(gameId: string, options: Options = defaults(game(gameId) ?? {})): void {
    [this.game, this.options, this.start, this.moves, this.at, this.scene] = [
      gameId,
      options,
      "",
      [],
      0,
      undefined,
    ];
    [this.view, this.dealtAt, this.#mover] = ["mover", undefined, undefined];
    void this.#read();
  }

  #enter(event: Event): void {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    this.start = String(fields.get("position") ?? "").trim();
    this.moves = readLine(String(fields.get("moves") ?? ""));
    this.dealtAt = undefined;
    this.#go(this.moves.length);
  }

  /** Draws an outcome of chance after the first `at` moves. */
  async #deal(at: number): Promise<void> {
    const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
    await attempt(async () => {
      const { move } = await call("GameService/SuggestMove", {
        position: this.#request(at),
        seed,
      });
      this.moves = this.moves.slice(0, at);
      this.dealtAt = this.at = at;
      if (move?.notation) this.#play(move.notation);
    });
  }

  async #suggest(bot: string): Promise<void> {
    await attempt(async () => {
      const { move } = await call("GameService/SuggestMove", { position: this.#request(), bot });
      this.suggested = move?.notation ?? "";
    });
  }

  override render(): TemplateResult | typeof nothing {
    const { position, scene } = this;
    const words = gameWords();
    if (allGames().length === 0) return nothing;
    return html`<div class="heading"><h1>${t("nav.analysis")}</h1></div>
      <div class="chips" role="group" aria-label=${t("play.game")}>
        ${allGames().map(
          ({ id = "" }) =>
            html` <button aria-pressed=${id === this.game} @click=${() => this.#begin(id)}>
              ${gameName(id)}
            </button>`,
        )}
      </div>
      <div class="match analysis">
        <div class="match-main">
          ${
            scene
              ? html`<referee-board
                  bare
                  ?tray=${hasTray() && scene.hands.length > 0}
                  lang=${language()}
                  .game=${this.game}
                  .words=${words}
                  .names=${scene.hands.map(({ seat }) => this.#sideName(seat))}
                  .scene=${scene}
                  .legal=${position?.turn === "TURN_KIND_SEAT" ? (position.legal ?? []) : []}
                  .mover=${position?.seat}
                  .seat=${this.#viewer ?? this.#holder()}
                  ?flipped=${this.isFlipped}
                  @choose=${(event: CustomEvent<{ move: pb.LegalMove }>) => this.#play(event.detail.move.notation ?? "")}
                ></referee-board>`
              : nothing
          }
          ${this.problem ? html`<p class="bad" role="alert" dir="auto">${this.problem}</p>` : this.#turn()}
        </div>
        <aside class="match-side">
          ${this.#hidden()}${this.#moves()}${this.#house()}${this.#notation()}${this.#options()}
        </aside>
      </div>`;
  }

  #turn(): TemplateResult | typeof nothing {
    const { position, scene } = this;
    if (!position || !scene) return nothing;
    if (position.turn === "TURN_KIND_CHANCE")
      return html`<div class="row">
        <p class="prompt">${t("analysis.chance")}</p>
        <button class="primary deal" @click=${() => this.#deal(this.at)}>
          ${t("analysis.deal")}
        </button>
      </div>`;
    if (position.turn === "TURN_KIND_OVER")
      return html`<p class="prompt">${t("analysis.over")}</p>`;
    const names = gameWords()
      .sides(this.game)
      .map(({ name }) => gameText(this.game, "side", name));
    const prompt = scene.prompt
      ? gameWords().prompt(this.game, scene.prompt, language(), names)
      : [];
    return html`<p class="prompt">
      <b>${names[position.seat ?? 0]}</b>
      ${prompt.map(({ text, isIsolated }) => (isIsolated ? html`<bdi>${text}</bdi>` : text))}
    </p>`;
  }

  /** Draws the choice of viewer and "deal again", for games with hidden hands or chance. */
  #hidden(): TemplateResult | typeof nothing {
    const { hidden, chance } = game(this.game) ?? {};
    const { dealtAt } = this;
    if (!hidden && !chance) return nothing;
    const option = (value: string, label: string): TemplateResult =>
      html`<option value=${value} ?selected=${value === this.view}>${label}</option>`;
    return html`<div class="row">
      ${
        hidden
          ? html`<label class="option"
              ><span>${t("analysis.seen")}</span
              ><select class="seen" @change=${this.#see}>
                ${option("mover", t("analysis.mover"))}
                ${(this.scene?.hands ?? []).map(({ seat }) => option(String(seat), this.#sideName(seat)))}
                ${option("spectators", t("analysis.spectators"))}
              </select></label
            >`
          : nothing
      }
      ${
        dealtAt !== undefined && this.at > dealtAt
          ? html`<button class="deal-again" @click=${() => this.#deal(dealtAt)}>
              ${icon("again")}${t("analysis.deal-again")}
            </button>`
          : nothing
      }
    </div>`;
  }

  #see(event: Event): void {
    this.view = (event.target as HTMLSelectElement).value;
    void this.#read();
  }

  #sideName(seat: number): string {
    const name = gameWords().sides(this.game)[seat]?.name ?? "";
    return gameText(this.game, "side", name);
  }

  #moves(): TemplateResult {
    const button = (
      name: "first" | "back" | "next" | "last",
      label: "scrub.first" | "scrub.back" | "scrub.next" | "scrub.end",
      at: number,
    ): TemplateResult =>
      html` <button
        class="icon"
        aria-label=${t(label)}
        title=${t(label)}
        ?disabled=${at < 0 || at > this.moves.length || at === this.at}
        @click=${() => this.#go(at)}
      >
        ${icon(name)}
      </button>`;
    return html`<div class="moves" role="group" aria-label=${t("moves")} tabindex="-1">
        ${
          this.moves.length === 0
            ? html`<p class="empty small">${t("analysis.click")}</p>`
            : html` <ol class="moves-line">
                ${this.moves.map(
                  (move, at) =>
                    html`<li>
                      <button
                        class="ply"
                        aria-current=${at + 1 === this.at ? "step" : nothing}
                        @click=${() => this.#go(at + 1)}
                      >
                        <span class="notation">${move}</span>
                      </button>
                    </li>`,
                )}
              </ol>`
        }
      </div>
      <div class="scrub" role="group" aria-label=${t("scrub")}>
        ${button("first", "scrub.first", 0)}${button("back", "scrub.back", this.at - 1)}${button(
          "next",
          "scrub.next",
          this.at + 1,
        )}${button("last", "scrub.end", this.moves.length)}
        <button
          class="icon push"
          aria-label=${t("flip")}
          title=${t("flip")}
          @click=${() => (this.isFlipped = !this.isFlipped)}
        >
          ${icon("flip")}
        </button>
      </div>`;
  }

  #house(): TemplateResult {
    const canAsk = this.position?.turn === "TURN_KIND_SEAT";
    return html`<section class="stack">
      <h2>${t("analysis.house")}</h2>
      <div class="chips">
        ${BOTS.map((bot) => html`<button ?disabled=${!canAsk} @click=${() => this.#suggest(bot)}>${t(`level.${bot}`)}</button>`)}
      </div>
      ${
        this.suggested
          ? html`<p class="row tight" role="status">
              ${say("analysis.suggested", { move: html`<code class="notation">${this.suggested}</code>` })}
              <button class="primary" @click=${() => this.#play(this.suggested)}>
                ${t("analysis.play")}
              </button>
            </p>`
          : nothing
      }
    </section>`;
  }

  #notation(): TemplateResult {
    const text = this.position?.position ?? "";
    return html`<section class="stack">
      <h2>${t("analysis.position")}</h2>
      <pre tabindex="0" class="position">${text}</pre>
      <p class="row tight">
        <button @click=${() => copy(text)}>${icon("copy")}${t("copy")}</button
        ><button @click=${() => copy(location.href)}>${icon("share")}${t("analysis.share")}</button>
      </p>
      <details>
        <summary>${t("analysis.enter")}</summary>
        <form class="stack" @submit=${this.#enter}>
          <label class="field"
            ><span>${t("analysis.position")}</span
            ><textarea
              name="position"
              dir="ltr"
              spellcheck="false"
              placeholder=${t("analysis.start")}
              .value=${this.start}
            ></textarea>
          </label>
          <label class="field"
            ><span>${t("analysis.moves")}</span
            ><textarea
              name="moves"
              dir="ltr"
              spellcheck="false"
              .value=${writeLine(this.moves, " ")}
            ></textarea>
          </label>
          <p><button class="primary">${t("analysis.show")}</button></p>
        </form>
      </details>
    </section>`;
  }

  #options(): TemplateResult | typeof nothing {
    const one = game(this.game);
    if (!one || (one.options ?? []).length === 0) return nothing;
    return html`<details>
      <summary>${t("play.options")}</summary>
      <div class="stack">
        ${optionsView(one, this.options, (options) => this.#begin(this.game, options))}
      </div>
    </details>`;
  }
}

customElements.define("page-analysis", AnalysisPage);
