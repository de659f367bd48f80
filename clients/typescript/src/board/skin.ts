/**
 * The interface of a skin: how one game looks. A skin draws; the picture says what is where. All
 * templates are `svg` of Lit with plain values, lists and nested templates in them: no directives,
 * no `style` attributes and no `<style>`, which a strict CSP rejects. Colours are presentation
 * attributes or classes of `style`, so that a page can change them by custom properties.
 */
import type { CSSResult, SVGTemplateResult } from "lit";

import type { Box, Layout, Place, Point, Viewpoint } from "../scene/layout.js";
import type { Scene, Space, Token } from "../scene/scene.js";
import type { Side, WordKind } from "../scene/words.js";

export type { Box, Place, Point } from "../scene/layout.js";

/** What a skin draws; in units of the board, unless said otherwise. */
export interface Skin {
  /** The CSS of the skin, adopted beside that of the board. */
  readonly style?: CSSResult;
  /** The border around the spaces, for a rim or coordinates. Default 0.25. */
  readonly margin?: number;
  /** Width by height of the window on a board that grows. Default: the window is the board. */
  readonly aspect?: number;
  /** Room around the spaces: the board keeps its scale while spaces are added. */
  room?(scene: Scene): Box;
  /** Replaces the default layout of the spaces, for example by a star or wrapped lines. */
  place?(scene: Scene, viewpoint: Viewpoint): ReadonlyMap<string, Place>;
  /**
   * Lifts the token at `level` (0 is the lowest) of a stack of `height` off the centre of its
   * space. Default: 0.12 upwards for each level. `isSpread` asks for a stack whose tokens can all
   * be seen.
   */
  lift?(level: number, height: number, isSpread: boolean): Point;
  /** Gradients and patterns, once in each picture. Ids start with the id of the game. */
  defs?(): SVGTemplateResult;
  /** What lies under the spaces: a rim, coordinates. In board coordinates. */
  ground?(view: View): SVGTemplateResult;
  /** A space, centred on 0,0. Default: its outline. */
  space?(space: Space, look: SpaceLook, view: View): SVGTemplateResult;
  /** A token, centred on 0,0. */
  token(token: Token, look: TokenLook, view: View): SVGTemplateResult;
  /** A highlight of the scene on one of its spaces, centred on 0,0, above the tokens. */
  highlight?(kind: string, space: Space, view: View): SVGTemplateResult;
  /** What lies above everything but the marks of a choice: arrows, balloons. Board coordinates. */
  above?(view: View): SVGTemplateResult;
}

/** How a space looks now. */
export interface SpaceLook {
  /** Whether the last move touched it. The picture tints it. */
  readonly isLast: boolean;
  /** Whether a click on it continues a move. The picture marks it. */
  readonly isTarget: boolean;
  /** Whether a token lies on it. */
  readonly isTaken: boolean;
}

/** How a token looks now. The picture turns the token by `turn` and scales it in hands. */
export interface TokenLook {
  /** On the board, or in a hand. */
  readonly where: "board" | "hand";
  /** The number in its stack, 0 is the lowest; and the height of the stack. */
  readonly level: number;
  readonly height: number;
  /** Whether the player has chosen it, or its space. The picture outlines it too. */
  readonly isChosen: boolean;
  /** Whether the pointer or the focus is on its space. */
  readonly isHovered: boolean;
  /** Whether the move under the pointer would take it off the board. */
  readonly isLeaving: boolean;
  /** The degrees by which the picture turns it: turn texts back by it to keep them upright. */
  readonly turn: number;
}

/** Everything else that a skin may need. */
export interface View {
  readonly game: string;
  readonly scene: Scene;
  /** The scene that was drawn before, if it was one of the same game. */
  readonly before?: Scene;
  readonly layout: Layout;
  /** The seat from which the board is seen; unset for a spectator. */
  readonly seat?: number;
  /** The side of each seat, and the name of its player. */
  readonly sides: readonly Side[];
  readonly names: readonly string[];
  /** "small" on thumbnails: leave out what is too small to see. */
  readonly detail: "full" | "small";
  /** Whether to draw the symbols of colours. */
  readonly symbols: boolean;
  /** The spaces of the move that is being chosen, from its source. */
  readonly chosen: readonly string[];
  /** The space under the pointer or the focus. */
  readonly hovered?: string;
  /** The part of the board that is drawn, in board coordinates. */
  readonly port: Box;
  /** The text of a key in the language of the board. */
  word(kind: WordKind, key: string): string;
  /** The key of the colour of a token: its own, or that of its seat. */
  colour(token: Token): string;
  /** Where a space is drawn; unset if the scene has no such space. */
  at(space: string): Place | undefined;
}
