/** Hands in rows: the viewer's hand below the board, the others above it and smaller. */
import type { Box, Point, Viewpoint } from "./layout.js";
import { nameRoom, shortName } from "./names.js";
import type { Scene, Shape, Token } from "./scene.js";

/** A token of a hand in the picture. */
export interface HandToken extends Point {
  readonly token: Token;
  readonly scale: number;
}

/** The hand of a seat in the picture. */
export interface HandLayout {
  readonly seat: number;
  readonly box: Box;
  /** The place of the player's name; unset in games of two, whose names the page shows. */
  readonly name?: Point;
  /** The tokens in drawing order: covered ones come first. */
  readonly tokens: readonly HandToken[];
}

/** The rows of hands above or below the board, with their height. */
export interface HandRows {
  readonly hands: readonly HandLayout[];
  readonly height: number;
}

/** The sizes of tokens in the viewer's hand and in other hands, relative to those on the board. */
const OWN = 1;
/** The sizes to try in a tray, in order: the first whose height fits, or else the last. */
const OWN_IN_TRAY = [1, 0.8, 0.66, 0.56];
const MOST_TRAY = 3.2;
const OTHERS = 0.6;
/** The relative size of face-down tokens, of which only the number matters. */
const BACKS = 0.4;
const GAP = 0.12;
/** The height of a name's line, the width of a letter, and the maximum number of letters. */
const NAME = 0.68;
const LETTER = 0.25;
export const MOST_LETTERS = 16;
const BLOCK_GAP = 0.5;
/** The distances between the tokens of a pile and of a fan of backs. */
const PILE: Point = { x: 0.14, y: -0.1 };
const FAN = 0.3;
const WIDTHS: Readonly<Record<Shape, number>> = { square: 1, hexagon: 1, circle: 1, domino: 2 };
const HEIGHTS: Readonly<Record<Shape, number>> = { square: 1, hexagon: 1.16, circle: 1, domino: 1 };

/** Returns the hands in rows of a picture with this width. */
export function layHands(
  scene: Scene,
  { seat = 0, seats, names, hasTray = false }: Viewpoint,
  width: number,
): { above: HandRows; below: HandRows } {
  const isHeld = scene.hands.some(({ tokens }) => tokens.length > 0);
  // An empty hand keeps its name beside the hands with tokens.
  const hands = scene.hands.filter(({ tokens }) => tokens.length > 0 || (isHeld && seats > 2));
  const name = (of: number) => (seats > 2 ? shortName(names[of] ?? "", MOST_LETTERS) : undefined);
  // Long fans of several players lie side by side.
  const fan = seats > 2 ? (width - BLOCK_GAP) / 2 : width;
  const blocks = hands
    .filter((hand) => hand.seat !== seat)
    .sort((one, other) => around(one.seat, seat, seats) - around(other.seat, seat, seats))
    .map((hand) =>
      block(hand.seat, hand.tokens, { width, fan, scale: OTHERS, name: name(hand.seat) }),
    );
  const own = hands.find((hand) => hand.seat === seat);
  // A tray is below the name of the player that has it.
  const ownName = hasTray ? undefined : name(seat);
  const ownWith = (scale: number) =>
    flow(own ? [block(seat, own.tokens, { width, fan, scale, name: ownName })] : [], width);
  const rows = (hasTray ? OWN_IN_TRAY : [OWN]).map(ownWith);
  const below = rows.find(({ height }) => height <= MOST_TRAY) ?? rows.at(-1) ?? ownWith(OWN);
  return { above: flow(blocks, width), below };
}

const around = (seat: number, from: number, seats: number) => (seat - from + seats) % seats;

interface BlockOptions {
  readonly width: number;
  /** The most that a fan of backs is wide. */
  readonly fan: number;
  readonly scale: number;
  /** The name beside the hand; unset without one. */
  readonly name: string | undefined;
}

/** Returns the layout of one hand, with its corner at 0,0. */
function block(seat: number, tokens: readonly Token[], options: BlockOptions): HandLayout {
  const { name } = options;
  const top = name === undefined ? 0 : NAME;
  const rows = wrap(piles(tokens), options);
  const longest = Math.max(0, ...rows.map((row) => row.width));
  let height = top;
  const placed = rows.flatMap((row) => {
    const line = row.tokens.map((one) => ({ ...one, y: one.y + height }));
    height += row.height + GAP;
    return line;
  });
  return {
    seat,
    box: { x: 0, y: 0, width: Math.max(longest, name === undefined ? 0 : nameWidth(name)), height },
    tokens: placed,
    ...(name !== undefined && { name: { x: 0, y: NAME * 0.55 } }),
  };
}

