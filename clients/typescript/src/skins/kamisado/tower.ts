/**
 * A dragon tower: an octagon in the colour of its seat, a disc in its own colour, and teeth on the
 * rim.
 */
import { nothing, svg, type SVGTemplateResult } from "lit";

import type { TokenLook, View } from "../../board/skin.js";
import type { Token } from "../../scene/scene.js";
import { material } from "../shared/materials.js";
import { corners, lazily, polygon, short, swept } from "../shared/shapes.js";
import { emblems } from "./emblems.js";

/** The radius of towers without teeth, which are smaller than sumos. */
const TOWER_RADIUS = 0.405;
const SUMO_RADIUS = 0.435;
const HEIGHT = 0.08;
/**
 * The offset of the face above the middle of the square, so that the whole tower is centred on it.
 */
const RISE = -0.035;
/** The angle between two teeth, in radians. */
const TOOTH_STEP = 0.6;

const octagon = (radius: number) => corners(8, radius, 1 / 16);

interface Outlines {
  readonly shadow: string;
  readonly side: string;
  readonly face: string;
  readonly rim: string;
}

const outlines = (radius: number) =>
  lazily((): Outlines => ({
    shadow: swept(octagon(radius + 0.02), HEIGHT + 0.03),
    side: swept(octagon(radius), HEIGHT),
    face: polygon(octagon(radius)),
    rim: polygon(octagon(radius - 0.035)),
  }));

const towerOutlines = outlines(TOWER_RADIUS);
const sumoOutlines = outlines(SUMO_RADIUS);

function teeth(count: number): SVGTemplateResult[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = (index - (count - 1) / 2) * TOOTH_STEP;
    const [x, y] = [short(0.325 * Math.sin(angle)), short(0.325 * Math.cos(angle))];
    return svg`<circle class="kamisado-tooth" cx=${x} cy=${y} r=".056" stroke-width=".02"/>`;
  });
}

/** Draws a tower, or a sumo if it has teeth. */
export function tower(token: Token, _look: TokenLook, view: View): SVGTemplateResult {
  const count = token.marks?.count ?? 0;
  const { shadow, side, face, rim } = (count > 0 ? sumoOutlines : towerOutlines)();
  const seat = material(view.sides[token.seat ?? 0]?.colour ?? "white");
  const isFull = view.detail === "full";
  const emblem = emblems()[token.colour];
  const line = count > 0 ? "kamisado-collar" : "skin-rim";
  const width = count === 0 ? 0.014 : isFull ? 0.03 : 0.07;
  return svg`<g class="${seat} kamisado-${token.colour}">
    ${isFull ? svg`<path class="skin-shadow" d=${shadow}/>` : nothing}
    <g transform="translate(0 ${RISE})" stroke-linejoin="round">
      <path class="skin-side" d=${side} stroke-width=".03"/>
      <path class="skin-face" d=${face}/>
      ${isFull || count > 0 ? svg`<path class=${line} d=${rim} stroke-width=${width}/>` : nothing}
      <circle class="kamisado-hue" r=${isFull ? 0.25 : 0.29}/>
      ${isFull ? svg`<circle class="skin-rim" r=".25" stroke-width=".018"/>` : nothing}
      ${isFull && emblem !== undefined ? svg`<path class="kamisado-sign" d=${emblem}/>` : nothing}
      ${isFull ? teeth(count) : nothing}
    </g>
  </g>`;
}
