/** What a picture is drawn from: a scene, the words of its game, and what the viewer does. */
import type { Game } from "../messages/index.js";
import { SKINS } from "../skins/index.js";
import type { Click } from "../scene/clicks.js";
import { layout, type Box, type Layout } from "../scene/layout.js";
import { fitPort } from "../scene/port.js";
import type { Scene, Space, Token } from "../scene/scene.js";
import { Words } from "../scene/words.js";
import { generic } from "./generic.js";
import type { Skin, View } from "./skin.js";

/** What a picture is drawn from, beyond what a skin sees. */
export interface BoardView extends View {
  readonly skin: Skin;
  /** What the viewer may click next. */
  readonly next: readonly Click[];
  /** The spaces that are marked as targets. */
  readonly targets: readonly string[];
  /** The id of the chosen token of the hand; empty if none is. */
  readonly held: string;
  /** The seat that chooses. */
  readonly mover?: number;
  /** The ids of the tokens that the move under the pointer takes off. */
  readonly leaving: ReadonlySet<string>;
  /** The target that asks for a second click; empty if none does. */
  readonly asked: string;
  /** Whether tokens can leave the board in this game. */
  readonly canLose: boolean;
  /** What has the keyboard's place: `space e4`, `hand wA1`. */
  readonly focus: string;
  readonly isStill: boolean;
  readonly isZoomed: boolean;
  /** Whether the chosen move was sent, and has no answer yet. */
  readonly isSent: boolean;
  /** The part of the picture that is drawn by itself, with the hand of the viewer. */
  readonly tray?: Box;
  /** What a screen reader says of the whole. */
  readonly label: string;
  space(id: string): Space | undefined;
  /** Whether a click continues the move that is being chosen. */
  isNext(kind: Click["kind"], key: string): boolean;
  /** Whether a click does anything: it continues the move, or begins another one. */
  canClick(kind: Click["kind"], key: string): boolean;
}

/** How a view is made; all but the game and the scene has a default. */
export interface ViewOptions {
  readonly game: string;
  readonly scene: Scene;
  readonly words?: Words;
  /** Instead of `words`: the game as the server lists it. */
  readonly listed?: Game;
  readonly lang?: string;
  readonly seat?: number;
  readonly isFlipped?: boolean;
  readonly names?: readonly string[];
  /** The width of the picture on the screen, in CSS pixels. */
  readonly width?: number;
  readonly symbols?: boolean;
  readonly clicks?: readonly Click[];
  readonly next?: readonly Click[];
  readonly starts?: readonly Click[];
  readonly mover?: number;
  readonly before?: Scene;
  readonly hovered?: string;
  readonly leaving?: ReadonlySet<string>;
  readonly focus?: string;
  readonly asked?: string;
  readonly isStill?: boolean;
  /** Whether the hand of the viewer is drawn by itself. */
  readonly hasTray?: boolean;
  /** The part of the board to show; unset: everything. `isZoomed` if the viewer chose it. */
  readonly port?: Box;
  readonly isZoomed?: boolean;
  /** Whether the chosen move was sent, and has no answer yet. */
  readonly isSent?: boolean;
}

/** Below so many pixels a unit, details are left out. */
const SMALL_PX = 14;
/** The pixels that a unit of a hand should have, and the least and most units in a row. */
const HAND_PX = 44;
const COLUMNS = [8, 14] as const;
/** The counter of games in which tokens leave the board. */
const LOST = "lost";
const DEFAULT_WIDTH = 640;
const DEFAULT_MARGIN = 0.25;

/** Returns the skin of a game. */
export const skinOf = (game: string): Skin => SKINS[game] ?? generic;

/** Returns whether the board of a game is turned for the viewer. */
function isTurned(sides: View["sides"], seat: number | undefined, isFlipped: boolean): boolean {
  const own = seat === undefined ? 0 : (sides[seat]?.halfTurns ?? 0);
  return (own % 2 === 1) !== isFlipped;
}

