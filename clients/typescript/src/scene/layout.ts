/**
 * The places of all parts of a scene. A picture has its own coordinates: the board in a window, and
 * the hands in rows above and below it. Spaces are placed in coordinates of the board.
 */
import { layHands, type HandLayout } from "./hands.js";
import { placeLines } from "./lines.js";
import type { Scene, Shape } from "./scene.js";

/** A point; x grows to the right and y downwards. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle; the point is its upper left corner. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** Where a space is drawn: its centre, and its clockwise turn in degrees. */
export interface Place extends Point {
  readonly turn: number;
}

/** The viewpoint from which a scene is drawn. */
export interface Viewpoint {
  /**
   * The seat whose hand is below the board; unset for a spectator, who sees the board like seat 0.
   */
  readonly seat?: number;
  /** The number of seats. */
  readonly seats: number;
  /** Whether the board is turned by 180 degrees. */
  readonly isTurned: boolean;
  /** The width of a picture with hands, in units: 8 on a phone, 14 on a desk. */
  readonly columns: number;
  /** Whether the hand below the board is a tray: its tokens get smaller before it gets high. */
  readonly hasTray?: boolean;
  /** The names of the players, which hands of more than two leave room for. */
  readonly names: readonly string[];
}

/** The layout of a scene: all parts with their places. */
export interface Layout {
  /** The size of the picture. */
  readonly width: number;
  readonly height: number;
  /** The window of the board in the picture. */
  readonly window: Box;
  /** The spaces, in coordinates of the board. */
  readonly places: ReadonlyMap<string, Place>;
  /** The area of the spaces and their margin, in coordinates of the board. */
  readonly bounds: Box;
  /** The hands in the picture, beginning with those above the board. */
  readonly hands: readonly HandLayout[];
  /** The part of the picture with the hand below the board; unset if there is none. */
  readonly tray?: Box;
}

/** The layout options of a game. */
export interface LayoutOptions {
  /** The width of the margin around the spaces. */
  readonly margin: number;
  /** The ratio of width to height of the window; default: that of the spaces. */
  readonly aspect?: number;
  /** Returns the minimum area of the board, even with few spaces. */
  readonly room?: (scene: Scene) => Box;
  /** Replaces the default places of the spaces. */
  readonly place?: (scene: Scene, viewpoint: Viewpoint) => ReadonlyMap<string, Place>;
}

const GAP = 0.3;

/** Half the width and height of each shape. */
export const HALVES: Readonly<Record<Shape, Point>> = {
  square: { x: 0.5, y: 0.5 },
  hexagon: { x: 0.5, y: 1 / Math.sqrt(3) },
  circle: { x: 0.5, y: 0.5 },
  domino: { x: 1, y: 0.5 },
};

/** Returns the layout of a scene. */
export function layout(scene: Scene, viewpoint: Viewpoint, options: LayoutOptions): Layout {
  const places = (options.place ?? placeSpaces)(scene, viewpoint);
  const spaces = boundsOf(scene, places, options.margin);
  const bounds = options.room ? union(spaces, options.room(scene)) : spaces;
  const hasHands = scene.hands.some(({ tokens }) => tokens.length > 0);
  // A board without hands fills the picture.
  const width = hasHands ? Math.max(viewpoint.columns, fixedWidth(bounds, options)) : bounds.width;
  const { above, below } = layHands(scene, viewpoint, width);
  const top = above.height === 0 ? 0 : above.height + GAP;
  const height = width / (options.aspect ?? bounds.width / bounds.height);
  const down = top + height + (below.height === 0 ? 0 : GAP);
  const lowered = below.hands.map((hand) => lower(hand, down));
  return {
    width,
    height: down + below.height,
    window: { x: 0, y: top, width, height },
    places,
    bounds,
    hands: [...above.hands, ...lowered],
    ...(below.height > 0 && { tray: { x: 0, y: down, width, height: below.height } }),
  };
}

/**
 * Returns the width of a board that does not grow, so its tokens have the same size as in hands.
 */
function fixedWidth(bounds: Box, { aspect }: LayoutOptions): number {
  return aspect === undefined ? bounds.width : 0;
}

function lower(hand: HandLayout, by: number): HandLayout {
  return {
    ...hand,
    box: { ...hand.box, y: hand.box.y + by },
    tokens: hand.tokens.map((placed) => ({ ...placed, y: placed.y + by })),
    ...(hand.name && { name: { ...hand.name, y: hand.name.y + by } }),
  };
}

/** Returns the places of the spaces: lines as a star, other boards turned for the viewer. */
export function placeSpaces(scene: Scene, viewpoint: Viewpoint): ReadonlyMap<string, Place> {
  if (scene.spaces.some(({ line }) => line)) return placeLines(scene, viewpoint);
  if (!viewpoint.isTurned) return placed(scene, ({ x, y }) => ({ x, y, turn: 0 }));
  const xs = scene.spaces.map(({ x }) => x);
  const ys = scene.spaces.map(({ y }) => y);
  const sum = { x: Math.min(...xs) + Math.max(...xs), y: Math.min(...ys) + Math.max(...ys) };
  return placed(scene, ({ x, y }) => ({ x: sum.x - x, y: sum.y - y, turn: 0 }));
}

function placed(scene: Scene, place: (at: Point) => Place): Map<string, Place> {
  return new Map(scene.spaces.map((space) => [space.id, place(space)]));
}

/** Returns the area of the spaces with a margin. */
export function boundsOf(scene: Scene, places: ReadonlyMap<string, Place>, margin: number): Box {
  const corners = scene.spaces.flatMap(({ id, shape }) => {
    const at = places.get(id);
    if (!at) return [];
    const half = turned(HALVES[shape], at.turn);
    return [
      { x: at.x - half.x, y: at.y - half.y },
      { x: at.x + half.x, y: at.y + half.y },
    ];
  });
  if (corners.length === 0) return { x: -0.5, y: -0.5, width: 1, height: 1 };
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y };
}

/** Returns the smallest rectangle that covers both. */
function union(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(one.x + one.width, other.x + other.width);
  const bottom = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** Returns half the size of the box around a turned rectangle. */
function turned({ x, y }: Point, degrees: number): Point {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))];
  return { x: x * cos + y * sin, y: x * sin + y * cos };
}
