// Bots in matches of `referee play`.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";

import * as browser from "../../dist/bot/index.js";
import * as node from "../../dist/bot/node/index.js";
import { PROGRAM } from "../rig.mjs";
import { againstRandom, example, run, start } from "./rig.mjs";

const folder = mkdtempSync(join(tmpdir(), "referee-bot-"));
after(() => rmSync(folder, { recursive: true }));

// Writes a program and returns its path.
function program(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const MODULE = new URL("../../dist/bot/node/index.js", import.meta.url);
const bot = (choose, more = "") =>
  `import { run } from "${MODULE}";\nawait run({ name: "tester", ${choose}, ${more} });\n`;

const GAMES = [
  { game: "kamisado", matches: 2 },
  { game: "dvonn", matches: 2 },
  { game: "hive", matches: 2 },
  { game: "honest_john", matches: 4, others: 3 },
];
for (const { game, matches, others } of GAMES) {
  test(`any_move plays ${game}`, async () => {
    const more = ["-m", String(matches), "--max-plies", "40"];
    const report = await againstRandom(game, example("any_move"), more, others);
    assert.deepEqual([report.matches, report.lostSeats], [matches, {}]);
  });
}

test("any_move passes the check", async () => {
  const { status, said } = await run([PROGRAM, "check", example("any_move")]);
  assert.equal(status, 0, said);
  assert.match(said, /The engine speaks the protocol\./);
});

test("any_move passes the check of bots on a server", async () => {
  const { status, said } = await run([PROGRAM, "check", "--remote", example("any_move")]);
  assert.equal(status, 0, said);
  assert.match(said, /The bot speaks the protocol\./);
});

test("a bot may be asynchronous, score its moves, and print", async () => {
  const choose = `async choose({ legal, ply }) {
    console.log("this is not a line of the protocol, and resigns nothing");
    await new Promise((done) => setTimeout(done, 1));
    return { notation: legal.at(-1), score: ply };
  }`;
  const path = program("printer.mjs", bot(choose, 'author: "A", games: ["kamisado"]'));
  const report = await againstRandom("kamisado", `${process.execPath} ${path}`, ["-m", "2"]);
  assert.deepEqual([report.matches, report.lostSeats], [2, {}]);
});

// Sends lines to a bot and returns its first answers.
async function answers(words, lines, count) {
  const { child, ended } = start(words);
  child.stdin.write(lines.map((line) => `${line}\n`).join(""));
  const heard = [];
  for await (const line of createInterface({ input: child.stdout })) {
    heard.push(JSON.parse(line));
    if (heard.length === count) break;
  }
  child.stdin.end();
  await ended;
  return heard;
}

const NEWMATCH =
  '{"newmatch":{"game":"kamisado","matchId":"m1","seat":1,"players":["a","b"],"options":["length=single"]}}';
const POSITION =
  '{"position":{"start":"1bupyrgn/8/8/8/8/o6O/8/1NGRYPUB b o - -","round":1,"points":[2,0]}}';
const GO = '{"go":{"turnId":"4","round":1,"legal":["a3a2","a3b2","a3a1"]}}';

test("a turn has its match, its position and its limits", async () => {
  const choose = `choose(turn) {
    const { signal, legal, ...said } = turn;
    return JSON.stringify(said);
  }`;
  const path = program("teller.mjs", bot(choose));
  const go =
    '{"go":{"turnId":"4","round":1,"ply":3,"legal":["a"],"remainingMs":["9000","8000"],"incrementMs":["5","6"],"delayMs":"500","moveLimitMs":"60000","nodes":"7"}}';
  const lines = ["referee 1", NEWMATCH, POSITION, go];
  const [, , { bestmove }] = await answers([process.execPath, path], lines, 3);
  const turn = JSON.parse(bestmove.notation);
  assert.deepEqual(turn, {
    ...{ matchId: "m1", turnId: 4, seat: 1, game: "kamisado", options: { length: "single" } },
    ...{ players: ["a", "b"], round: 1, ply: 3, points: [2, 0] },
    position: "1bupyrgn/8/8/8/8/o6O/8/1NGRYPUB b o - -",
    ...{ remainingMs: [9000, 8000], incrementMs: [5, 6], unlimitedSeats: [], moveLimitMs: 60000 },
    ...{ delayMs: 500, refundMs: 0, periods: 0, periodMs: 0, nodes: 7 },
    ...{ drawOffered: false, claimable: false, secondsLeft: 8.5, mustStop: false },
  });
});

test("the same turn gets the same answer, without another choice", async () => {
  const path = program("counter.mjs", `let asked = 0;\n${bot("choose: () => `move ${++asked}`")}`);
  const lines = ["referee 1", NEWMATCH, POSITION, GO, GO];
  const more = [...lines, GO.replace('"4"', '"7"')];
  const [, , ...moves] = await answers([process.execPath, path], more, 5);
  const said = moves.map(({ bestmove }) => `${bestmove.turnId} ${bestmove.notation}`);
  assert.deepEqual([...new Set(said)], ["4 move 1", "7 move 2"]);
});

test("`stop` asks a thinking bot for its move", async () => {
  const choose = `choose({ legal, signal }) {
    return new Promise((done) => signal.addEventListener("abort", () => done(legal[1])));
  }`;
  const path = program("patient.mjs", bot(choose));
  const lines = ["referee 1", NEWMATCH, POSITION, GO, '{"isready":{}}', '{"stop":{}}'];
  const [, , ready, answer] = await answers([process.execPath, path], lines, 4);
  assert.deepEqual(ready, { readyok: {} });
  assert.deepEqual(answer, { bestmove: { notation: "a3b2", turnId: "4" } });
});

for (const [what, choose, why] of [
  ["fails", `choose() { throw new RangeError("this is why"); }`, /RangeError: this is why/],
  ["returns nothing", `choose() {}`, /TypeError: choose returned undefined: expected a move/],
]) {
  test(`a bot that ${what} says why, and ends while its input is open`, async () => {
    const { child, ended } = start([process.execPath, program("broken.mjs", bot(choose))]);
    child.stdin.write(`referee 1\n${NEWMATCH}\n${GO}\n`);
    const { status, complained } = await ended;
    assert.equal(status, 1);
    assert.match(complained, why);
  });
}

for (const signal of ["SIGINT", "SIGTERM"]) {
  test(`a thinking bot ends by ${signal} without a complaint`, async () => {
    const choose = `choose: () => (console.log("thinks"), new Promise((done) => setTimeout(done, 3_600_000)))`;
    const { child, ended } = start([process.execPath, program("thinker.mjs", bot(choose))]);
    child.stderr.once("data", () => child.kill(signal));
    child.stdin.write(`referee 1\n${NEWMATCH}\n${GO}\n`);
    assert.deepEqual(
      { ...(await ended), said: "" },
      {
        ...{ status: 0, signal: null, said: "", complained: "thinks\n" },
      },
    );
  });
}

for (const game of ["kamisado", "dvonn", "hive"]) {
  test(`one_ply plays ${game}`, async () => {
    const more = ["-m", "1", "--max-plies", "10"];
    const report = await againstRandom(game, example("one_ply"), more);
    assert.deepEqual([report.matches, report.lostSeats], [1, {}]);
  });
}

test("one_ply sees what wins", async () => {
  const zero = [NEWMATCH.replace('"seat":1,', ""), POSITION.replace("[2,0]", "[0,0]")];
  const lines = ["referee 1", ...zero, GO];
  const [, , answer] = await answers(example("one_ply").split(" "), lines, 3);
  assert.deepEqual(answer, { bestmove: { notation: "a3a1", turnId: "4" } });
});

test("a program that answers a prompt plays", async () => {
  const model = program("model.sh", "sed -n 's/^Legal moves: \\([^,]*\\).*/I choose \\1./p'\n");
  const command = `${example("prompt")} sh ${model}`;
  const report = await againstRandom("kamisado", command, ["-m", "2", "-o", "length=single"]);
  assert.deepEqual([report.matches, report.lostSeats], [2, {}]);
});

test("an engine for UCI plays", async () => {
  const engine = program(
    "engine.mjs",
    `import { createInterface } from "node:readline";
    for await (const line of createInterface({ input: process.stdin })) {
      const words = line.split(" ");
      if (words[0] === "uci") console.log("id name U\\nuciok");
      if (words[0] === "isready") console.log("readyok");
      if (words[0] !== "go") continue;
      if (!words.includes("wtime") || !words.includes("binc")) process.exit(1);
      console.log("info depth 1 score cp 7 pv x\\nbestmove " + words.at(-1));
    }`,
  );
  const command = `${example("uci")} ${process.execPath} ${engine}`;
  const report = await againstRandom("kamisado", command, ["-m", "2", "--tc", "10+1"]);
  assert.deepEqual([report.matches, report.lostSeats], [2, {}]);
});

test("browsers and Node have the same names", () => {
  assert.deepEqual(Object.keys(node).sort(), Object.keys(browser).sort());
});
