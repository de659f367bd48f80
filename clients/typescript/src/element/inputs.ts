/** The attributes of `<referee-board>`, and what a page may give it instead of a server. */
import { LitElement, type PropertyDeclarations } from "lit";

import type { Link } from "../client/client.js";
import type { MatchState } from "../client/match.js";
import type { LegalMove } from "../messages/index.js";
import type { Scene } from "../scene/scene.js";
import type { Words } from "../scene/words.js";

const options = {
  fromAttribute: (text: string | null): Record<string, string> =>
    Object.fromEntries((text ?? "").split(/\s+/).filter(Boolean).map(pair)),
};

const pair = (text: string): [string, string] => {
  const at = text.indexOf("=");
  return at < 0 ? [text, "true"] : [text.slice(0, at), text.slice(at + 1)];
};

const moves = {
  fromAttribute: (text: string | null): string[] =>
    (text ?? "")
      .split(",")
      .map((move) => move.trim())
      .filter(Boolean),
};

const numbers = {
  fromAttribute: (text: string | null): number[] => (text?.match(/\d+/g) ?? []).map(Number),
};

/** The inputs of a board. Each attribute is a property of the same name. */
export class BoardInputs extends LitElement {
  static override properties: PropertyDeclarations = {
    url: {},
    match: {},
    seat: { type: Number },
    token: {},
    lang: {},
    game: {},
    position: {},
    moves: { converter: moves },
    options: { converter: options },
    seats: { type: Number },
    rules: { type: Boolean },
    house: { converter: numbers },
    nodes: { type: Number },
    ply: {},
    bare: { type: Boolean },
    still: { type: Boolean },
    flipped: { type: Boolean, reflect: true },
    symbols: { type: Boolean },
    confirm: { type: Boolean },
    link: { attribute: false },
    words: { attribute: false },
    scene: { attribute: false },
    legal: { attribute: false },
    mover: { attribute: false },
    names: { attribute: false },
    state: { attribute: false },
  };

  /** The server. */
  url = "";
  /** The id of the match to watch or play. */
  match = "";
  /** The seat of the viewer: the board is seen from it, and with `token` it plays. */
  seat: number | undefined;
  /** The token of the player. */
  token = "";
  /** Without a match: the game of the position. */
  game = "";
  /** The text of the position; empty is the opening. Its legal moves can be clicked. */
  position = "";
  /** The moves since `position`. */
  moves: readonly string[] = [];
  /** The options of the game. */
  options: Readonly<Record<string, string>> = {};
  /** How many seats the game has; unset: its usual number. */
  seats: number | undefined;
  /** Whether the rules run in a worker of the page, instead of on a server. */
  rules = false;
  /** Without a match: the seats that the house plays. */
  house: readonly number[] = [];
  /** Maximum positions that the house looks at for a move. */
  nodes: number | undefined;
  /** The position of the match to show, as `round.ply`; empty is the present. */
  ply = "";
  /** Whether only the board, its hands and its choices are drawn. */
  bare = false;
  /** Whether it is a picture that cannot be clicked. */
  still = false;
  /** Whether the board is seen from the other side. */
  flipped = false;
  /** Whether the symbols of colours are drawn. */
  symbols = false;
  /** Whether a move needs a second click on its last place. */
  confirm = false;
  /** The way to the server, instead of `url`. */
  link: Link | undefined;
  /** The words of the games; without them the board asks the server. */
  words: Words | undefined;
  /** Without a server: the position, what may be clicked, by which seat, and the players. */
  scene: Scene | undefined;
  legal: readonly LegalMove[] = [];
  mover: number | undefined;
  names: readonly string[] = [];
  /** A match that the page follows itself: with it, the page sends the moves that are chosen. */
  state: MatchState | undefined;

  /** The inputs that another stream or question follows from. */
  static readonly origins = [
    "url",
    "link",
    "match",
    "token",
    "seat",
    "game",
    "position",
    "moves",
    "options",
    "seats",
    "rules",
    "house",
    "nodes",
  ];
}
