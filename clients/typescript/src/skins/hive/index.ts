/** Hive: ivory and ebony tiles on a table without an edge. */
import { nothing, svg, type SVGTemplateResult } from "lit";

import type { Skin, SpaceLook, View } from "../../board/skin.js";
import type { Space } from "../../scene/scene.js";
import { corners, polygon } from "../shared/shapes.js";
import { table } from "../shared/table.js";
import { style } from "./style.js";
import { tile } from "./tile.js";

const OUTLINE = polygon(corners(6, 0.54));
/** The offset of the tiles in a stack, and in a spread stack. */
const PEEP = { x: 0.05, y: -0.13 };
const SPREAD = 0.62;
const TALLEST_SPREAD = 2.6;
/** Number of neighbours from which a queen is in danger. */
const DANGER = 5;
const LOST = 6;

function lift(level: number, height: number, isSpread: boolean): { x: number; y: number } {
  if (!isSpread) return { x: level * PEEP.x, y: level * PEEP.y };
  return { x: 0, y: -level * Math.min(SPREAD, TALLEST_SPREAD / Math.max(1, height - 1)) };
}

/**
 * Draws a space. Empty cells are drawn only if the player can go there or the last move came from
 * there.
 */
function space(_space: Space, look: SpaceLook): SVGTemplateResult {
  const isShown = !look.isTaken && (look.isTarget || look.isLast);
  return svg`${isShown ? svg`<path class="hive-empty" d=${OUTLINE} stroke-width=".03" stroke-linejoin="round"/>` : nothing}`;
}

function ground({ port }: View): SVGTemplateResult {
  return table("hive-table", port);
}

/** Draws the outline of a queen, which shows how many neighbours she has. */
function highlight(kind: string, { id }: Space, view: View): SVGTemplateResult {
  const queen = view.scene.tokens.find((token) => token.space === id && token.kind === "queen");
  const counted = view.scene.counters.find(
    ({ key, seat }) => key === "queen_neighbours" && seat === queen?.seat,
  );
  const neighbours = Number(counted?.value ?? 0);
  if (kind !== "queen" || !queen || neighbours < DANGER) return svg`${nothing}`;
  const look = neighbours >= LOST ? "hive-danger" : "hive-watch hive-pulse";
  return svg`<path class=${look} part="hive-queen" d=${OUTLINE} transform="translate(0 -.02)"
    stroke-width=".07" stroke-linejoin="round"/>`;
}

export const hive: Skin = {
  style,
  margin: 0.5,
  aspect: 1,
  ground,
  space,
  token: tile,
  lift,
  highlight,
};
