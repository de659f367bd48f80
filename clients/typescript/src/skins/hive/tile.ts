/** A Hive tile: a thick hexagon of ivory or ebony with its insect, and its number as dots. */
import { nothing, svg, type SVGTemplateResult } from "lit";

import type { TokenLook, View } from "../../board/skin.js";
import type { Token } from "../../scene/scene.js";
import { material } from "../shared/materials.js";
import { corners, polygon, short, swept } from "../shared/shapes.js";
import { insects, type Insect } from "./insects.js";

const HEIGHT = 0.07;
const RISE = -0.03;
const RADIUS = 0.515;
const SIDE = swept(corners(6, RADIUS), HEIGHT);
const SHADOW = swept(corners(6, RADIUS + 0.04), HEIGHT + 0.05);
export const FACE = polygon(corners(6, RADIUS));
const RIM = polygon(corners(6, RADIUS - 0.02));

/** Draws the insect in hundredths of a tile, slightly larger without dots below it. */
function insect(shape: Insect, isFull: boolean, hasDots: boolean): SVGTemplateResult {
  const scale = isFull ? 0.0098 : 0.0108;
  const width = isFull ? shape.limb : shape.limb + 1;
  return svg`<g transform="translate(0 ${isFull && hasDots ? -0.045 : 0}) scale(${scale})">
    ${shape.wings === "" ? nothing : svg`<path class="hive-wings" d=${shape.wings} stroke-width="2"/>`}
    <path class="hive-limbs" d=${shape.limbs} stroke-width=${width}/>
    ${isFull ? svg`<path class="hive-limbs" d=${shape.feelers} stroke-width="2.4"/>` : nothing}
    <path class="hive-bug" d=${shape.body}/>
    ${isFull ? svg`<path class="hive-cuts" d=${shape.cuts} stroke-width="2.3"/>` : nothing}
    ${shape.spots === "" ? nothing : svg`<path class="hive-spots" d=${shape.spots}/>`}
  </g>`;
}

/** Draws the number of a piece, as dots along the lower corner. */
function dots(count: number): SVGTemplateResult[] {
  return Array.from({ length: count }, (_, index) => {
    const x = (index - (count - 1) / 2) * 0.11;
    return svg`<circle class="hive-bug" cx=${short(x)} cy=".41" r=".033"/>`;
  });
}

/** Draws the height of a stack, on the upper right side of the top tile. */
function count(height: number): SVGTemplateResult {
  return svg`<g transform="translate(.33 -.3)">
    <circle class="hive-count" r=".15" stroke-width=".025"/>
    <text class="hive-count-text" y=".075" font-size=".21">${height}</text>
  </g>`;
}

export function tile(token: Token, look: TokenLook, view: View): SVGTemplateResult {
  const shape = insects()[token.kind];
  const isFull = view.detail === "full";
  // A label ends with the number of the piece, unless the piece is the only one of its kind.
  const number = Number(token.label.slice(-1)) || 0;
  const kind = shape ? `hive-${token.kind}` : "";
  return svg`<g class=${material(token.colour)} stroke-linejoin="round">
    ${isFull && look.level === 0 ? svg`<path class="skin-shadow" d=${SHADOW}/>` : nothing}
    <g class=${kind} transform="translate(0 ${RISE})">
      <path class="skin-side" d=${SIDE} stroke-width=".07"/>
      <path class="skin-face" d=${FACE}/>
      <path class="skin-rim" d=${RIM} stroke-width=${isFull ? 0.018 : 0.03}/>
      ${shape ? insect(shape, isFull, number > 0) : svg`<text class="skin-text" y=".12" font-size=".34">${token.label}</text>`}
      ${isFull ? dots(number) : nothing}
      ${isFull && look.height > 1 && look.level === look.height - 1 ? count(look.height) : nothing}
    </g>
  </g>`;
}
