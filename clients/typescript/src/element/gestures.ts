/**
 * Gestures that move the view of a growing board: dragging, two fingers, and a wheel with Ctrl, as
 * trackpads report a pinch. A drag of more than a few pixels is not a click.
 */
import type { Point } from "../scene/layout.js";

/** The receiver of gestures; points and distances are in CSS pixels of the window. */
export interface GestureTarget {
  /** Returns whether a finger may drag the view; otherwise it scrolls the page. */
  canDrag(): boolean;
  pan(by: Point): void;
  zoom(factor: number, at: Point): void;
}

const DRAG_PX = 5;
const WHEEL = 0.004;
/** Maximum number of fingers; further ones are ignored. */
const MOST_POINTERS = 2;

/** Handles gestures on an element until `stop`. */
export class Gestures {
  readonly #pointers = new Map<number, Point>();
  #start: Point = { x: 0, y: 0 };
  #isDragging = false;
  #wasDragged = false;

  constructor(
    private readonly element: HTMLElement,
    private readonly target: GestureTarget,
  ) {
    element.addEventListener("pointerdown", this.#down);
    element.addEventListener("pointermove", this.#move);
    element.addEventListener("pointerup", this.#up);
    element.addEventListener("pointercancel", this.#up);
    element.addEventListener("wheel", this.#wheel, { passive: false });
  }

  stop(): void {
    const { element } = this;
    element.removeEventListener("pointerdown", this.#down);
    element.removeEventListener("pointermove", this.#move);
    element.removeEventListener("pointerup", this.#up);
    element.removeEventListener("pointercancel", this.#up);
    element.removeEventListener("wheel", this.#wheel);
  }

  /** Returns whether the next click is the end of a drag, and resets that. */
  takeDrag(): boolean {
    const was = this.#wasDragged;
    this.#wasDragged = false;
    return was;
  }

  readonly #down = (event: PointerEvent): void => {
    this.#wasDragged = false;
    // A first finger: others were lifted where the element did not see it.
    if (event.isPrimary) this.#pointers.clear();
    if (this.#pointers.size >= MOST_POINTERS || !isOnBoard(event)) return;
    this.#pointers.set(event.pointerId, at(event));
    this.#start = at(event);
    this.#isDragging = false;
  };

  readonly #move = (event: PointerEvent): void => {
    // If a button was released outside of the element, the drag is over.
    if (event.buttons === 0) this.#pointers.delete(event.pointerId);
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    const isMouse = event.pointerType === "mouse";
    if (this.#pointers.size === MOST_POINTERS) this.#pinch(event.pointerId, before, now);
    else if (isMouse || this.target.canDrag()) this.#drag(event, before, now);
    this.#pointers.set(event.pointerId, now);
  };

  #drag(event: PointerEvent, before: Point, now: Point): void {
    if (!this.#isDragging && distance(this.#start, now) < DRAG_PX) return;
    if (!this.#isDragging) this.element.setPointerCapture(event.pointerId);
    this.#isDragging = true;
    this.#wasDragged = true;
    this.target.pan({ x: before.x - now.x, y: before.y - now.y });
  }

  #pinch(id: number, before: Point, now: Point): void {
    const other = [...this.#pointers].find(([pointer]) => pointer !== id)?.[1];
    if (!other) return;
    this.#wasDragged = true;
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    const [far, near] = [distance(now, other), distance(before, other)];
    if (near > 0 && far > 0) this.target.zoom(far / near, middle);
    this.target.pan({ x: (before.x - now.x) / 2, y: (before.y - now.y) / 2 });
  }

  readonly #up = (event: PointerEvent): void => {
    this.#pointers.delete(event.pointerId);
  };

  readonly #wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.target.zoom(Math.exp(-event.deltaY * WHEEL), at(event));
  };
}

const isOnBoard = (event: Event): boolean =>
  event.composedPath().some((one) => one instanceof Element && one.classList.contains("window"));

const at = ({ clientX, clientY }: MouseEvent): Point => ({ x: clientX, y: clientY });

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