/** Lays out a scene for a viewer. */
export function layOut(options: ViewOptions): Layout {
  const { game, scene, seat, isFlipped = false, width = DEFAULT_WIDTH } = options;
  const skin = skinOf(game);
  const sides = wordsOf(options).sides(game);
  const columns = Math.min(Math.max(Math.round(width / HAND_PX), COLUMNS[0]), COLUMNS[1]);
  const viewpoint = {
    seats: Math.max(scene.hands.length, 2),
    isTurned: isTurned(sides, seat, isFlipped),
    columns,
    hasTray: options.hasTray ?? false,
    names: options.names ?? [],
    ...(seat !== undefined && { seat }),
  };
  return layout(scene, viewpoint, {
    margin: skin.margin ?? DEFAULT_MARGIN,
    ...(skin.aspect !== undefined && { aspect: skin.aspect }),
    ...(skin.room && { room: skin.room.bind(skin) }),
    ...(skin.place && { place: skin.place.bind(skin) }),
  });
}

const wordsOf = ({ words, listed }: ViewOptions): Words =>
  words ?? new Words(listed ? [listed] : []);

/** Returns the view of a scene; `drawn` is its layout if that is known. */
export function pictureView(options: ViewOptions, drawn: Layout = layOut(options)): BoardView {
  const { game, scene, lang = "en", clicks = [], next = [], width = DEFAULT_WIDTH } = options;
  const words = wordsOf(options);
  const sides = words.sides(game);
  const spaces = new Map(scene.spaces.map((space) => [space.id, space]));
  const port = options.port ?? fitPort(undefined, drawn.bounds, drawn.window);
  const chosen = clicks.filter(({ kind }) => kind === "space").map(({ key }) => key);
  const taken = new Set(scene.tokens.map(({ space }) => space));
  const targets = next
    .filter(({ kind, key }) => kind === "space" && (clicks.length > 0 || !taken.has(key)))
    .map(({ key }) => key);
  const unitPx = (width / drawn.width) * (drawn.window.width / port.width);
  const keys = new Set(next.map(({ kind, key }) => `${kind} ${key}`));
  const starts = new Set((options.starts ?? []).map(({ kind, key }) => `${kind} ${key}`));
  const base = {
    game,
    scene,
    layout: drawn,
    sides,
    names: options.names ?? [],
    detail: unitPx < SMALL_PX ? ("small" as const) : ("full" as const),
    symbols: options.symbols ?? false,
    chosen,
    port,
    skin: skinOf(game),
    next,
    targets,
    held: clicks.find(({ kind }) => kind === "hand")?.key ?? "",
    leaving: options.leaving ?? new Set<string>(),
    focus: options.focus ?? "",
    asked: options.asked ?? "",
    canLose: words.has(game, "counter", LOST),
    isStill: options.isStill ?? false,
    isZoomed: options.isZoomed ?? false,
    isSent: options.isSent ?? false,
    ...(options.hasTray && drawn.tray && { tray: drawn.tray }),
    ...(options.seat !== undefined && { seat: options.seat }),
    ...(options.before && { before: options.before }),
    ...(options.hovered !== undefined && { hovered: options.hovered }),
    ...(options.mover !== undefined && { mover: options.mover }),
    word: (kind: Parameters<View["word"]>[0], key: string) => words.text(game, kind, key, lang),
    colour: ({ colour, seat }: Token) =>
      colour || (seat === undefined ? "" : (sides[seat]?.colour ?? "")),
    at: (id: string) => drawn.places.get(id),
    space: (id: string) => spaces.get(id),
    isNext: (kind: Click["kind"], key: string) => keys.has(`${kind} ${key}`),
    canClick: (kind: Click["kind"], key: string) =>
      keys.has(`${kind} ${key}`) || starts.has(`${kind} ${key}`),
  };
  const players = (options.names ?? []).join(" – ");
  return { ...base, label: [base.word("game", game), players].filter(Boolean).join(": ") };
}
