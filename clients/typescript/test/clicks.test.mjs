// Clicks: every legal move has exactly one path of clicks, and no other path leads to a move.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { choose, follow, path, press } from "../dist/index.js";
import { numbers, pick, rules } from "./rig.mjs";
import { GAMES, walk } from "./walks.mjs";

/** Number of positions for each game. REFEREE_POSITIONS is the total. */
const EACH = Math.ceil(Number(process.env.REFEREE_POSITIONS ?? 10_000) / GAMES.length);

let asked;
before(() => (asked = rules()));
after(() => asked.stop());

// Returns every move with the number of paths that lead to it.
function reached(legal) {
  const paths = new Map();
  const visit = (clicks) => {
    const { next, move } = follow(legal, clicks);
    if (move) paths.set(move, (paths.get(move) ?? 0) + 1);
    assert.ok(move || next.length > 0, `a dead end after ${JSON.stringify(clicks)}`);
    assert.ok(!move || next.length === 0, `clicks beyond ${JSON.stringify(clicks)}`);
    for (const click of next) visit([...clicks, click]);
  };
  visit([]);
  return paths;
}

// Clicks through the board like a person, including the choices that the board makes by itself.
function clicked(legal, move) {
  let clicks = choose(legal);
  for (const click of path(move).slice(clicks.length)) clicks = press(legal, clicks, click);
  const { next, move: whole } = follow(legal, clicks);
  if (whole || !next.some(({ kind }) => kind === "done")) return whole;
  return follow(legal, press(legal, clicks, clicks.at(-1))).move;
}

for (const match of GAMES) {
  const name = `${match.game} ${JSON.stringify(match.options ?? {})}`;
  test(`one path of clicks for each of the legal moves of ${EACH} positions of ${name}`, async () => {
    const next = numbers(7);
    let [positions, moves] = [0, 0];
    for await (const { legal = [], position } of walk(asked.ask, match, next)) {
      assert.ok(legal.length > 0, position);
      const paths = reached(legal);
      assert.equal(paths.size, legal.length, position);
      for (const [move, count] of paths) assert.equal(count, 1, `${position}: ${move.notation}`);
      const move = pick(legal, next);
      assert.equal(clicked(legal, move), move, `${position}: ${move.notation}`);
      assert.equal(follow(legal, choose(legal)).move, undefined, "no move is played unasked");
      [positions, moves] = [positions + 1, moves + legal.length];
      if (positions === EACH) break;
    }
    console.log(`${moves} moves`);
  });
}

test("a click on another source begins another move, and one on the last place takes it back", () => {
  const legal = [
    ["a1", "a2"],
    ["a1", "a3"],
    ["b1", "b2"],
  ].map((spaces) => ({ spaces }));
  const space = (key) => ({ kind: "space", key });
  const begun = press(legal, [], space("a1"));
  assert.deepEqual(begun, [space("a1")]);
  assert.deepEqual(press(legal, begun, space("a1")), []);
  assert.deepEqual(press(legal, begun, space("b1")), [space("b1")]);
  assert.deepEqual(press(legal, begun, space("c1")), begun);
});

test("a move that ends on the way of a longer one is ended by one more click", () => {
  const legal = [{ spaces: ["a1"] }, { spaces: ["a1", "a2"] }];
  const space = (key) => ({ kind: "space", key });
  assert.deepEqual(choose(legal), [space("a1")]);
  assert.equal(follow(legal, press(legal, choose(legal), space("a1"))).move, legal[0]);
  assert.equal(follow(legal, press(legal, choose(legal), space("a2"))).move, legal[1]);
});
