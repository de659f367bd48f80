// The model of a match, fed with messages of a stream. Needs no server.

import assert from "node:assert/strict";
import { test } from "node:test";

import { MatchModel } from "../dist/index.js";

const followed = { matchId: "m", followed: { game: "dvonn", players: ["one", "two"] } };
const frame = (ply, turnSeat, choices) => ({
  matchId: "m",
  update: { frame: { round: 1, ply, turnSeat, scene: {}, ...(choices && { choices }) } },
});
// Applies messages and returns the turns that the model reports.
function turns(model, ...messages) {
  const happenings = messages.flatMap((message) => model.apply(message));
  return happenings
    .filter(({ kind }) => kind === "turn")
    .map(({ seat, choices }) => [seat, choices?.turnId]);
}

test("a turn of the viewer is told once, also after the stream was opened again", () => {
  const model = new MatchModel("m");
  const mine = { turnId: "7", legal: [{ notation: "a1" }] };
  assert.deepEqual(turns(model, followed, frame(4, 0, mine)), [[0, "7"]]);
  assert.deepEqual(turns(model, frame(4, 0, mine)), []);
  assert.deepEqual(turns(model, followed, frame(4, 0, mine)), [], "a cut");
  assert.equal(model.state.choices.turnId, "7");
  assert.deepEqual(turns(model, frame(5, 1)), [[1, undefined]]);
  assert.deepEqual(turns(model, followed, frame(6, 0, { ...mine, turnId: "8" })), [[0, "8"]]);
});

test("a turn of another seat is told once, and again when its move was taken back", () => {
  const model = new MatchModel("m");
  assert.deepEqual(turns(model, followed, frame(4, 1)), [[1, undefined]]);
  assert.deepEqual(turns(model, followed, frame(4, 1)), [], "a cut");
  const takenBack = { seq: "9", movesTakenBack: { round: 1, ply: 4 } };
  const again = { matchId: "m", update: { ...frame(4, 1).update, events: [takenBack] } };
  assert.deepEqual(turns(model, again), [[1, undefined]]);
  const chance = frame(5, undefined);
  assert.deepEqual(turns(model, chance, frame(6, 1)), [[1, undefined]]);
});
