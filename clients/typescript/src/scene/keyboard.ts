/** Arrow keys on a board: they go to the next drawn place in a direction. */
import type { Point } from "./layout.js";

/** A direction on the screen. */
export type Direction = "up" | "down" | "left" | "right";

const VECTORS: Readonly<Record<Direction, Point>> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};

/** Weight of a distance sideways, relative to a distance ahead. */
const ASIDE = 2;

/**
 * Returns the nearest place in the direction; unset if there is none. Only places within 60 degrees
 * of the direction count, so all neighbours on a hexagonal board can be reached.
 */
export function neighbour(
  places: ReadonlyMap<string, Point>,
  from: string,
  direction: Direction,
): string | undefined {
  const start = places.get(from);
  if (!start) return places.keys().next().value;
  const { x, y } = VECTORS[direction];
  let [best, least]: [string | undefined, number] = [undefined, Infinity];
  for (const [id, place] of places) {
    const [dx, dy] = [place.x - start.x, place.y - start.y];
    const ahead = dx * x + dy * y;
    const aside = Math.abs(dx * y - dy * x);
    if (ahead < 0.01 || aside > ahead * Math.sqrt(3) + 0.01) continue;
    const cost = ahead + ASIDE * aside;
    if (cost < least - 0.001) [best, least] = [id, cost];
  }
  return best;
}
