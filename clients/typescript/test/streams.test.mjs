// Streams with cuts, restarts and rejections: each event arrives once, and no move is sent twice.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, mock, test } from "node:test";

import {
  attend,
  Client,
  MatchModel,
  RefereeError,
  reopen,
  submit,
  watchMatches,
} from "../dist/index.js";
import { cuttable, guest, numbers, open, pick, serve } from "./rig.mjs";

let server;
before(async () => (server = await serve("--house-pace", "0.02")));
after(() => server?.stop());

const MOST_CUTS = 20;

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

test("a call is answered, and its refusal has the reason and the field", async () => {
  const client = new Client(server.url);
  const { position, legal } = await client.call("GameService/GetPosition", { game: "kamisado" });
  assert.ok(position && legal.length === 102, `${legal.length} moves`);
  const refused = client.call("GameService/GetPosition", { game: "kamisado", moves: ["e8e9"] });
  await assert.rejects(refused, (error) => {
    assert.ok(error instanceof RefereeError);
    assert.deepEqual(
      [error.code, error.reason, error.status],
      ["invalid_argument", "UNREADABLE_MOVE", 400],
    );
    assert.deepEqual([error.field, error.value, error.isRetryable], ["moves[0]", "e8e9", false]);
    return true;
  });
});

test("a server that cannot be reached is an error that can be tried again", async () => {
  const gone = new Client("http://127.0.0.1:9");
  await assert.rejects(gone.call("ServerService/GetServerInfo", {}), ({ code, isRetryable }) => {
    assert.deepEqual([code, isRetryable], ["network", true]);
    return true;
  });
});

test("a refusal of a stream is thrown, and not tried again", async () => {
  const client = new Client(server.url);
  const stream = watchMatches(client, { matches: [{ matchId: "not a match" }] });
  await assert.rejects(stream.next(), ({ reason }) => reason === "BAD_FIELD");
});

test("a reader that stops ends the stream at the server", async () => {
  const { client } = await guest(Client, server.url);
  const matchId = await open(client, "hive");
  const watchers = async () =>
    (await client.call("MatchService/GetMatch", { matchId })).summary.watchers ?? 0;
  for await (const message of watchMatches(client, { matches: [{ matchId }] })) {
    if (!message.followed) continue;
    assert.equal(await watchers(), 1);
    break;
  }
  for (let left = 50; (await watchers()) > 0; left -= 1) {
    assert.ok(left > 0, "it is still watched");
    await sleep(20);
  }
});

test("a match is followed over cuts: each event once, in order", async () => {
  const way = await cuttable(server.port);
  const { client } = await guest(Client, server.url);
  const matchId = await open(client, "hive");
  const model = new MatchModel(matchId);
  const [seqs, connections] = [[], []];
  const options = { onConnection: (connection) => connections.push(connection) };
  const request = { matches: [{ matchId }], detail: "DETAIL_PAGE" };
  let cuts = 0;
  for await (const message of watchMatches(new Client(way.url), request, options)) {
    for (const { seq } of message.update?.events ?? []) seqs.push(Number(seq));
    model.apply(message);
    if (message.update?.frame && cuts < MOST_CUTS) {
      way.cut();
      cuts += 1;
    }
  }
  way.stop();
  assert.ok(model.state.end, "it saw the end");
  assert.deepEqual(
    seqs,
    seqs.map((_, index) => index + 1),
  );
  assert.equal(connections[0], "open");
  // The match may end before a slow machine reopens the stream.
  const downs = connections.filter((one) => one === "down").length;
  assert.ok(downs > 0 && downs <= cuts, `${downs} of ${cuts} cuts`);
  const whole = await client.call("MatchService/GetMatch", { matchId });
  assert.equal(model.state.scene.tokens.length, whole.scene.tokens.length);
});

// Plays random legal moves until the match is over. Calls `meanwhile` before each answer.
async function play(link, matchId, seed, options, meanwhile) {
  const [next, model, answered] = [numbers(seed), new MatchModel(matchId), []];
  const hello = { withoutMoves: true, withoutLegal: true };
  const watch = { matches: [{ matchId }], detail: "DETAIL_PAGE" };
  for await (const { watched } of attend(link, { hello, watch }, options)) {
    if (!watched) continue;
    for (const happening of model.apply(watched)) {
      if (happening.kind === "end") return { model, answered };
      const choices = happening.kind === "turn" && happening.choices;
      if (!choices || answered.includes(choices.turnId)) continue;
      answered.push(choices.turnId);
      const playMove = { turnId: choices.turnId, notation: pick(choices.legal, next).notation };
      const sent = submit(link, { matchId, playMove });
      meanwhile(answered.length);
      await sent;
    }
  }
  throw new Error("the stream ended before the match");
}

// Opens a match for a connected player.
async function seated(url, game, tc) {
  const player = await guest(Client, url);
  const here = new AbortController();
  const attending = attend(player.client, { hello: {} }, { signal: here.signal });
  await attending.next();
  const matchId = await open(player.client, game, { players: [player.name, "house-random"], tc });
  here.abort();
  await attending.return();
  return { ...player, matchId };
}

