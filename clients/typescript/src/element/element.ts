/** `<referee-board>`: watches, plays, scrubs and draws any game. */
import { adoptStyles, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";

import type { Link } from "../client/client.js";
import { asError, type RefereeError } from "../client/error.js";
import { submit } from "../client/follow.js";
import type { Happening, MatchState } from "../client/match_state.js";
import type { LegalMove, SubmitCommandRequest } from "../messages/index.js";
import type { Click } from "../scene/clicks.js";
import type { Box } from "../scene/layout.js";
import type { Scene } from "../scene/scene.js";
import { fitPort } from "../scene/port.js";
import { Words } from "../scene/words.js";
import { barStyle, choiceButtons, noticeView, partsOf } from "./bars.js";
import { Choosing } from "./choosing.js";
import { surroundings } from "./chrome.js";
import { Frames } from "./frames.js";
import { fade, glide, leavers, spotsOf, type Spots } from "./glide.js";
import { BoardInputs } from "./inputs.js";
import { Pointing } from "./pointing.js";
import { askWords, type Speaker } from "./speech.js";
import { elementStyle } from "./style.js";
import { tell } from "./telling.js";
import { isPresent, momentText, readMoment, stepped, type Moment } from "./line.js";
import { picture, trayPicture } from "../board/picture.js";
import {
  MatchSource,
  namesOf,
  openSource,
  PositionSource,
  shownOf,
  type Shown,
  type Source,
} from "./source.js";
import { boardStyle } from "../board/style.js";
import { layOut, pictureView, skinOf, type BoardView, type ViewOptions } from "../board/view.js";
import { hasWay, wayOf } from "./way.js";
import { boardText, boardWord, direction } from "./words.js";

/** Time without an answer after which a sent move is called slow, in milliseconds. */
const SLOW_MS = 1500;

/** An element that watches, plays, scrubs and draws a match or a position of any game. */
export class RefereeBoard extends BoardInputs {
  #source: Source | undefined;
  #frames: Frames | undefined;
  #words = new Words();
  #view: BoardView | undefined;
  #port: Box | undefined;
  /** The game of the present style; the viewport also depends on the round. */
  #game = "";
  #portOf = "";
  /** The scene before the present one. */
  #before: Scene | undefined;
  #spots: Spots = new Map();
  #width = 0;
  #fed = 0;
  #heard = "";
  #isDown = false;
  #error: RefereeError | undefined;
  /** The state of the viewer's last move: slow, or rejected; empty if there is nothing to tell. */
  #moveNotice = "";
  #ticking: ReturnType<typeof setTimeout> | undefined;
  #line: readonly string[] = [];
  /** Grows with every change of the picture, so that ticking clocks do not redraw it. */
  #drawn = 0;
  #looked = -1;
  readonly #choosing = new Choosing();
  readonly #pointing = new Pointing(this, {
    press: (click, isTouch) => void this.#press(click, isTouch),
    redraw: () => this.#redraw(),
    view: () => this.#view,
    clear: () => this.clear(),
    showAll: () => this.resetView(),
    wouldEnd: (click) => this.#choosing.wouldEnd(click),
    leaving: (move) => this.#source?.leaving(move) ?? Promise.resolve(new Set<string>()),
  });
  readonly #resize = new ResizeObserver(([entry]) => {
    const width = Math.round(entry?.contentRect.width ?? 0);
    if (width === this.#width) return;
    this.#width = width;
    // A redraw inside the observer would resize the board again.
    requestAnimationFrame(() => this.#redraw());
  });

  /** Returns the state of the shown match; unset without a match. */
  get shownState(): MatchState | undefined {
    if (this.state) return this.state;
    return this.#source instanceof MatchSource ? this.#source.state : undefined;
  }

  /** Shows a position of the match; without a moment, the present one. */
  show(moment?: Moment): void {
    const state = this.shownState;
    const isNow = !moment || !state || isPresent(state, moment);
    this.ply = isNow ? "" : momentText(moment);
    const at = isNow ? this.#present() : moment;
    this.#emit("scrub", { ...at, isPresent: isNow });
  }

  /** Shows the position `by` steps later; earlier if `by` is negative. */
  step(by: number): void {
    if (this.#source instanceof PositionSource) this.#walk(this.#source.moves.length + by);
    const state = this.shownState;
    if (!state) return;
    this.show(stepped(state, readMoment(this.ply) ?? this.#present(), by));
  }

  /** Turns the board to the other side. */
  flip(): void {
    this.flipped = !this.flipped;
  }

  /** Resets the view to the whole board. */
  resetView(): void {
    this.#pointing.reset();
    this.#port = undefined;
    this.#redraw();
  }

  /** Zooms the view by a factor around the middle of the board. */
  zoom(factor: number): void {
    this.#pointing.zoomMiddle(factor);
  }

  /** Clears the clicks of an incomplete move. */
  clear(): void {
    this.#choosing.clear();
    this.#pointing.forget();
    this.#redraw();
  }

  /** Sends a command of the match, for example to resign or to propose a draw. */
  async submit(command: SubmitCommandRequest): Promise<void> {
    await submit(this.#link(), { ...command, matchId: this.match });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resize.observe(this);
    if (this.hasUpdated) this.#restart();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resize.disconnect();
    this.#source?.stop();
    this.#source = undefined;
    clearTimeout(this.#ticking);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("url") || changed.has("match")) this.#leave(changed.has("ply"));
    if (BoardInputs.origins.some((name) => changed.has(name))) this.#restart();
    if (changed.has("legal") || changed.has("scene")) this.#fed += 1;
    if ([...changed.keys()].length > 0) this.#drawn += 1;
    if (this.words) this.#words = this.words;
    this.#look();
  }

  protected override render(): TemplateResult | typeof nothing {
    const [view, lang] = [this.#view, this.#lang()];
    const failed = this.#error && boardText("failed", lang, { reason: this.#error.message });
    const notice = this.#isDown ? boardWord("cut", lang) : failed || this.#moveNotice;
    const said = noticeView(notice, this.#choosing.sent !== undefined);
    if (!view) return said;
    const around = this.bare ? undefined : surroundings(this.#around(view));
    const drawing = guard([this.#drawn], () => picture(view));
    const choices = this.still ? nothing : this.#choices(view, lang);
    const held = guard([this.#drawn], () => trayPicture(view, boardWord("hand", lang)));
    const isTray = view.tray !== undefined || (this.tray && choices !== nothing);
    const name = this.bare ? nothing : "framed";
    return html`<div class=${name} lang=${lang} dir=${direction(lang)}>
      ${around?.above ?? nothing}
      <div class="stage" dir="ltr" aria-busy=${this.#choosing.sent !== undefined}>${drawing}</div>
      ${isTray ? html`<div class="tray" part="tray" dir="ltr">${choices}${held}</div>` : nothing}
      ${around?.below ?? nothing} ${isTray ? nothing : choices} ${around?.foot ?? nothing} ${said}
      <div class="heard" role="status" aria-live="polite">${this.still ? "" : this.#heard}</div>
    </div>`;
  }

  protected override update(changed: PropertyValues): void {
    const view = this.#view;
    const [before, after] = [this.#spots, view ? spotsOf(view) : new Map<string, never>()];
    const gone = leavers(this.renderRoot, before, after);
    super.update(changed);
    this.#spots = after;
    if (!view) return;
    glide(this.renderRoot, before, after);
    fade(this.renderRoot, gone);
  }

  protected override updated(): void {
    if (!this.#view) return;
    const { width, height } = this.#view.layout;
    // Set by script, because a strict policy forbids styles in the markup.
    this.style.setProperty("--aspect", String(Math.round((1000 * width) / height) / 1000));
    this.#pointing.updated(this.renderRoot);
  }

  /** Drops the picture of another match, and its moment unless the page has set a new one. */
  #leave(hasMoment: boolean): void {
    this.#view = undefined;
    this.#heard = "";
    if (!hasMoment) this.ply = "";
  }

  /** Rebuilds the view, unless nothing has changed. */
  #look(): void {
    const shown = this.#shown();
    if (!shown || this.#looked === this.#drawn) return;
    this.#looked = this.#drawn;
    const scene = this.#sceneAt(shown);
    if (shown.game !== this.#game) this.#dress(shown.game);
    this.#fit(`${shown.game} ${readMoment(this.ply)?.round ?? shown.round}`);
    const legal = this.ply === "" && !this.still ? shown.legal : [];
    this.#choosing.begin(this.#turnOf(shown), legal);
    const options = this.#options(shown, scene);
    const layout = layOut(options);
    this.#port = fitPort(this.#port, layout.bounds, layout.window);
    const port = this.#pointing.port(this.#port, layout.bounds);
    if (this.#view && this.#view.scene !== scene) this.#before = this.#view.scene;
    this.#view = pictureView(
      {
        ...options,
        port,
        isZoomed: this.#pointing.isZoomed,
        focus: this.#pointing.focusIn(scene, layout, this.#choosing.next),
        leaving: this.#pointing.leaving,
        asked: this.#pointing.asked,
        ...(this.#before && { before: this.#before }),
        ...(this.#pointing.hovered !== undefined && { hovered: this.#pointing.hovered }),
      },
      layout,
    );
  }

  /** Resets the viewport for another game or round. */
  #fit(portOf: string): void {
    if (portOf === this.#portOf) return;
    this.#portOf = portOf;
    this.#port = undefined;
    this.#before = undefined;
  }

  #options(shown: Shown, scene: Scene): ViewOptions {
    const { summary } = this.shownState ?? {};
    const fed = this.names.length > 0 ? this.names : summary ? namesOf(summary) : [];
    return {
      game: shown.game,
      scene,
      words: this.#words,
      lang: this.#lang(),
      names: fed,
      isFlipped: this.flipped,
      symbols: this.symbols,
      isStill: this.still,
      isSent: this.#choosing.sent !== undefined,
      hasTray: this.tray,
      clicks: this.#choosing.clicks,
      next: this.#choosing.next,
      starts: this.#choosing.starts,
      ...(this.#width > 0 && { width: Math.min(this.#width, innerHeight) }),
      ...(this.seat !== undefined && { seat: this.seat }),
      ...(shown.mover !== undefined && { mover: shown.mover }),
    };
  }

  /** Applies the style of the game. */
  #dress(game: string): void {
    this.#game = game;
    const { style: skinStyle } = skinOf(game);
    const styles = [boardStyle, barStyle, elementStyle, ...(skinStyle ? [skinStyle] : [])];
    adoptStyles(this.renderRoot as ShadowRoot, styles);
    if (!this.words && !this.#words.game(game)) void this.#ask(game);
  }

  /** Requests the words of the game from the server. */
  async #ask(game: string): Promise<void> {
    if (!hasWay(this)) return;
    try {
      this.#words = await askWords(this.#link(), this.url, game);
      this.#redraw();
    } catch (error) {
      this.#fail(asError(error));
    }
  }

  #shown(): Shown | undefined {
    if (this.#source) return this.#source.shown;
    if (this.state) return shownOf(this.state);
    const { scene, game, legal, mover } = this;
    if (!scene) return undefined;
    return { game, scene, round: 1, ply: 0, legal, ...(mover !== undefined && { mover }) };
  }

  /** Returns the scene to show: the present one, or an earlier one once it has arrived. */
  #sceneAt(shown: Shown): Scene {
    const moment = readMoment(this.ply);
    if (!moment || !hasWay(this)) return shown.scene;
    const { matchId } = this.shownState ?? {};
    if (matchId === undefined) return shown.scene;
    this.#frames ??= new Frames(this.#link(), matchId);
    const scene = this.#frames.known(moment.round, moment.ply);
    if (scene) return scene;
    this.#frames.at(moment.round, moment.ply).then(
      (found) => found && this.#redraw(),
      (error: unknown) => this.#fail(asError(error)),
    );
    return this.#view?.scene ?? shown.scene;
  }

  #turnOf({ round, ply, mover }: Shown): string {
    if (this.#source instanceof PositionSource) return this.#source.moves.join(" ");
    const state = this.shownState;
    const turn = this.ply === "" ? `${round}.${ply}.${mover ?? ""}` : "past";
    return state ? `${turn} ${state.choices?.turnId ?? ""}` : `fed ${this.#fed}`;
  }

  #present(): Moment {
    const { round = 1, ply = 0 } = this.shownState ?? this.#source?.shown ?? {};
    return { round, ply };
  }

  /** Goes to the `count`th move of the line of a position. */
  #walk(count: number): void {
    if (!(this.#source instanceof PositionSource)) return;
    const { moves } = this.#source;
    if (moves.length > this.#line.length || !isPrefix(moves, this.#line)) this.#line = moves;
    const to = Math.min(Math.max(count, 0), this.#line.length);
    const going = this.#source.go(this.#line.slice(0, to), to === this.#line.length);
    going.catch((error: unknown) => this.#fail(asError(error)));
  }

  #link(): Link {
    return wayOf(this);
  }

  /** Opens the stream of the match, or requests the position, that the inputs name. */
  #restart(): void {
    this.#source?.stop();
    this.#source = undefined;
    this.#frames = undefined;
    this.#error = undefined;
    this.#moveNotice = "";
    this.#line = [];
    this.#portOf = "";
    this.#spots = new Map();
    this.#pointing.reset();
    this.#choosing.begin("", []);
    if (!this.isConnected || !hasWay(this)) return;
    const listener = {
      changed: (happenings: readonly Happening[]) => this.#changed(happenings),
      connection: (connection: "open" | "down") => this.#connection(connection === "down"),
      failed: (error: RefereeError) => this.#fail(error),
    };
    this.#source = openSource(this, this.#link(), listener);
  }

  #changed(happenings: readonly Happening[]): void {
    this.#error = undefined;
    if (happenings.length > 0) this.#moveNotice = "";
    for (const happening of happenings) this.#tell(happening);
    if (this.shownState) this.#emit("update", { state: this.shownState });
    this.#redraw();
  }

  #tell(happening: Happening): void {
    if (happening.kind === "takeback" || happening.kind === "round") this.#frames?.clear();
    this.#heard = tell(happening, this.#heard, {
      seat: this.seat,
      speaker: this.#speaker(),
      prompt: this.shownState?.scene?.prompt,
      emit: (name, detail) => this.#emit(name, detail),
    });
  }

  /** Returns the words and the language of the board. */
  #speaker(): Speaker {
    const { summary } = this.shownState ?? {};
    const names = summary ? namesOf(summary) : this.names;
    return { words: this.#words, game: this.#game, names, lang: this.#lang() };
  }

  async #press(click: Click, isTouch: boolean): Promise<void> {
    this.#moveNotice = "";
    const move = this.#choosing.press(click);
    if (!move) this.#pointing.forget();
    this.#redraw();
    if (!move) return;
    const isConfirmed = await this.#pointing.isConfirmed(move, click, this.confirm, isTouch);
    // While the server was asked which tokens the move removes, the viewer may have clicked again.
    if (!this.#choosing.isAt(move)) return this.#pointing.forget();
    if (!isConfirmed) {
      this.#choosing.back();
      this.#heard = boardWord("again", this.#lang());
      this.#redraw();
      return;
    }
    await this.#play(move);
  }

  async #play(move: LegalMove): Promise<void> {
    const isGoing = this.#emit("choose", { move });
    this.#choosing.send(move);
    this.#pointing.forget();
    this.#redraw();
    if (!isGoing || !this.#source) return;
    const isOpen = () => this.#choosing.sent === move;
    setTimeout(() => isOpen() && this.#tellMove(boardWord("sending", this.#lang())), SLOW_MS);
    try {
      await this.#source.play(move);
    } catch (error) {
      this.#choosing.clear();
      this.#refuse(move, asError(error));
    }
  }

  /** Tells why a move was not played, unless the page does. */
  #refuse(move: LegalMove, error: RefereeError): void {
    const notice = boardText("refused", this.#lang(), { reason: error.message });
    this.#tellMove(this.#emit("refused", { move, error }) ? notice : "");
  }

  #tellMove(notice: string): void {
    this.#moveNotice = notice;
    if (notice !== "") this.#heard = notice;
    this.#redraw();
  }

  #connection(isDown: boolean): void {
    if (isDown === this.#isDown) return;
    this.#isDown = isDown;
    this.#emit("connection", { isDown });
    this.requestUpdate();
  }

  #fail(error: RefereeError): void {
    this.#error = error;
    this.#emit("error", { error });
    this.requestUpdate();
  }

  #redraw(): void {
    this.#drawn += 1;
    this.requestUpdate();
  }

  #emit(name: string, detail: object): boolean {
    // An `error` event that bubbles would look like an error of the page.
    const event = { detail, bubbles: name !== "error", composed: true, cancelable: true };
    return this.dispatchEvent(new CustomEvent(name, event));
  }

  #lang(): string {
    const from = this.lang || this.closest("[lang]")?.getAttribute("lang");
    return from || document.documentElement.lang || "en";
  }

  #choices({ game }: BoardView, lang: string): TemplateResult | typeof nothing {
    const word = ({ kind, key }: Click) =>
      kind === "done" ? boardWord("end", lang) : this.#words.text(game, "choice", key, lang);
    return choiceButtons(this.#choosing.next, word, (click) => void this.#press(click, false));
  }

  /** Returns the data for the bars around the picture. */
  #around(view: BoardView): Parameters<typeof surroundings>[0] {
    const { prompt } = view.scene;
    const lang = this.#lang();
    const state = this.shownState;
    const tick = () => {
      clearTimeout(this.#ticking);
      this.#ticking = setTimeout(() => this.requestUpdate(), 100);
    };
    return {
      view,
      lang,
      moment: readMoment(this.ply),
      isPosition: this.#source instanceof PositionSource,
      prompt: prompt ? partsOf(this.#words.prompt(view.game, prompt, lang, view.names)) : [],
      tick,
      act: {
        first: () => (state ? this.show({ round: 1, ply: 0 }) : this.#walk(0)),
        back: () => this.step(-1),
        forward: () => this.step(1),
        present: () => (state ? this.show() : this.#walk(Infinity)),
        flip: () => this.flip(),
        closer: () => this.zoom(1.3),
        farther: () => this.zoom(1 / 1.3),
        whole: () => this.resetView(),
      },
      end: state?.end ?? this.#source?.shown?.end,
      ...(state && { state }),
    };
  }
}

const isPrefix = (part: readonly string[], whole: readonly string[]): boolean =>
  part.every((one, index) => one === whole[index]);
