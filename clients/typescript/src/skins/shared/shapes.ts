/** Outlines as path data. One unit is the width of a square, y points down. */
import type { Point } from "../../scene/layout.js";

/** Returns a value that is made when it is first drawn: a page loads the skins of all games. */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Writes a number with at most three decimals. */
export const short = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Returns a closed polygon. */
export function polygon(points: readonly Point[]): string {
  return `M${points.map(({ x, y }) => `${short(x)} ${short(y)}`).join("L")}z`;
}

/** Returns the corners of a regular polygon, clockwise; `turn` is a part of a whole turn. */
export function corners(count: number, radius: number, turn = 0): Point[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = (index / count + turn) * 2 * Math.PI;
    return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
  });
}

/** Returns a circle, clockwise. */
export function circle(radius: number, x = 0, y = 0): string {
  const r = short(radius);
  const half = `a${r} ${r} 0 1 1 `;
  return `M${short(x - radius)} ${short(y)}${half}${short(2 * radius)} 0${half}${short(-2 * radius)} 0z`;
}

/** Returns a star with `points` tips. */
export function star(points: number, outer: number, inner: number): string {
  const radii = corners(points * 2, 1).map(({ x, y }, index) => {
    const radius = index % 2 === 0 ? outer : inner;
    return { x: x * radius, y: y * radius };
  });
  return polygon(radii);
}

/** Returns the vertical faces below a shape: the shape swept downwards, as seen from above. */
export function swept(points: readonly Point[], height: number): string {
  return polygon(points.map(({ x, y }) => ({ x, y: y > 0 ? y + height : y })));
}

/** Returns the vertical face below a circle. */
export function sweptCircle(radius: number, height: number): string {
  const r = short(radius);
  return `M-${r} 0V${short(height)}A${r} ${r} 0 0 0 ${r} ${short(height)}V0z`;
}
