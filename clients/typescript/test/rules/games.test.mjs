// Random games: the module and the native program agree on every position, its legal moves, its
// scene and its text.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { numbers, pick, rules as program } from "../rig.mjs";
import { load, MATCHES } from "./rig.mjs";

/** Number of games in total. */
const GAMES = Number(process.env.REFEREE_GAMES ?? 1_000);

let modules, native;
before(async () => ([modules, native] = [await load(), program()]));
after(() => native?.stop());

// Plays one game with the module. Returns each question with its answer, as the seat to move sees
// it.
function play(rules, match, most, next) {
  const asked = [];
  const ask = (question) => {
    let answer = rules.call("GameService/GetPosition", question);
    if (answer.turn === "TURN_KIND_SEAT" && !answer.legal) {
      question = { ...question, viewerSeat: answer.seat };
      answer = rules.call("GameService/GetPosition", question);
    }
    asked.push({ question, answer });
    return answer;
  };
  let question = { ...match, withoutSteps: true };
  let answer = ask(question);
  while (answer.turn !== "TURN_KIND_OVER" && asked.length < most) {
    question = following(question, answer, step(rules, question, answer, next), match);
    answer = ask(question);
  }
  // Ask for the last position once more with all steps.
  ask({ ...question, withoutSteps: false });
  return { asked, answer };
}

// Returns a random move, or an outcome of chance.
function step(rules, position, { turn, legal }, next) {
  if (turn !== "TURN_KIND_CHANCE") return pick(legal, next).notation;
  const seed = String(Math.floor(next() * 2 ** 31));
  return rules.call("GameService/SuggestMove", { position, seed }).move.notation;
}

// A question that starts at the current position is fast, however long the game is. With hidden
// hands, the question needs all moves, because the text of the position lacks the hands.
function following({ moves = [] }, { position, round, points, scene }, notation, match) {
  const asked = { ...match, withoutSteps: true, knownBoard: scene.board };
  if (match.game === "honest_john") return { ...asked, moves: [...moves, notation] };
  return { ...asked, start: position, round, points, moves: [notation] };
}

for (const [at, { match, most = Infinity }] of MATCHES.entries()) {
  const games = Math.ceil(GAMES / MATCHES.length);
  test(`${games} games of ${match.game} ${JSON.stringify(match.options ?? {})} are those of the native program`, async () => {
    const next = numbers(at + 1);
    let [positions, moves, deals, ended] = [0, 0, 0, 0];
    for (let game = 0; game < games; game++) {
      const { asked, answer } = play(modules[game % modules.length], match, most, next);
      // Send all questions at once. The program answers in order.
      const told = await Promise.all(asked.map(({ question }) => native.ask(question)));
      for (const [index, { question, answer }] of asked.entries()) {
        assert.deepEqual(answer, told[index], JSON.stringify(question));
        positions += 1;
        moves += answer.legal?.length ?? 0;
        deals += answer.turn === "TURN_KIND_CHANCE" ? 1 : 0;
      }
      ended += answer.turn === "TURN_KIND_OVER" ? 1 : 0;
    }
    console.log(`${positions} positions, ${moves} legal moves, ${deals} deals, ${ended} ends`);
    assert.ok(positions > games && moves > games);
    assert.equal(deals > 0, match.game === "honest_john");
    if (most === Infinity) assert.equal(ended, games, "every game comes to its end");
  });
}
