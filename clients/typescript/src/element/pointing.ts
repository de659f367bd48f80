/**
 * Pointer and keyboard on a picture: clicks, arrow keys, hovering, and the view that the viewer
 * chose. One listener at the root handles all spaces.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";

import type { LegalMove } from "../messages/index.js";
import type { Click } from "../scene/clicks.js";
import { neighbour, type Direction } from "../scene/keyboard.js";
import type { Box, Layout, Point } from "../scene/layout.js";
import { pan, zoom } from "../scene/port.js";
import type { Scene } from "../scene/scene.js";
import { Gestures } from "./gestures.js";
import { skinOf, type BoardView } from "../board/view.js";

/** The interface of the board for pointing. */
export interface PointingTarget {
  press(click: Click, isTouch: boolean): void;
  clear(): void;
  redraw(): void;
  /** Resets the view to the whole board. */
  showAll(): void;
  view(): BoardView | undefined;
  wouldEnd(click: Click): LegalMove | undefined;
  leaving(move: LegalMove): Promise<ReadonlySet<string>>;
}

const KEYS: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};
/**
 * Time that the pointer must rest on a target before the server is asked which tokens would leave,
 * in milliseconds.
 */
const REST_MS = 120;
/** Maximum time and distance between the two clicks of a double click. */
const DOUBLE_MS = 400;
const DOUBLE_PX = 24;

/** Listens on the root of a board. */
export class Pointing implements ReactiveController {
  #gestures: Gestures | undefined;
  #zoomed: Box | undefined;
  #bounds: Box | undefined;
  #fitted: Box | undefined;
  #hovered: string | undefined;
  /** The keyboard's place: `space e4`, `hand wA1`. */
  #focus = "";
  #leaving: ReadonlySet<string> = new Set();
  #resting: ReturnType<typeof setTimeout> | undefined;
  /** The move that waits for a confirming click, and the place to click. */
  #unconfirmed = "";
  #asked = "";
  /** Whether the focus is on the picture, even while it is redrawn. */
  #hasFocus = false;
  /** The last click, which the next one may double. */
  #clicked: { readonly x: number; readonly y: number; readonly atMs: number } | undefined;

  constructor(
    private readonly host: HTMLElement & ReactiveControllerHost,
    private readonly target: PointingTarget,
  ) {
    host.addController(this);
  }

  get isZoomed(): boolean {
    return this.#zoomed !== undefined;
  }

  /** Returns the space under the pointer or with the focus. */
  get hovered(): string | undefined {
    return this.#hovered;
  }

  /** Returns the target that needs a confirming click. */
  get asked(): string {
    return this.#asked;
  }

  /** Returns the ids of the tokens that the move under the pointer would remove. */
  get leaving(): ReadonlySet<string> {
    return this.#leaving;
  }

