/**
 * A ring. The top ring shows the height of its stack, and a band if the stack contains a red ring.
 */
import { nothing, svg, type SVGTemplateResult } from "lit";

import type { TokenLook, View } from "../../board/skin.js";
import type { Scene, Token } from "../../scene/scene.js";
import { material } from "../shared/materials.js";
import { circle, short, sweptCircle } from "../shared/shapes.js";

const RADIUS = 0.425;
const HOLE = 0.185;
/** The height of one ring, and the maximum height of a stack drawn to scale. */
const HEIGHT = 0.088;
const TALLEST = 0.62;
/** The distance of the rings in a spread stack, and its maximum height. */
const SPREAD = 0.34;
const TALLEST_SPREAD = 2.4;

const FACE = circle(RADIUS);
const SIDE = sweptCircle(RADIUS, HEIGHT);
const SHADOW = sweptCircle(RADIUS + 0.015, HEIGHT + 0.05);

/** Returns the visible part of the space through the hole, below the inner wall. */
function lens(): string {
  const y = HEIGHT / 2;
  const x = Math.sqrt(HOLE * HOLE - y * y);
  const arc = `A${HOLE} ${HOLE} 0 0 0`;
  return `M${short(-x)} ${short(y)}${arc} ${short(x)} ${short(y)}${arc} ${short(-x)} ${short(y)}z`;
}

/** The cross on a stack that loses its link to the red rings. */
const CUT = "M-.25-.25L.25 .25M.25-.25L-.25 .25";
const THROUGH = lens();

/** Returns the offset of a ring by its level; tall stacks are compressed. */
export function lift(level: number, height: number, isSpread: boolean): { x: number; y: number } {
  const most = (isSpread ? TALLEST_SPREAD : TALLEST) / Math.max(1, height - 1);
  return { x: 0, y: -level * Math.min(isSpread ? SPREAD : HEIGHT, most) };
}

interface Marked {
  readonly red: ReadonlySet<string>;
  readonly enclosed: ReadonlySet<string>;
}

const MARKED = new WeakMap<Scene, Marked>();

/** Returns the spaces whose stacks contain a red ring, and those whose stacks cannot move. */
function marked(scene: Scene): Marked {
  const known = MARKED.get(scene);
  if (known) return known;
  const red = new Set(scene.tokens.filter(({ colour }) => colour === "red").map((t) => t.space));
  const enclosed = new Set(
    scene.highlights.filter(({ kind }) => kind === "enclosed").flatMap(({ spaces }) => spaces),
  );
  MARKED.set(scene, { red, enclosed });
  return { red, enclosed };
}

function top(token: Token, look: TokenLook, view: View): SVGTemplateResult {
  const { red, enclosed } = marked(view.scene);
  const isFull = view.detail === "full";
  const isTall = look.height > 1;
  const size = look.height > 9 ? 0.25 : 0.31;
  return svg`
    ${isFull ? svg`<circle class="skin-rim" r=${RADIUS - 0.05} stroke-width=".016"/>` : nothing}
    <circle class="dvonn-hole" r=${HOLE}/>
    ${isTall ? nothing : svg`<path class="dvonn-well" d=${THROUGH}/>`}
    ${isTall && red.has(token.space) ? svg`<circle class="dvonn-band" part="dvonn-band" r=${HOLE + 0.045} stroke-width=".08"/>` : nothing}
    ${isTall && isFull ? svg`<text class="skin-text" y=${short(size * 0.36)} font-size=${size}>${look.height}</text>` : nothing}
    ${isFull && enclosed.has(token.space) ? svg`<path class="dvonn-enclosed" d=${FACE}/>` : nothing}
    ${isFull && !isTall && view.symbols ? svg`<text class="skin-text" y=".09" font-size=".25">${token.symbol}</text>` : nothing}`;
}

/** Draws a ring; only the top ring of a stack has a visible hole. */
export function ring(token: Token, look: TokenLook, view: View): SVGTemplateResult {
  const isTop = look.level === look.height - 1;
  const isCut = isTop && look.isLeaving;
  return svg`<g class="${material(token.colour)} ${look.isLeaving ? "dvonn-leaving" : ""}">
    ${look.level === 0 && view.detail === "full" ? svg`<path class="skin-shadow" d=${SHADOW}/>` : nothing}
    <path class="skin-side" d=${SIDE} stroke-width=".01"/>
    <path class="skin-face" d=${FACE}/>
    ${isTop ? top(token, look, view) : nothing}
  </g>
  ${isCut ? svg`<path class="dvonn-cut" part="dvonn-cut" d=${CUT} stroke-width=".1"/>` : nothing}`;
}
