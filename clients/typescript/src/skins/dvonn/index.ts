/** DVONN: rings on a board of wells; stacks rise, and show their height and their red ring. */
import { nothing, svg, type SVGTemplateResult } from "lit";

import type { Skin, SpaceLook, View } from "../../board/skin.js";
import type { Space } from "../../scene/scene.js";
import { polygon, short } from "../shared/shapes.js";
import { lift, ring } from "./ring.js";
import { style } from "./style.js";

const MARGIN = 0.46;
const CORNERS = ["a1", "i1", "k3", "k5", "c5", "a3"];
/**
 * The lowest cell of each column, and the first cell of each row; their labels lie beside these
 * cells.
 */
const COLUMN_STARTS = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j2", "k3"];
const ROW_STARTS = ["a1", "a2", "a3", "b4", "c5"];
const LABEL_SIZE = 0.3;

function space(_space: Space, look: SpaceLook, view: View): SVGTemplateResult {
  return svg`<circle class="dvonn-well" r=".43"/>
    ${look.isTaken || view.detail === "small" ? nothing : svg`<circle class="dvonn-well-rim" r=".42" stroke-width=".02"/>`}`;
}

/**
 * Returns the text beside a cell, on the side away from the middle, even if the board is turned.
 */
function label(view: View, cell: string, text: string, x: number, y: number) {
  const at = view.at(cell);
  const other = view.at("k5");
  if (!at || !other) return nothing;
  const turned = (view.at("a1")?.y ?? 0) < other.y ? -1 : 1;
  return svg`<text class="skin-edge dvonn-edge" x=${short(at.x + turned * x)}
    y=${short(at.y + turned * y + LABEL_SIZE * 0.36)} font-size=${LABEL_SIZE}>${text}</text>`;
}

function labels(view: View) {
  const columns = COLUMN_STARTS.map((cell) => label(view, cell, cell.slice(0, 1), 0.38, 0.66));
  const rows = ROW_STARTS.map((cell) => label(view, cell, cell.slice(1), -0.72, 0));
  return [...columns, ...rows];
}

function ground(view: View): SVGTemplateResult {
  const points = CORNERS.flatMap((cell) => view.at(cell) ?? []);
  const outline = polygon(points);
  return svg`<g stroke-linejoin="round" stroke-width="1.86">
      <path class="dvonn-board-side" d=${outline} transform="translate(0 .07)"/>
      <path class="dvonn-board" part="dvonn-board" d=${outline}/>
    </g>
    ${view.detail === "small" ? nothing : labels(view)}`;
}

export const dvonn: Skin = {
  style,
  margin: MARGIN,
  ground,
  space,
  token: ring,
  lift,
  highlight: () => svg`${nothing}`,
};