  hostConnected(): void {
    for (const [name, listener] of this.#listeners()) this.#root().addEventListener(name, listener);
    this.host.addEventListener("pointerleave", this.#out);
    this.#gestures = new Gestures(this.host, this.#gestureTarget());
  }

  hostDisconnected(): void {
    for (const [name, listener] of this.#listeners()) {
      this.#root().removeEventListener(name, listener);
    }
    this.host.removeEventListener("pointerleave", this.#out);
    this.#gestures?.stop();
    clearTimeout(this.#resting);
  }

  /** Returns the root in the shadow tree: events between two spaces do not leave it. */
  #root(): EventTarget {
    return this.host.shadowRoot ?? this.host;
  }

  #listeners(): readonly (readonly [string, (event: Event) => void])[] {
    return [
      ["click", this.#click],
      ["keydown", this.#key],
      ["pointerover", this.#over],
      ["focusin", this.#focusin],
      ["focusout", this.#out],
    ];
  }

  /** Returns the part of the board to show: the one that the viewer chose, or the one that fits. */
  port(fitted: Box, bounds: Box): Box {
    this.#bounds = bounds;
    this.#fitted = fitted;
    if (this.#zoomed && !isAlike(this.#zoomed, fitted)) this.#zoomed = undefined;
    return this.#zoomed ?? fitted;
  }

  /** Resets the view that the viewer chose. */
  reset(): void {
    this.#zoomed = undefined;
  }

  /** Zooms into the middle of the board. */
  zoomMiddle(factor: number): void {
    const port = this.#port();
    if (port) this.#show(port, factor, { x: port.x + port.width / 2, y: port.y + port.height / 2 });
  }

  /** Returns the keyboard's place: the last one, if it still exists. */
  focusIn(scene: Scene, { hands }: Layout, next: readonly Click[]): string {
    const { spaces, lastMove } = scene;
    const held = hands.flatMap(({ tokens }) => tokens).map(({ token }) => handStop(token.id));
    const stops = new Set([...spaces.map(({ id }) => spaceStop(id)), ...held]);
    if (stops.has(this.#focus)) return this.#focus;
    const likely = [...next.map(stopOf), spaceStop(lastMove.at(-1) ?? "")];
    return likely.find((stop) => stops.has(stop)) ?? spaceStop(spaces[0]?.id ?? "");
  }

  /** Clears the move that waits for a confirming click, and the tokens that it would remove. */
  forget(): void {
    this.#unconfirmed = "";
    this.#asked = "";
    this.#leaving = new Set();
  }

  /** Returns whether the move is to be played now. Otherwise, the same click again confirms it. */
  async isConfirmed(
    move: LegalMove,
    click: Click,
    isAsked: boolean,
    isTouch: boolean,
  ): Promise<boolean> {
    const { notation = "" } = move;
    const again = this.#unconfirmed === notation;
    this.#unconfirmed = "";
    this.#asked = "";
    if (again) return true;
    // A finger cannot hover, so the tokens that would leave the board are shown first.
    const isBlind = isTouch && this.#canLose();
    if (!isAsked && !isBlind) return true;
    if (isBlind) this.#leaving = await this.target.leaving(move).catch(() => new Set<string>());
    if (!isAsked && this.#leaving.size === 0) return true;
    this.#unconfirmed = notation;
    this.#asked = click.kind === "space" ? click.key : "";
    this.#hovered = this.#asked;
    return false;
  }

  /** Restores the focus to the space that had it before the picture was redrawn. */
  updated(root: ParentNode & { readonly activeElement?: Element | null }): void {
    const view = this.target.view();
    if (!view || view.isStill || !this.#hasFocus || root.activeElement) return;
    this.#focusOn(root, this.#focus);
  }

  #gestureTarget() {
    return {
      canDrag: () => this.isZoomed,
      pan: (by: Point) => {
        const [port, scale] = [this.#port(), this.#scale()];
        if (!port || !scale || !this.#bounds) return;
        this.#zoomed = pan(port, { x: by.x / scale, y: by.y / scale }, this.#bounds);
        this.target.redraw();
      },
      zoom: (factor: number, at: Point) => {
        const [port, point] = [this.#port(), this.#onBoard(at)];
        if (port && point) this.#show(port, factor, point);
      },
    };
  }

  #show(port: Box, factor: number, at: Point): void {
    if (!this.#fitted) return;
    this.#zoomed = zoom(port, factor, at, this.#fitted);
    this.target.redraw();
  }

  /** Returns the part of the board to show next. Only boards that grow have a separate view. */
  #port(): Box | undefined {
    const view = this.target.view();
    if (!view || skinOf(view.game).aspect === undefined) return undefined;
    return this.#zoomed ?? view.port;
  }

  /**
   * Returns how the page shows the present drawing, which may be older than the part to show next.
   */
  #drawn(): { readonly matrix: DOMMatrix; readonly port: Box } | undefined {
    const matrix = this.host.shadowRoot?.querySelector<SVGSVGElement>(".window")?.getScreenCTM();
    const port = this.target.view()?.port;
    return matrix && port ? { matrix, port } : undefined;
  }

  /** Returns the number of pixels per unit of the board. */
  #scale(): number | undefined {
    const [drawn, next] = [this.#drawn(), this.#port()];
    return drawn && next && (drawn.matrix.a * drawn.port.width) / next.width;
  }

  #onBoard({ x, y }: Point): Point | undefined {
    const [drawn, next] = [this.#drawn(), this.#port()];
    if (!drawn || !next) return undefined;
    const at = new DOMPoint(x, y).matrixTransform(drawn.matrix.inverse());
    const scale = next.width / drawn.port.width;
    return { x: next.x + (at.x - drawn.port.x) * scale, y: next.y + (at.y - drawn.port.y) * scale };
  }

  readonly #click = (event: Event): void => {
    if (this.#gestures?.takeDrag()) return;
    const click = clickOf(event);
    const isDouble = event instanceof MouseEvent && this.#doubles(event);
    const canPlay = click && this.target.view()?.canClick(click.kind, click.key);
    if (isDouble && this.isZoomed && !canPlay) return this.target.showAll();
    if (!click) return;
    const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
    this.target.press(click, isTouch);
  };

  /**
   * Notes a click, and returns whether it doubles the last one. Not every browser reports the
   * double taps of a finger.
   */
  #doubles({ clientX: x, clientY: y, timeStamp: atMs }: MouseEvent): boolean {
    const last = this.#clicked;
    this.#clicked = { x, y, atMs };
    return (
      last !== undefined &&
      atMs - last.atMs <= DOUBLE_MS &&
      Math.hypot(x - last.x, y - last.y) <= DOUBLE_PX
    );
  }

  readonly #key = (event: Event): void => {
    if (!(event instanceof KeyboardEvent)) return;
    if (event.key === "Escape") return this.target.clear();
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
    if (event.key === "0" && isPlain) return this.target.showAll();
    const click = clickOf(event);
    if (!click) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.target.press(click, false);
      return;
    }
    const direction = KEYS[event.key];
    if (!direction || !isPlain) return;
    event.preventDefault();
    this.#go(click, direction);
  };

  #go(from: Click, direction: Direction): void {
    const view = this.target.view();
    if (!view || !this.host.shadowRoot) return;
    const to = neighbour(stops(view), stopOf(from), direction);
    if (to === undefined) return;
    this.#focusOn(this.host.shadowRoot, to);
  }

  #focusOn(root: ParentNode, stop: string): void {
    const id = stop.replace(/^(hand|space) /, "");
    const name = stop.startsWith("hand ") ? "data-hand" : "data-space";
    root.querySelector<SVGElement>(`[${name}="${CSS.escape(id)}"]`)?.focus();
  }

  readonly #focusin = (event: Event): void => {
    const click = clickOf(event);
    if (!click) return;
    this.#hasFocus = true;
    this.#focus = stopOf(click);
    const [focused] = event.composedPath();
    if (focused instanceof Element && focused.matches(":focus-visible")) this.#hover(click);
    this.target.redraw();
  };

  readonly #over = (event: Event): void => this.#hover(clickOf(event));

  readonly #out = (event: Event): void => {
    // If an element is moved in the page, its focus goes to nothing, so the flag must stay.
    if (event instanceof FocusEvent && event.relatedTarget !== null) this.#hasFocus = false;
    this.#hover(undefined);
  };

  #hover(click: Click | undefined): void {
    const space = click?.kind === "space" ? click.key : undefined;
    if (space === this.#hovered) return;
    this.#hovered = space;
    clearTimeout(this.#resting);
    this.#leaving = new Set();
    const move = click && this.#canLose() ? this.target.wouldEnd(click) : undefined;
    if (move) this.#resting = setTimeout(() => void this.#preview(click, move), REST_MS);
    this.target.redraw();
  }

  async #preview(click: Click | undefined, move: LegalMove): Promise<void> {
    // Another turn may have begun while the server was asked.
    if (!click || this.target.wouldEnd(click) !== move) return;
    const leaving = await this.target.leaving(move).catch(() => new Set<string>());
    if (this.#hovered !== click.key || leaving.size === 0) return;
    this.#leaving = leaving;
    this.target.redraw();
  }

  #canLose(): boolean {
    return this.target.view()?.canLose ?? false;
  }
}

const isAlike = (one: Box, other: Box): boolean =>
  Math.abs((one.width * other.height) / (one.height * other.width) - 1) < 0.01;

/** Returns the space or token of the hand that an event concerns. */
function clickOf(event: Event): Click | undefined {
  for (const one of event.composedPath()) {
    if (!(one instanceof SVGElement)) continue;
    const { space, hand } = one.dataset;
    if (space !== undefined) return { kind: "space", key: space };
    if (hand !== undefined) return { kind: "hand", key: hand };
  }
  return undefined;
}

const spaceStop = (id: string) => `space ${id}`;
const handStop = (id: string) => `hand ${id}`;
const stopOf = ({ kind, key }: Click) => `${kind} ${key}`;

/** Returns all places that arrow keys can reach, in coordinates of the picture. */
function stops({ layout, port, scene }: BoardView): Map<string, Point> {
  const { window } = layout;
  const scale = window.width / port.width;
  const found = new Map<string, Point>();
  for (const { id } of scene.spaces) {
    const at = layout.places.get(id);
    if (!at) continue;
    const [x, y] = [window.x + (at.x - port.x) * scale, window.y + (at.y - port.y) * scale];
    found.set(spaceStop(id), { x, y });
  }
  for (const { tokens } of layout.hands) {
    for (const { token, x, y } of tokens)
      if (token.id !== "") found.set(handStop(token.id), { x, y });
  }
  return found;
}
