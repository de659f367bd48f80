// Positions of random matches of every game, each as the seat to move sees it.

import { pick, shuffle } from "./rig.mjs";

/** Every game with the options that have moves of their own. */
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

// What chance does in Honest John: all tiles in any order.
const deal = (next) => `deal ${shuffle(TILES, next).join(",")}`;

/** Plays random matches without end, and yields each position in which a seat has a choice. */
export async function* walk(ask, match, next) {
  let question = { ...match, moves: [] };
  for (;;) {
    const seen = await ask(question);
    let answer = seen;
    if (seen.turn === "TURN_KIND_SEAT") {
      // Legal moves of a game with hidden hands are those of the viewer.
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
  // Without the moves so far a question takes as long as its last move.
  return { start: position, round, points, moves: [step] };
}
