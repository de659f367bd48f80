/** The shown part of the board. It stays the same as long as everything is inside. */
import type { Box, Point } from "./layout.js";

/** Minimum width of the window on a growing board, in units of the board. */
const LEAST_WIDTH = 7;
/** Factor by which the window exceeds the required size when it grows. */
const SPARE = 1.12;
/** Maximum zoom factor, in and out, relative to the part that fits. */
const MOST_ZOOM = 5;
const LEAST_ZOOM = 0.6;

/** Returns the part to show: the previous one if it contains everything, otherwise a larger one. */
export function fitPort(before: Box | undefined, bounds: Box, window: Box): Box {
  const aspect = window.width / window.height;
  if (before && contains(before, bounds) && isAlike(before, aspect)) return before;
  const needed = Math.max(bounds.width, bounds.height * aspect, LEAST_WIDTH);
  const isTight = before !== undefined && needed > before.width;
  const width = isTight ? needed * SPARE : Math.max(needed, before?.width ?? 0);
  return around(middle(bounds), width, aspect);
}

const middle = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

function around({ x, y }: Point, width: number, aspect: number): Box {
  const height = width / aspect;
  return { x: x - width / 2, y: y - height / 2, width, height };
}

const isAlike = ({ width, height }: Box, aspect: number): boolean =>
  Math.abs(width / height / aspect - 1) < 0.01;

function contains(outer: Box, inner: Box): boolean {
  const slack = 1e-9;
  return (
    inner.x >= outer.x - slack &&
    inner.y >= outer.y - slack &&
    inner.x + inner.width <= outer.x + outer.width + slack &&
    inner.y + inner.height <= outer.y + outer.height + slack
  );
}

/** Returns the part after the view was moved; it stays inside `bounds`. */
export function pan(port: Box, by: Point, bounds: Box): Box {
  const centre = middle(port);
  const x = clamp(centre.x + by.x, bounds.x, bounds.x + bounds.width);
  const y = clamp(centre.y + by.y, bounds.y, bounds.y + bounds.height);
  return { ...port, x: x - port.width / 2, y: y - port.height / 2 };
}

/** Returns the part after a zoom by `factor` that keeps the point `at` in its place. */
export function zoom(port: Box, factor: number, at: Point, fitted: Box): Box {
  const [least, most] = [fitted.width / MOST_ZOOM, fitted.width / LEAST_ZOOM];
  const width = clamp(port.width / factor, least, most);
  const scale = width / port.width;
  return {
    x: at.x - (at.x - port.x) * scale,
    y: at.y - (at.y - port.y) * scale,
    width,
    height: port.height * scale,
  };
}

const clamp = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), most);