/** Returns the width of a name, with the dot of its colour before it. */
const nameWidth = (name: string) => 0.5 + LETTER * nameRoom(name);

/** Groups tokens: neighbours of one kind in a pile, backs in a fan, dominoes beside each other. */
function piles(tokens: readonly Token[]): Token[][] {
  const grouped: Token[][] = [];
  for (const token of tokens) {
    const pile = grouped.at(-1);
    const first = pile?.[0];
    const isFan = token.faceDown && first?.faceDown;
    const isPile = token.shape !== "domino" && first?.kind === token.kind;
    if (pile && (isFan || (isPile && token.kind !== ""))) pile.push(token);
    else grouped.push([token]);
  }
  return grouped;
}

interface Row {
  readonly tokens: HandToken[];
  readonly width: number;
  readonly height: number;
}

/** Lays piles in rows; the first token of a pile is in front, as it is the one to play. */
function wrap(groups: readonly Token[][], { width, fan, scale }: BlockOptions): Row[] {
  const rows: Row[] = [];
  let row: Row = { tokens: [], width: 0, height: 0 };
  for (const group of groups) {
    const pile = lay(group, scale, fan);
    const gap = row.tokens.length > 0 ? GAP : 0;
    if (row.tokens.length > 0 && row.width + gap + pile.width > width) {
      rows.push(row);
      row = { tokens: [], width: 0, height: 0 };
    }
    const left = row.tokens.length > 0 ? row.width + GAP : 0;
    const moved = pile.tokens.map((one) => ({ ...one, x: one.x + left }));
    row = {
      tokens: [...row.tokens, ...moved],
      width: left + pile.width,
      height: Math.max(row.height, pile.height),
    };
  }
  return row.tokens.length > 0 ? [...rows, row] : rows;
}

/** Lays tokens in a pile, or in a fan that is at most as wide as the hand. */
function lay(group: readonly Token[], scale: number, most: number): Row {
  const [first] = group;
  if (!first) return { tokens: [], width: 0, height: 0 };
  const size = first.faceDown ? BACKS : scale;
  const last = group.length - 1;
  const fan = Math.min(FAN, (most - WIDTHS[first.shape] * size) / Math.max(1, last));
  const step = first.faceDown ? { x: fan, y: 0 } : { x: PILE.x * size, y: PILE.y * size };
  const lift = -step.y * last;
  const [wide, high] = [WIDTHS[first.shape] * size, HEIGHTS[first.shape] * size];
  const tokens = group.map((token, index) => ({
    token,
    scale: size,
    x: wide / 2 + step.x * index,
    y: high / 2 + lift + step.y * index,
  }));
  // The last tokens are behind in a pile, and in front in a fan.
  const order = first.faceDown ? tokens : tokens.reverse();
  return { tokens: order, width: wide + step.x * last, height: high + lift };
}

/** Places blocks side by side in as many rows as necessary, each row centred. */
function flow(blocks: readonly HandLayout[], width: number): HandRows {
  const rows: HandLayout[][] = [];
  let used = Infinity;
  for (const one of blocks) {
    if (used + BLOCK_GAP + one.box.width > width) {
      rows.push([]);
      used = -BLOCK_GAP;
    }
    rows.at(-1)?.push(one);
    used += BLOCK_GAP + one.box.width;
  }
  let height = 0;
  const hands = rows.flatMap((row) => {
    const gaps = BLOCK_GAP * (row.length - 1);
    let x = (width - row.reduce((sum, { box }) => sum + box.width, gaps)) / 2;
    const moved = row.map((one) => {
      const at = move(one, x, height);
      x += one.box.width + BLOCK_GAP;
      return at;
    });
    height += Math.max(...row.map(({ box }) => box.height)) + GAP;
    return moved;
  });
  return { hands, height };
}

function move(hand: HandLayout, x: number, y: number): HandLayout {
  return {
    ...hand,
    box: { ...hand.box, x: hand.box.x + x, y: hand.box.y + y },
    tokens: hand.tokens.map((one) => ({ ...one, x: one.x + x, y: one.y + y })),
    ...(hand.name && { name: { x: hand.name.x + x, y: hand.name.y + y } }),
  };
}
