/** A domino: pips up to nine, digits from ten on, and a back in the colour of its seat. */
import { nothing, svg, type SVGTemplateResult } from "lit";

import type { TokenLook, View } from "../../board/skin.js";
import type { Token } from "../../scene/scene.js";
import { circle, lazily, short } from "../shared/shapes.js";

const HEIGHT = 0.07;
const RISE = -0.025;
const MOST_PIPS = 9;
/** The distance between two columns or rows of pips. */
const STEP = 0.225;
/** The distance of a half's centre from the middle of the domino. */
const HALF = 0.475;

type Spot = readonly [column: number, row: number];

const CORNERS: readonly Spot[] = [
  [-1, -1],
  [1, 1],
  [1, -1],
  [-1, 1],
];
const LONG_SIDES: readonly Spot[] = [...CORNERS, [0, -1], [0, 1]];
const ROUND: readonly Spot[] = [...LONG_SIDES, [-1, 0], [1, 0]];
const MIDDLE: Spot = [0, 0];

/** The places of the pips of each number, on a tile that lies on its long side. */
const PIPS: readonly (readonly Spot[])[] = [
  [],
  [MIDDLE],
  CORNERS.slice(0, 2),
  [...CORNERS.slice(0, 2), MIDDLE],
  CORNERS,
  [...CORNERS, MIDDLE],
  LONG_SIDES,
  [...LONG_SIDES, MIDDLE],
  ROUND,
  [...ROUND, MIDDLE],
];

/** Returns the pips of each number as one path; those of thumbnails are larger. */
const pipPaths = (radius: number) =>
  lazily(() =>
    PIPS.map((spots) => spots.map(([x, y]) => circle(radius, x * STEP, y * STEP)).join("")),
  );
const large = pipPaths(0.08);
const small = pipPaths(0.095);

/** Returns the class for a seat's colour. */
export function seatClass(view: View, seat: number | undefined): string {
  const colour = seat === undefined ? "grey" : (view.sides[seat]?.colour ?? "grey");
  return `honest_john-seat-${colour}`;
}

/** Draws the pips or digits of one half, with its centre at `x`. */
export function half(text: string, x: number, turn: number, isFull: boolean): SVGTemplateResult {
  const count = Number(text);
  if (count > MOST_PIPS) {
    return svg`<text class="skin-text" transform="translate(${x} 0) rotate(${short(-turn)})" y=".165"
      font-size=".46">${text}</text>`;
  }
  if (count === 0) return svg`${nothing}`;
  const pips = (isFull ? large : small)()[count] ?? "";
  return svg`<path class="honest_john-pips-${count}" transform="translate(${x} 0)" d=${pips}/>`;
}

const tablet = (kind: string, x: number, y: number, inset = 0) =>
  svg`<rect class=${kind} x=${short(x - 0.955 + inset)} y=${short(y - 0.455 + inset)}
    width=${short(1.91 - 2 * inset)} height=${short(0.91 - 2 * inset)} rx=${short(0.13 - inset / 2)}
    stroke-width=".02"/>`;

function back(): SVGTemplateResult {
  return svg`${tablet("honest_john-back", 0, 0)}
    ${tablet("honest_john-back-line", 0, 0, 0.12)}
    <path class="honest_john-back-line" d="M-.2 0L0-.2L.2 0L0 .2z" stroke-width=".02"/>`;
}

function front(label: string, turn: number, isFull: boolean): SVGTemplateResult {
  const [high = "", low = ""] = label.split("-");
  return svg`${tablet("skin-face", 0, 0)}
    <path class="honest_john-bar" d="M0-.29V.29" stroke-width=".03"/>
    ${half(high, -HALF, turn, isFull)}${half(low, HALF, turn, isFull)}`;
}

/** Draws a domino. Its thickness points down the screen, however the picture is turned. */
export function domino(token: Token, look: TokenLook, view: View): SVGTemplateResult {
  const isFull = view.detail === "full";
  const radians = (look.turn * Math.PI) / 180;
  const [right, down] = [Math.sin(radians), Math.cos(radians)];
  const side = token.faceDown ? "honest_john-back-side" : "skin-side";
  return svg`<g class="skin-white ${seatClass(view, token.seat)}">
    ${isFull ? tablet("skin-shadow", right * 0.085, down * 0.085) : nothing}
    ${tablet(side, right * (RISE + HEIGHT), down * (RISE + HEIGHT))}
    <g transform="translate(${short(right * RISE)} ${short(down * RISE)})">
      ${token.faceDown ? back() : front(token.label, look.turn, isFull)}
    </g>
  </g>`;
}
