/** `<board-wall>`: the newest live matches, updated by one stream. */
import type { pb } from "referee-client";
import {
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from "lit";
import { repeat } from "lit/directives/repeat.js";

import { subscribe } from "../streams/index.js";
import type { Picture, WallMessage } from "../streams/wants.js";
import { num } from "../words/format.js";
import { onLanguage, t } from "../words/index.js";
import "./mini.js";
import { gamesLoaded } from "./games.js";

/** Time that a finished match stays on the wall, in milliseconds. */
const STAYS_MS = 5000;

interface OnWall {
  readonly matchId: string;
  readonly summary: pb.MatchSummary;
  readonly picture?: Picture;
  readonly isOver: boolean;
}

export class BoardWall extends LitElement {
  static override properties: PropertyDeclarations = {
    newest: { attribute: false },
    game: { attribute: false },
    player: { attribute: false },
    contest: { attribute: false },
    without: { attribute: false },
    boards: { state: true },
    isRead: { state: true },
  };

  /** Maximum number of boards. */
  declare newest: number;
  declare game: string;
  declare player: string;
  declare contest: pb.Contest | undefined;
  /** A match that the page shows elsewhere, so the wall omits it. */
  declare without: string;
  declare private boards: readonly OnWall[];
  declare private isRead: boolean;
  #endings: (() => void)[] = [];

  constructor() {
    super();
    this.newest = 24;
    this.game = "";
    this.player = "";
    this.contest = undefined;
    this.without = "";
    this.boards = [];
    this.isRead = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void gamesLoaded().then(() => (this.isRead = true));
    this.#endings = [onLanguage(() => this.requestUpdate())];
    this.#open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const end of this.#endings.splice(0)) end();
  }

  protected override willUpdate(changed: PropertyValues): void {
    const isNew = ["newest", "game", "player", "contest"].some((name) => changed.has(name));
    if (isNew && this.hasUpdated) this.#open();
  }

  #open(): void {
    for (const end of this.#endings.splice(1)) end();
    this.boards = [];
    const { newest, game, player, contest } = this;
    const want = {
      kind: "wall" as const,
      newest,
      ...(game && { game }),
      ...(player && { player }),
      ...(contest && { contest }),
    };
    const handlers = {
      onMessage: (message: WallMessage) => this.#receive(message),
      onReset: () => (this.boards = []),
    };
    this.#endings.push(subscribe(want, handlers));
  }

  #receive({ matchId, summary, picture, isGone }: WallMessage): void {
    if (summary) this.boards = this.#placed({ matchId, summary, isOver: false });
    if (picture)
      this.boards = this.boards.map((one) => (one.matchId === matchId ? { ...one, picture } : one));
    if (!isGone) return;
    this.boards = this.boards.map((one) =>
      one.matchId === matchId ? { ...one, isOver: true } : one,
    );
    setTimeout(() => this.#leave(matchId), STAYS_MS);
    this.dispatchEvent(new CustomEvent("over", { detail: { matchId } }));
  }

  #leave(matchId: string): void {
    this.boards = this.boards.filter((one) => one.matchId !== matchId || !one.isOver);
  }

  /**
   * Returns the boards with a new match. It replaces a finished one, so the other boards keep their
   * places.
   */
  #placed(match: OnWall): OnWall[] {
    const known = this.boards.findIndex(({ matchId }) => matchId === match.matchId);
    if (known >= 0) return this.boards.with(known, { ...this.boards[known], ...match });
    const free =
      this.boards.length >= this.newest ? this.boards.findIndex(({ isOver }) => isOver) : -1;
    return free >= 0 ? this.boards.with(free, match) : [...this.boards, match];
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.isRead) return nothing;
    const shown = this.boards.filter(({ matchId }) => matchId !== this.without);
    if (shown.length === 0) return html`<p class="empty">${t("wall.empty")}</p>`;
    return html`<ul class="wall">
        ${repeat(
          shown,
          ({ matchId }) => matchId,
          ({ summary, picture, isOver }) =>
            html`<li>
              <mini-board .summary=${summary} .picture=${picture} .isOver=${isOver}></mini-board>
            </li>`,
        )}
      </ul>
      ${this.boards.length < this.newest ? nothing : html`<p class="soft small">${t("wall.most", { n: num(this.newest) })}</p>`}`;
  }
}

customElements.define("board-wall", BoardWall);
