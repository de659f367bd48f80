/** The attributes of `<referee-board>`, and the inputs by which a page replaces the server. */
import { LitElement, type PropertyDeclarations } from "lit";

import type { Link } from "../client/client.js";
import type { MatchState } from "../client/match_state.js";
import type { LegalMove } from "../messages/index.js";
import type { Scene } from "../scene/scene.js";
import type { Words } from "../scene/words.js";

/** A removed attribute is an empty one. */
const text = { fromAttribute: (text: string | null): string => text ?? "" };

const seat = {
  fromAttribute: (text: string | null): number | undefined =>
    /^\d+$/.test(text ?? "") ? Number(text) : undefined,
};

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

/** The inputs of a board. Each attribute is a property with the same name. */
export class BoardInputs extends LitElement {
  static override properties: PropertyDeclarations = {
    url: { converter: text },
    match: { converter: text },
    seat: { converter: seat },
    token: { converter: text },
    lang: { converter: text },
    game: { converter: text },
    position: { converter: text },
    moves: { converter: moves },
    options: { converter: options },
    seats: { type: Number },
    rules: { type: Boolean },
    house: { converter: numbers },
    nodes: { type: Number },
    ply: { converter: text },
    bare: { type: Boolean },
    tray: { type: Boolean },
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

  /** The address of the server. */
  url = "";
  /** The id of the match to watch or play. */
  match = "";
  /**
   * The seat of the viewer. The board is shown from this seat, which plays if there is a `token`.
   */
  seat: number | undefined;
  /** The token of the player. */
  token = "";
  /** The game of the position, without a match. */
  game = "";
  /** The text of the position; empty for the opening. Its legal moves can be clicked. */
  position = "";
  /** The moves played from `position`. */
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
  /** The position of the match to show, as `round.ply`; empty for the present. */
  ply = "";
  /** Whether only the board, its hands and its choices are drawn. */
  bare = false;
  /** Whether the hand of the viewer stays at the lower edge of the window while the board is seen. */
  tray = false;
  /** Whether it is a picture that cannot be clicked. */
  still = false;
  /** Whether the board is shown from the other side. */
  flipped = false;
  /** Whether the symbols of colours are drawn. */
  symbols = false;
  /** Whether a move needs a second click on its last place to confirm it. */
  confirm = false;
  /** A connection to the server, in place of `url`. */
  link: Link | undefined;
  /** The words of the games; without them, the board requests them from the server. */
  words: Words | undefined;
  /**
   * The inputs without a server: the position, the possible moves, the seat that plays them, and
   * the players.
   */
  scene: Scene | undefined;
  legal: readonly LegalMove[] = [];
  mover: number | undefined;
  names: readonly string[] = [];
  /** The state of a match that the page follows. Then the page also sends the chosen moves. */
  state: MatchState | undefined;

  /** The inputs whose change requires another stream or request. */
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