test("a match is played over cuts in the middle of moves, and each turn is answered once", async () => {
  const way = await cuttable(server.port);
  const { client, token, matchId, name } = await seated(server.url, "dvonn", "300+1");
  const through = new Client(way.url, { token });
  const { model, answered } = await play(
    through,
    matchId,
    5,
    {},
    (count) => count % 3 === 0 && way.cut(),
  );
  way.stop();
  assert.equal(model.state.end.verdict.termination, "TERMINATION_NORMAL");
  assert.ok(answered.length > 20, `${answered.length} turns`);
  const seat = model.state.summary.players.indexOf(name);
  const played = model.state.steps.filter((step) => step.seat === seat && !step.isForced);
  assert.equal(played.length, answered.length);
  const { summary } = await client.call("MatchService/GetMatch", { matchId });
  assert.equal(summary.state, "MATCH_STATE_OVER");
});

test("the stream of a player ends when a bot's stream replaces it", async () => {
  const { client } = await guest(Client, server.url);
  const refusal = { reason: "REASON_REPLACED", text: "replaced" };
  const link = {
    call: client.call.bind(client),
    async *stream() {
      yield { response: { refused: { refusal } } };
      throw new RefereeError({ code: "aborted", message: "replaced", reason: "REPLACED" });
    },
  };
  await assert.rejects(attend(link, { hello: {} }).next(), ({ reason }) => reason === "REPLACED");
});

test("a player's stream comes back when the server restarts in the middle of a match", async () => {
  const data = mkdtempSync(join(tmpdir(), "referee-client-"));
  let one = await serve("--data", data, "--house-pace", "0.01");
  const { url, port } = one;
  try {
    const { client, matchId } = await seated(url, "dvonn", "600+1");
    let restarting;
    const restart = async () => {
      await one.stop();
      one = await serve("--data", data, "--listen", `127.0.0.1:${port}`, "--house-pace", "0.01");
    };
    const connections = [];
    const options = { onConnection: (connection) => connections.push(connection) };
    const { model } = await play(
      client,
      matchId,
      9,
      options,
      (count) => count === 4 && (restarting = restart()),
    );
    await restarting;
    assert.equal(model.state.end.verdict.termination, "TERMINATION_NORMAL");
    assert.deepEqual(connections, ["open", "down", "open"]);
  } finally {
    await one.stop();
    rmSync(data, { recursive: true, force: true });
  }
});

// Yields one message and then waits until it is aborted.
async function* silent(signal) {
  yield "hello";
  await new Promise((ended) => signal.addEventListener("abort", ended));
  throw new RefereeError({ code: "canceled", message: "canceled" });
}

// Simulates sleep of the machine: timers stop while the time goes on.
const asleep = () => {
  mock.timers.setTime(Date.now() + 300_000);
  mock.timers.tick(10_000);
};
const CASES = [
  { name: "is silent for too long", silenceMs: 60_000, pass: () => mock.timers.tick(80_000) },
  { name: "slept with its machine", pass: asleep },
];
for (const { name, silenceMs, pass } of CASES) {
  test(`a stream that ${name} is opened again`, async () => {
    mock.timers.enable({ apis: ["setInterval", "Date"] });
    try {
      const [stop, connections] = [new AbortController(), []];
      const onConnection = (connection) => connections.push(connection);
      const stream = reopen(silent, { signal: stop.signal, onConnection, silenceMs });
      assert.deepEqual(await stream.next(), { done: false, value: "hello" });
      const again = stream.next();
      await sleep(5);
      pass();
      assert.deepEqual(await again, { done: false, value: "hello" });
      assert.deepEqual(connections, ["open", "down", "open"]);
      const ended = stream.next();
      await sleep(5);
      stop.abort();
      assert.equal((await ended).done, true);
    } finally {
      mock.timers.reset();
    }
  });
}

for (const [isKept, times] of [
  [false, 2],
  [true, 1],
]) {
  test(`a silent stream of a player is opened ${times === 1 ? "once by a link that replaces dead connections" : "again"}`, async () => {
    mock.timers.enable({ apis: ["setInterval", "Date"] });
    try {
      const stop = new AbortController();
      let opened = 0;
      const link = {
        isKept,
        stream: (_name, _request, { signal }) => ((opened += 1), silent(signal)),
      };
      const stream = attend(link, { hello: {} }, { signal: stop.signal });
      await stream.next();
      const next = stream.next();
      await sleep(5);
      mock.timers.tick(80_000);
      await sleep(500);
      stop.abort();
      await next;
      assert.equal(opened, times);
    } finally {
      mock.timers.reset();
    }
  });
}

test("a stream that may be silent is left alone", async () => {
  mock.timers.enable({ apis: ["setInterval", "Date"] });
  try {
    const stop = new AbortController();
    let opened = 0;
    const stream = reopen((signal) => ((opened += 1), silent(signal)), { signal: stop.signal });
    await stream.next();
    const next = stream.next();
    await sleep(5);
    for (let minute = 0; minute < 60; minute += 1) mock.timers.tick(60_000);
    stop.abort();
    assert.equal((await next).done, true);
    assert.equal(opened, 1);
  } finally {
    mock.timers.reset();
  }
});
