/**
 * A scene with all its fields. The JSON of the server omits zeroes, empty texts and empty lists;
 * `readScene` restores them, so code that draws a scene needs no defaults.
 */
import type * as pb from "../messages/index.js";

/** The outline of a space or token. */
export type Shape = "square" | "hexagon" | "circle" | "domino";

/** A place in the line of a seat, from 0 at the start of the line. */
export interface Line {
  readonly seat: number;
  readonly place: number;
}

/** A named place of the board. One unit is the width of a square. */
export interface Space {
  readonly id: string;
  readonly shape: Shape;
  readonly x: number;
  readonly y: number;
  readonly colour: string;
  readonly symbol: string;
  readonly line?: Line;
}

/** A piece on a space or in a hand. */
export interface Token {
  readonly id: string;
  /** The space of the piece; empty in a hand. */
  readonly space: string;
  readonly seat?: number;
  readonly kind: string;
  readonly label: string;
  readonly colour: string;
  readonly symbol: string;
  readonly faceDown: boolean;
  readonly quarterTurns: number;
  readonly shape: Shape;
  readonly marks?: { readonly key: string; readonly count: number };
}

/** The pieces that a seat holds beside the board. */
export interface Hand {
  readonly seat: number;
  readonly tokens: readonly Token[];
}

/** A number to show; without `seat` it belongs to the match. */
export interface Counter {
  readonly seat?: number;
  readonly key: string;
  readonly value: string;
}

/** Marked spaces. */
export interface Highlight {
  readonly kind: string;
  readonly spaces: readonly string[];
}

/** The decision to make. */
export interface Prompt {
  readonly key: string;
  readonly seat?: number;
  readonly forSeat?: number;
  readonly value: string;
}

/** A position, ready to be drawn. */
export interface Scene {
  readonly spaces: readonly Space[];
  /** The tokens, the lowest of a stack first. */
  readonly tokens: readonly Token[];
  readonly hands: readonly Hand[];
  readonly counters: readonly Counter[];
  readonly highlights: readonly Highlight[];
  readonly lastMove: readonly string[];
  readonly board: string;
  readonly prompt?: Prompt;
}

const SHAPES: Readonly<Record<string, Shape>> = {
  SHAPE_SQUARE: "square",
  SHAPE_HEXAGON: "hexagon",
  SHAPE_CIRCLE: "circle",
  SHAPE_DOMINO: "domino",
};

const shape = (name: string | undefined): Shape => SHAPES[name ?? ""] ?? "square";

function readSpace(space: pb.Space): Space {
  const { id = "", x = 0, y = 0, colour = "", symbol = "" } = space;
  const read = { id, shape: shape(space.shape), x, y, colour, symbol };
  if (!space.line) return read;
  return { ...read, line: { seat: space.line.seat ?? 0, place: space.line.place ?? 0 } };
}

/** Returns the token with all its fields. */
export function readToken(token: pb.Token): Token {
  return {
    id: token.id ?? "",
    space: token.space ?? "",
    kind: token.kind ?? "",
    label: token.label ?? "",
    colour: token.colour ?? "",
    symbol: token.symbol ?? "",
    faceDown: token.faceDown ?? false,
    quarterTurns: token.quarterTurns ?? 0,
    shape: shape(token.shape),
    ...(token.seat !== undefined && { seat: token.seat }),
    ...(token.marks && { marks: { key: token.marks.key ?? "", count: token.marks.count ?? 0 } }),
  };
}

function readPrompt(prompt: pb.Prompt): Prompt {
  return {
    key: prompt.key ?? "",
    value: prompt.value ?? "",
    ...(prompt.seat !== undefined && { seat: prompt.seat }),
    ...(prompt.forSeat !== undefined && { forSeat: prompt.forSeat }),
  };
}

/** Returns the scene with all its fields, with `spaces` if the JSON has none. */
export function readScene(scene: pb.Scene, spaces: readonly Space[] = []): Scene {
  const own = scene.spaces ?? [];
  return {
    spaces: own.length > 0 ? own.map(readSpace) : spaces,
    tokens: (scene.tokens ?? []).map(readToken),
    hands: (scene.hands ?? []).map(({ seat = 0, tokens = [] }) => ({
      seat,
      tokens: tokens.map(readToken),
    })),
    counters: (scene.counters ?? []).map(({ seat, key = "", value = "" }) => ({
      key,
      value,
      ...(seat !== undefined && { seat }),
    })),
    highlights: (scene.highlights ?? []).map(({ kind = "", spaces = [] }) => ({ kind, spaces })),
    lastMove: scene.lastMove ?? [],
    board: scene.board ?? "",
    ...(scene.prompt && { prompt: readPrompt(scene.prompt) }),
  };
}

/** Applies `SceneChanges` to `before`: see proto/referee/v1/frames.proto. */
export function changeScene(before: Scene, scene: pb.Scene, changes: pb.SceneChanges): Scene {
  const read = readScene(scene);
  const spaces = new Map(before.spaces.map((space) => [space.id, space]));
  for (const id of changes.removedSpaces ?? []) spaces.delete(id);
  for (const space of read.spaces) spaces.set(space.id, space);
  const lifted = new Set([...(changes.removedTokens ?? []), ...read.tokens.map(({ id }) => id)]);
  // Face-down tokens have no id, and stay.
  const tokens = before.tokens.filter(({ id }) => id === "" || !lifted.has(id));
  return { ...read, spaces: [...spaces.values()], tokens: [...tokens, ...read.tokens] };
}

/**
 * Rebuilds the scenes of one match from the frames of one stream. A stream sends the spaces of a
 * board only once, so all matches of a game on a stream share `boards`.
 */
export class Scenes {
  #last: Scene | undefined;

  constructor(private readonly boards: Boards = new Boards()) {}

  /** Returns the whole scene of a frame; unset if the previous frame is missing. */
  read(frame: pb.Frame): Scene | undefined {
    const { scene, changes } = frame;
    if (!scene) return this.#last;
    if (changes) this.#last = this.#last && changeScene(this.#last, scene, changes);
    else this.#last = this.boards.read(scene);
    if (this.#last) this.boards.keep(this.#last);
    return this.#last;
  }
}

/**
 * Maximum boards that are kept: those of every game, and the latest ones of games without an edge.
 */
const MOST_BOARDS = 64;

/** The known spaces of boards, by the name of the board. */
export class Boards {
  readonly #spaces = new Map<string, readonly Space[]>();

  /** Stores the spaces of this scene. */
  keep({ board, spaces }: Scene): void {
    if (board === "" || spaces.length === 0) return;
    this.#spaces.delete(board);
    this.#spaces.set(board, spaces);
    if (this.#spaces.size <= MOST_BOARDS) return;
    const [oldest] = this.#spaces.keys();
    if (oldest !== undefined) this.#spaces.delete(oldest);
  }

  /** Returns the whole scene, with the spaces of an earlier scene of this board. */
  read(scene: pb.Scene): Scene {
    const whole = readScene(scene, this.#spaces.get(scene.board ?? ""));
    this.keep(whole);
    return whole;
  }
}
