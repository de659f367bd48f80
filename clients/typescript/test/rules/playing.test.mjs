// A position played on a board: the moves of the viewer, of the house and of chance, and what each
// viewer sees.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { Partner } from "../../dist/element/partner.js";
import { PositionSource } from "../../dist/element/source.js";
import { load } from "./rig.mjs";

let rules;
before(async () => ([rules] = await load()));

const DVONN = { game: "dvonn" };
const KAMISADO = { game: "kamisado", options: { length: "single" } };
const JOHN = { game: "honest_john", options: { version: "1", rounds: "1" }, seats: 4 };

const pause = (ms) => new Promise((go) => setTimeout(go, ms));

// Returns a position with a house bot, and what its board is told. `gate` delays the moves of the
// house bot.
function playing(start, house, gate = () => undefined) {
  const told = [];
  const failures = [];
  const link = {
    async call(name, request) {
      if (name === "GameService/SuggestMove") await gate();
      return rules.call(name, request);
    },
  };
  const listener = {
    changed: (happenings) => told.push(...happenings),
    connection: () => undefined,
    failed: (error) => failures.push(error),
  };
  const source = new PositionSource(link, start, listener, new Partner(link, house, 100));
  const until = async (isSo) => {
    const end = Date.now() + 20_000;
    for (; !isSo(); await pause(10)) {
      if (failures.length > 0) throw failures[0];
      assert.ok(Date.now() < end, `still ${isSo}`);
    }
  };
  return { source, told, failures, until };
}

const steps = ({ told }) => told.filter(({ kind }) => kind === "step").map(({ step }) => step);
const turns = ({ told }) => told.filter(({ kind }) => kind === "turn").map(({ seat }) => seat);
const isMine = ({ source }) => source.shown?.legal.length > 0;

test("the house answers each move once, and the viewer may not move for it", async () => {
  const board = playing(DVONN, [1]);
  await board.until(() => isMine(board));
  assert.equal(board.source.shown.mover, 0);
  await board.source.play(board.source.shown.legal[0]);
  assert.deepEqual(board.source.shown.legal, []);
  assert.equal(board.source.shown.mover, undefined);
  await board.until(() => isMine(board));
  assert.deepEqual(
    steps(board).map(({ seat }) => seat),
    [0, 1],
  );
  assert.equal(board.source.moves.length, 2);
  assert.deepEqual(board.failures, []);
});

test("the house begins if the first turn is its own, and a match comes to its end", async () => {
  const board = playing(KAMISADO, [0]);
  const isOver = () => board.source.shown?.end !== undefined;
  for (;;) {
    await board.until(() => isMine(board) || isOver());
    if (isOver()) break;
    await board.source.play(board.source.shown.legal.at(-1));
  }
  const [first] = steps(board);
  assert.deepEqual([first.seat, first.ply], [0, 0]);
  assert.deepEqual(
    steps(board).map(({ ply }) => ply),
    steps(board).map((_, at) => at),
    "each step once, in order",
  );
  const ends = board.told.filter(({ kind }) => kind === "end");
  assert.equal(ends.length, 1);
  assert.deepEqual(board.source.shown.end.verdict, ends[0].verdict);
  assert.deepEqual([...ends[0].verdict.places].sort(), [1, 2]);
});

test("a move that is taken back while the house thinks is not answered, until the present is shown", async () => {
  let open = () => undefined;
  const gate = () => new Promise((go) => (open = go));
  const board = playing(DVONN, [1], gate);
  await board.until(() => isMine(board));
  const [move] = board.source.shown.legal;
  await board.source.play(move);
  await board.source.go([], false);
  open();
  await pause(500);
  assert.deepEqual(board.source.moves, []);
  assert.ok(isMine(board), "the viewer is to move again");
  await board.source.go([move.notation], true);
  await pause(50);
  open();
  await board.until(() => board.source.moves.length === 2);
  assert.ok(isMine(board));
});

test("a board that is gone takes no move of the house", async () => {
  let open = () => undefined;
  const gate = () => new Promise((go) => (open = go));
  const board = playing(DVONN, [0], gate);
  await board.until(() => turns(board).length > 0);
  board.source.stop();
  open();
  await pause(500);
  assert.deepEqual([board.source.moves, board.failures], [[], []]);
});

test("a house that fails is told, and the position stays", async () => {
  const gate = () => Promise.reject(new Error("the house has left"));
  const board = playing(DVONN, [1], gate);
  await board.until(() => isMine(board));
  await board.source.play(board.source.shown.legal[0]);
  while (board.failures.length === 0) await pause(20);
  assert.match(board.failures[0].message, /the house has left/);
  assert.equal(board.source.moves.length, 1);
});

test("chance deals by itself, and a seat sees no hand but its own", async () => {
  const board = playing({ ...JOHN, viewerSeat: 2 }, [0, 1, 3]);
  await board.until(() => isMine(board));
  assert.match(board.source.moves[0], /^deal /);
  for (const { seat, tokens } of board.source.shown.scene.hands)
    for (const { faceDown } of tokens) assert.equal(faceDown, seat !== 2, `the hand of ${seat}`);
});

test("without a seat of its own, a board shows the hand of the seat to move", async () => {
  const board = playing(JOHN, []);
  const movers = new Set();
  for (let moves = 0; moves < 8; moves++) {
    await board.until(() => isMine(board));
    const { mover, scene, legal } = board.source.shown;
    movers.add(mover);
    for (const { seat, tokens } of scene.hands)
      for (const { faceDown } of tokens) assert.equal(faceDown, seat !== mover, `hand of ${seat}`);
    await board.source.play(legal[0]);
  }
  assert.ok(movers.size > 1, `${[...movers]}`);
});
