// Bots on a link that is cut, falls silent or rejects a command at a chosen moment.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { Action, play, RefereeError } from "../../dist/bot/node/index.js";
import { sleep, until } from "./rig.mjs";

const network = () => new RefereeError({ code: "network", message: "cut" });
const refusal = (reason, fields) => new RefereeError({ code: "x", message: "", reason, ...fields });

const SEATED = {
  seated: { matchId: "m1", seat: 1, summary: { game: "hive", players: ["a", "b"] } },
};
const turn = (turnId, more) => ({ turn: { matchId: "m1", turnId, legal: ["x", "y"], ...more } });
const verdict = { termination: "TERMINATION_NORMAL", points: [0, 1], places: [2, 1] };
const END = { event: { matchId: "m1", event: { seq: "99", matchEnded: { verdict } } } };

/**
 * Returns a link that opens the given streams one after another. Each stream is a list of messages
 * and functions; functions are awaited. The link cuts a stream at its end. Each command takes the
 * next reply: an error is thrown, anything else means success.
 */
function linkOf(streams, replies = []) {
  const link = { hellos: [], commands: [] };
  link.call = async (_name, command) => {
    link.commands.push(command);
    const reply = replies.shift();
    if (reply) throw reply;
    return { seq: "1" };
  };
  link.stream = async function* (_name, { hello }, { signal }) {
    link.hellos.push(hello);
    const aborted = new Promise((_, fail) => {
      signal.addEventListener("abort", () => fail(network()));
    });
    aborted.catch(() => undefined);
    for (const step of streams.shift() ?? []) {
      if (typeof step === "function") await Promise.race([step(), aborted]);
      else yield { response: step };
    }
    throw network();
  };
  return link;
}

const moves = ({ commands }) => commands.map(({ playMove }) => playMove);

/** A bot whose answers the test gives. */
class Waiter {
  asked = [];
  answers = [];

  choose(turn) {
    this.asked.push(turn);
    return new Promise((answer) => this.answers.push(answer));
  }
}

test("a cut while the bot thinks asks it only once, and the stream is resumed", async () => {
  const bot = new Waiter();
  const wait = () => until(() => bot.asked.length > 0);
  const answer = () => bot.answers[0]("x");
  const link = linkOf([
    [SEATED, turn("4"), wait],
    [SEATED, turn("4")],
    [SEATED, turn("4"), answer, () => until(() => link.commands.length > 0), END],
  ]);
  const [result] = await play(bot, link, { untilEnded: 1 });
  assert.equal(bot.asked.length, 1);
  assert.deepEqual(moves(link), [{ turnId: "4", notation: "x" }]);
  assert.deepEqual(
    link.hellos.map(({ resume }) => resume),
    [[], [{ matchId: "m1", afterSeq: "4" }], [{ matchId: "m1", afterSeq: "4" }]],
  );
  assert.deepEqual([result.seat, result.places, result.players], [1, [2, 1], ["a", "b"]]);
});

test("a turn that is seen again gets the same answer", async () => {
  let asked = 0;
  const bot = { choose: ({ legal }) => legal[asked++] };
  const sent = (count) => () => until(() => link.commands.length === count);
  const link = linkOf([
    [SEATED, turn("4"), sent(1)],
    [SEATED, turn("4"), sent(2), turn("7"), sent(3), END],
  ]);
  await play(bot, link, { untilEnded: 1 });
  const said = moves(link).map(({ turnId, notation }) => `${turnId} ${notation}`);
  assert.deepEqual(said, ["4 x", "4 x", "7 y"]);
});

test("an answer whose reply is lost is sent again, and the stream is opened again", async () => {
  const sent = () => until(() => link.commands.length > 1);
  const forever = () => new Promise(() => {});
  const link = linkOf(
    [
      [SEATED, turn("4"), forever],
      [SEATED, sent, END],
    ],
    [network()],
  );
  await play({ choose: () => "x" }, link, { untilEnded: 1 });
  assert.deepEqual(moves(link), Array(2).fill({ turnId: "4", notation: "x" }));
});

for (const reason of ["HOST_FAULT", "TURN_NOT_OPEN", "STORE_UNAVAILABLE", "LIMIT"]) {
  test(`an answer that is refused for ${reason} is sent again`, async () => {
    const sent = () => until(() => link.commands.length > 1);
    const link = linkOf([[SEATED, turn("4"), sent, END]], [refusal(reason)]);
    await play({ choose: () => "x" }, link, { untilEnded: 1 });
    assert.deepEqual(moves(link), Array(2).fill({ turnId: "4", notation: "x" }));
  });
}

