/**
 * Kamisado: eight saturated colours in a dark frame, and towers that show both their seat's colour
 * and their own.
 */
import { nothing, svg, type SVGTemplateResult } from "lit";

import type { Place, Skin, SpaceLook, View } from "../../board/skin.js";
import type { Space } from "../../scene/scene.js";
import { corners, polygon, short } from "../shared/shapes.js";
import { emblems } from "./emblems.js";
import { style } from "./style.js";
import { tower } from "./tower.js";

const MARGIN = 0.34;
const HALO = polygon(corners(8, 0.475, 1 / 16));
const LAST = "M-.44-.44H.44V.44H-.44z";
const CROSS = "M-.17-.17L.17 .17M.17-.17L-.17 .17";
/** The offset of a push's arrow from the middle of its file. */
const ARROW_LANE = -0.36;

function space({ colour }: Space, look: SpaceLook, view: View): SVGTemplateResult {
  const emblem = emblems()[colour];
  const isFull = view.detail === "full";
  const engraved = view.symbols ? "kamisado-symbol" : "kamisado-engraved";
  return svg`<rect class="kamisado-${colour} kamisado-hue space-shape" x="-.5" y="-.5" width="1" height="1"/>
    ${emblem !== undefined && isFull && !look.isTaken ? svg`<path class="kamisado-${colour} kamisado-sign ${engraved}" d=${emblem}/>` : nothing}
    ${look.isLast ? svg`<path class="kamisado-last-edge" d=${LAST} stroke-width=".11"/><path class="kamisado-last" d=${LAST} stroke-width=".06"/>` : nothing}`;
}

/** Draws the frame, with the letters of the files below and the numbers of the rows at the left. */
function ground(view: View): SVGTemplateResult {
  const places = view.scene.spaces.map(({ id }) => ({ id, at: view.at(id) }));
  const known = places.filter(
    (place): place is { id: string; at: Place } => place.at !== undefined,
  );
  const xs = known.map(({ at }) => at.x);
  const ys = known.map(({ at }) => at.y);
  const [left, right] = [Math.min(...xs) - 0.5, Math.max(...xs) + 0.5];
  const [top, bottom] = [Math.min(...ys) - 0.5, Math.max(...ys) + 0.5];
  const files = known.filter(({ at }) => at.y > bottom - 0.75);
  const rows = known.filter(({ at }) => at.x < left + 0.75);
  const text = (label: string, x: number, y: number) =>
    svg`<text class="skin-edge kamisado-frame-text" x=${short(x)} y=${short(y)} font-size=".2">${label}</text>`;
  return svg`<rect class="kamisado-frame" part="kamisado-frame" x=${left - MARGIN} y=${top - MARGIN}
      width=${right - left + 2 * MARGIN} height=${bottom - top + 2 * MARGIN} rx=".16"/>
    ${view.detail === "small" ? nothing : files.map(({ id, at }) => text(id.slice(0, 1), at.x, bottom + 0.24))}
    ${view.detail === "small" ? nothing : rows.map(({ id, at }) => text(id.slice(1), left - 0.17, at.y + 0.07))}`;
}

/** Draws an outline round the tower, light on dark, so that it is visible on every colour. */
function halo(name: string): SVGTemplateResult {
  return svg`<g stroke-linejoin="round">
    <path class="kamisado-halo" d=${HALO} stroke-width=".1"/>
    <path class=${name} d=${HALO} stroke-width=".055"/>
  </g>`;
}

function highlight(kind: string): SVGTemplateResult {
  switch (kind) {
    case "required":
      return halo("kamisado-required");
    case "won":
      return halo("kamisado-won");
    case "blocked":
      return svg`<g transform="translate(0 -.035)" stroke-linecap="round">
        <path class="kamisado-halo" d=${CROSS} stroke-width=".17"/>
        <path class="kamisado-blocked" d=${CROSS} stroke-width=".09"/>
      </g>`;
    default:
      return svg`${nothing}`;
  }
}

/**
 * Draws the arrow of a sumo's push, from the sumo's source to the landing of the farthest tower,
 * beside the discs of the towers.
 */
function above(view: View): SVGTemplateResult {
  const pushed = view.scene.highlights.find(({ kind }) => kind === "pushed")?.spaces ?? [];
  const [source] = view.scene.lastMove;
  const from = source === undefined ? undefined : view.at(source);
  const farthest = pushed.at(-1);
  const to = farthest === undefined ? undefined : view.at(farthest);
  if (!from || !to || view.detail === "small") return svg`${nothing}`;
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const neck = short(length - 0.24);
  const shape = `M-.05-.055H${neck}V-.15L${short(length + 0.06)} 0L${neck} .15V.055H-.05z`;
  return svg`<g
    transform="translate(${short(from.x)} ${short(from.y)}) rotate(${short(turn)}) translate(0 ${ARROW_LANE})">
    <path class="kamisado-push" part="kamisado-push" d=${shape} stroke-width=".035"/>
  </g>`;
}

export const kamisado: Skin = {
  style,
  margin: MARGIN,
  ground,
  space,
  token: tower,
  highlight,
  above,
  lift: () => ({ x: 0, y: 0 }),
};
