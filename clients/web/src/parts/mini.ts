/** `<mini-board>`: a live match as a small board, drawn only while it is visible. */
import "referee-client/board";
import type { pb, Scene } from "referee-client";
import {
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from "lit";

import type { Picture } from "../streams/wants.js";
import { language, onLanguage } from "../words/index.js";
import { num } from "../words/format.js";
import "./clock.js";
import { gameName, gameWords } from "./games.js";
import { seatName, seatNames, sideMark } from "./players.js";

/**
 * Distance from the visible area within which boards are drawn, so scrolling shows no empty boards.
 */
const NEAR = "200px";
/** Maximum seats of a match that is shown with clocks. Larger matches show only names. */
const CLOCKED_SEATS = 2;

const views = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) (target as MiniBoard).see(isIntersecting);
  },
  { rootMargin: NEAR },
);

export class MiniBoard extends LitElement {
  static override properties: PropertyDeclarations = {
    summary: { attribute: false },
    picture: { attribute: false },
    isOver: { attribute: false },
  };

  declare summary: pb.MatchSummary;
  declare picture: Picture | undefined;
  declare isOver: boolean;
  #isSeen = false;
  /** The position without hands, for which a small board has no room. */
  #scene: Scene | undefined;
  /** Time at which the clocks of the picture were current, by `performance.now`. */
  #atMs = 0;
  #quiet: () => void = () => undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    views.observe(this);
    this.#quiet = onLanguage(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    views.unobserve(this);
    this.#quiet();
  }

  see(isSeen: boolean): void {
    this.#isSeen = isSeen;
    if (isSeen) this.requestUpdate();
  }

  /** Skips updates while the board is not visible. */
  protected override shouldUpdate(changed: PropertyValues): boolean {
    return this.#isSeen || !this.hasUpdated || changed.has("summary");
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!this.picture || !(changed.has("picture") || !this.#scene)) return;
    const { scene, receivedAtMs } = this.picture;
    this.#atMs = performance.now() - (Date.now() - receivedAtMs);
    this.#scene = { ...scene, hands: scene.hands.map(({ seat }) => ({ seat, tokens: [] })) };
  }

  override render(): TemplateResult {
    const { summary } = this;
    const gameId = summary.game ?? "";
    return html`<a class="mini ${this.isOver ? "over" : ""}" href="/m/${summary.matchId}">
      <span class="visually-hidden">${gameName(gameId)}</span>
      <span class="mini-board" aria-hidden="true">${this.#board(gameId)}</span>
      <span class="mini-seats">${this.#seats(gameId)}</span>
    </a>`;
  }

  #board(gameId: string): TemplateResult | typeof nothing {
    if (!this.#scene || !this.#isSeen) return nothing;
    return html`<referee-board
      still
      bare
      lang=${language()}
      .game=${gameId}
      .words=${gameWords()}
      .names=${seatNames(this.summary)}
      .scene=${this.#scene}
    ></referee-board>`;
  }

  #seats(gameId: string): TemplateResult[] {
    const { summary, picture } = this;
    const players = summary.players ?? [];
    const points = picture?.points ?? summary.points ?? [];
    const hasPoints = points.some((one) => one !== 0);
    return players.map((_, seat) => {
      const turns = picture?.turnSeat === seat && !this.isOver;
      return html`<span class="mini-seat ${turns ? "turn" : ""}"
        >${sideMark(gameId, seat)}<bdi>${seatName(summary, seat)}</bdi>${
          hasPoints ? html`<b>${num(points[seat] ?? 0)}</b>` : nothing
        }${
          players.length <= CLOCKED_SEATS && picture
            ? html`<seat-clock
                .clock=${picture.clocks[seat]}
                .atMs=${this.#atMs}
                .isStopped=${this.isOver}
              ></seat-clock>`
            : nothing
        }</span
      >`;
    });
  }
}

customElements.define("mini-board", MiniBoard);