test("an illegal move is not sent again: another turn follows", async () => {
  const bot = { choose: ({ turnId }) => `move ${turnId}` };
  const sent = (count) => () => until(() => link.commands.length === count);
  const link = linkOf(
    [[SEATED, turn("4"), sent(1), () => sleep(300), turn("5"), sent(2), END]],
    [refusal("ILLEGAL_MOVE")],
  );
  await play(bot, link, { untilEnded: 1 });
  assert.deepEqual(
    moves(link).map(({ notation }) => notation),
    ["move 4", "move 5"],
  );
});

test("an answer that a pause refuses is sent again after it", async () => {
  let asked = 0;
  const bot = { choose: () => ((asked += 1), Action.CLAIM_DRAW) };
  const sent = (count) => () => until(() => link.commands.length === count);
  const claimable = turn("4", { claimable: true });
  const link = linkOf(
    [[SEATED, claimable, sent(1), () => sleep(50), claimable, sent(2), END]],
    [refusal("PAUSED")],
  );
  await play(bot, link, { untilEnded: 1 });
  assert.equal(asked, 1);
  const [first, second] = link.commands;
  assert.deepEqual(first, second);
  assert.ok(first.claimDraw && first.requestId.length >= 16);
});

test("a choice for a turn that another has replaced is dropped", async () => {
  const bot = new Waiter();
  const asked = (count) => () => until(() => bot.asked.length === count);
  const link = linkOf([
    [SEATED, turn("4"), asked(1), turn("7"), () => bot.answers[0]("x"), asked(2)].concat([
      () => bot.answers[1]("y"),
      () => until(() => link.commands.length > 0),
      END,
    ]),
  ]);
  await play(bot, link, { untilEnded: 1 });
  assert.deepEqual(
    bot.asked.map(({ mustStop }) => mustStop),
    [true, true],
  );
  assert.deepEqual(moves(link), [{ turnId: "7", notation: "y" }]);
});

test("a server that leaves one match is left soon", async () => {
  const stopping = { refused: { matchId: "m1", refusal: { reason: "REASON_STOPPING" } } };
  const link = linkOf([
    [SEATED, stopping, () => new Promise(() => {})],
    [SEATED, END],
  ]);
  await play({ choose: () => "x" }, link, { untilEnded: 1 });
  assert.equal(link.hellos.length, 2);
});

test("a silent stream is opened again while the bot thinks", async () => {
  mock.timers.enable({ apis: ["setInterval", "Date"] });
  try {
    const bot = new Waiter();
    const silence = () => new Promise(() => {});
    const link = linkOf([
      [SEATED, turn("4"), silence],
      [SEATED, turn("4"), () => bot.answers[0]("x"), () => sleep(20), END],
    ]);
    const results = play(bot, link, { untilEnded: 1 });
    await until(() => bot.asked.length > 0);
    mock.timers.tick(40_000);
    assert.equal((await results).length, 1);
    assert.deepEqual([bot.asked.length, link.hellos.length], [1, 2]);
  } finally {
    mock.timers.reset();
  }
});

test("pings keep the stream of a bot that thinks for an hour", async () => {
  mock.timers.enable({ apis: ["setInterval", "Date"] });
  try {
    const bot = new Waiter();
    const minutes = Array.from({ length: 60 * 3 }, () => [
      { ping: { nonce: "1" } },
      async () => (mock.timers.tick(20_000), await sleep(0)),
    ]).flat();
    const link = linkOf([
      [SEATED, turn("4"), ...minutes, () => bot.answers[0]("x"), () => sleep(20), END],
    ]);
    await play(bot, link, { untilEnded: 1 });
    assert.deepEqual([bot.asked.length, link.hellos.length], [1, 1]);
    assert.deepEqual(moves(link), [{ turnId: "4", notation: "x" }]);
  } finally {
    mock.timers.reset();
  }
});

test("a signal ends the bot, and stops what it thinks", async () => {
  const [bot, stop] = [new Waiter(), new AbortController()];
  const link = linkOf([[SEATED, turn("4"), () => new Promise(() => {})]]);
  const results = play(bot, link, { signal: stop.signal });
  await until(() => bot.asked.length > 0);
  stop.abort();
  assert.deepEqual(await results, []);
  assert.ok(bot.asked[0].mustStop);
});

test("the stream says who the bot is, and how many matches it plays at a time", async () => {
  class MyFirstBot {
    games = ["hive"];
    choose = () => "x";
  }
  const link = linkOf([[SEATED, END]]);
  await play(new MyFirstBot(), link, { untilEnded: 1, atOnce: 4, hello: { withoutLegal: true } });
  const [{ agent, games, maxMatches, withoutLegal }] = link.hellos;
  assert.deepEqual([agent, games, maxMatches, withoutLegal], ["my-first-bot", ["hive"], 4, true]);
});
