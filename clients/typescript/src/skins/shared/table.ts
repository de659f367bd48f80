/** The table of a game whose board has no edge: it fills the window. */
import { svg, type SVGTemplateResult } from "lit";

import type { Box } from "../../scene/layout.js";
import { short } from "./shapes.js";

/** The radius of the table's corners, relative to its width. */
const ROUNDING = 0.02;

/** Draws a table; `name` is its class and part. */
export function table(name: string, { x, y, width, height }: Box): SVGTemplateResult {
  return svg`<rect class=${name} part=${name} x=${short(x)} y=${short(y)} width=${short(width)}
    height=${short(height)} rx=${short(width * ROUNDING)}/>`;
}
