// Positions of random matches of every game, each as the seat to move sees it.

import { pick, shuffle } from "./rig.mjs";

/** Every game, with options that add moves. */
export const GAMES = [
  { game: "kamisado", options: { length: "long" } },
  { game: "dvonn" },
  { game: "hive", options: { expansions: "MLP" } },
  { game: "honest_john", options: { version: "1" }, seats: 4 },
  { game: "honest_john", options: { version: "2" }, seats: 3 },
];

const PIPS = 9;
const TILES = Array.from({ length: PIPS + 1 }, (_, high) =>
  Array.from({ length: high + 1 }, (_, low) => `${high}-${low}`),
).flat();

// Returns an outcome of chance in Honest John: all tiles in random order.
const deal = (next) => `deal ${shuffle(TILES, next).join(",")}`;

/** Plays random matches endlessly. Yields each position in which a seat has a choice. */
export async function* walk(ask, match, next) {
  let question = { ...match, moves: [] };
  for (;;) {
    const seen = await ask(question);
    let answer = seen;
    if (seen.turn === "TURN_KIND_SEAT") {
      // With hidden hands, only the viewer's own legal moves are returned.
      if (match.game === "honest_john") answer = await ask({ ...question, viewer: seen.seat ?? 0 });
      yield answer;
    }
    question = { ...match, ...following(question, answer, match, next) };
  }
}

function following({ moves }, { turn, legal, position, round, points }, { game }, next) {
  if (turn === "TURN_KIND_OVER") return { moves: [] };
  const step = turn === "TURN_KIND_CHANCE" ? deal(next) : pick(legal, next).notation;
  if (game === "honest_john") return { moves: [...moves, step] };
  // A question that starts at the current position is fast, however long the match is.
  return { start: position, round, points, moves: [step] };
}
