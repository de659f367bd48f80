// Pages in headless Chromium whose origin differs from that of the server, as for a GUI.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { createFileRegistry, fromBinary, toJson } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";

import { start } from "./rig.mjs";

let rig;
before(async () => (rig = await start()));
after(() => rig?.stop());

test("a page lists the games, and watches a match from its opening to its end", async () => {
  const page = await rig.page();
  const games = await page.evaluate(async (url) => {
    const { json } = referee.connect(url);
    return referee.plain(await json.games.listGames({})).games.map((game) => game.id);
  }, rig.url);
  assert.ok(games.includes("kamisado") && games.includes("honest_john"), `${games}`);

  const { heard, seen } = await page.evaluate(async (url) => {
    const { token } = await referee.connect(url).json.players.register({ name: "viewer" });
    const { json, web } = referee.connect(url, token);
    const players = ["house-random", "house-greedy"];
    const made = referee.plain(
      await json.matches.createMatch({
        game: "kamisado",
        rules: { timeControls: ["60+1"] },
        players,
      }),
    );
    const { matchId } = Object.values(made).find((field) => field?.matchId);
    const heard = await referee.all(web.matches.watchMatch({ matchId }));
    return { heard, seen: referee.plain(await json.matches.getMatch({ matchId })) };
  }, rig.url);
  const events = heard.filter((message) => message.event).map(({ event }) => event);
  assert.deepEqual(
    events.map(({ seq }) => Number(seq)),
    events.map((_, at) => at + 1),
    "each event once, in order",
  );
  assert.ok(
    heard.some((message) => message.caughtUp),
    "it receives the live matches",
  );
  assert.ok(events.length > 5, `${events.length} events`);
  assert.equal(seen.summary.state, "MATCH_STATE_OVER");
  assert.deepEqual(page.errors, []);
});

test("a stream is the same in every protocol of connect-web", async () => {
  const page = await rig.page();
  const streams = await page.evaluate(async (url) => {
    const { json, proto, web } = referee.connect(url);
    const { matches } = await json.matches.listMatches({ pageSize: 1 });
    const { matchId } = matches[0];
    const heard = [];
    for (const client of [web, json, proto])
      heard.push(await referee.all(client.matches.watchMatch({ matchId })));
    const refused = await referee.refusal(() =>
      referee.all(json.matches.watchMatch({ matchId: "nothing" })),
    );
    return { heard, refused };
  }, rig.url);
  const [web, json, proto] = streams.heard;
  assert.ok(web.length > 5, `${web.length} messages`);
  assert.deepEqual(json, web);
  assert.deepEqual(proto, web);
  assert.equal(streams.refused.code, "NotFound");
  assert.ok(streams.refused.details.some(({ text }) => text.includes("UNKNOWN_MATCH")));
  assert.deepEqual(page.errors, []);
});

test("connect-node reads streams over both versions of HTTP", async () => {
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, rig.descriptor));
  const services = ["PlayerService", "MatchService"].map((name) =>
    registry.getService(`referee.v1.${name}`),
  );
  const plain = (message) => toJson(registry.getMessage(message.$typeName), message, { registry });
  const heard = [];
  for (const httpVersion of ["1.1", "2"]) {
    for (const useBinaryFormat of [false, true]) {
      const transport = createConnectTransport({ baseUrl: rig.url, httpVersion, useBinaryFormat });
      const [players, matches] = services.map((service) => createClient(service, transport));
      const { matches: listed } = await matches.listMatches({ pageSize: 1 });
      const seen = [];
      for await (const message of matches.watchMatch({ matchId: listed[0].matchId }))
        seen.push(plain(message));
      heard.push(seen);
      const { token } = await players.register({
        name: `node-${httpVersion[0]}-${useBinaryFormat}`,
      });
      const stop = new AbortController();
      const attending = matches.attend(
        { hello: {} },
        { signal: stop.signal, headers: { authorization: `Bearer ${token}` } },
      );
      const first = await attending[Symbol.asyncIterator]().next();
      assert.equal(first.done, false);
      stop.abort();
      const anonymous = matches.attend({ hello: {} })[Symbol.asyncIterator]().next();
      await assert.rejects(
        anonymous,
        (error) => ConnectError.from(error).code === Code.Unauthenticated,
      );
    }
  }
  assert.ok(heard[0].length > 5, `${heard[0].length} messages`);
  for (const seen of heard) assert.deepEqual(seen, heard[0]);
});

// Opens a page for each player in `names`, and plays one match between them and `others`.
async function playTogether(names, others, match) {
  const seats = await Promise.all(
    names.map(async (name, seed) => {
      const page = await rig.page();
      await page.evaluate(
        async ([url, name, seed]) => {
          const { token } = await referee.connect(url).json.players.register({ name });
          window.me = referee.connect(url, token);
          await window.me.json.consents.setAcceptPolicy({ policy: { unlimited: true } });
          window.playing = referee.play(window.me, seed);
        },
        [rig.url, name, seed],
      );
      return page;
    }),
  );
  // A match can be opened only for connected players.
  await seats[0].waitForFunction(async (names) => {
    const players = await Promise.all(
      names.map((name) => window.me.json.players.getPlayer({ player: name })),
    );
    return players.every(({ player }) => player.online);
  }, names);
  const opened = await seats[0].evaluate(
    async (match) => referee.plain(await window.me.json.matches.createMatch(match)),
    { ...match, rules: { timeControls: ["inf"] }, players: [...names, ...others] },
  );
  const played = await Promise.all(seats.map((page) => page.evaluate(() => window.playing)));
  for (const page of seats) assert.deepEqual(page.errors, []);
  return { matchId: Object.values(opened)[0].matchId, played, pages: seats };
}

function assertPlayed(played) {
  for (const { told, verdict } of played) {
    assert.ok(told.includes("turn"), `${told}`);
    assert.equal(verdict.termination, "TERMINATION_NORMAL");
    assert.deepEqual(verdict, played[0].verdict, "all receive the same end");
  }
}

test("a browser plays a round against a house bot", async () => {
  const { played } = await playTogether(["solo"], ["house-random"], {
    game: "kamisado",
    options: { length: "single" },
  });
  assertPlayed(played);
});

// Checks every position of a finished match, on the page of a seat and on a page without a token.
async function assertScrubbed(pages, game, matchId) {
  const seen = await Promise.all(
    pages.map((page) =>
      page.evaluate(([game, matchId]) => referee.scrub(window.me, game, matchId), [game, matchId]),
    ),
  );
  const [frames] = seen;
  assert.ok(frames.length > 5, `${frames.length} positions`);
  for (const [at, { round, ply, spaces, tokens, lost, result }] of frames.entries()) {
    assert.deepEqual({ round, ply, lost }, { round: 1, ply: at, lost: 0 });
    assert.ok(spaces > 0 || tokens === 0, `ply ${at} has ${tokens} tokens and no space`);
    assert.equal(
      result,
      at === frames.length - 1,
      "the last position is that with which the round ended",
    );
  }
  assert.deepEqual(seen.at(-1), frames, "nothing is hidden any more");
}

test("two browsers play a round of Kamisado, and scrub it", async () => {
  const match = { game: "kamisado", options: { length: "single" } };
  const { played, matchId, pages } = await playTogether(["black", "white"], [], match);
  assertPlayed(played);
  await assertScrubbed(pages, "kamisado", matchId);
});

test("two browsers and two house bots play a round of Honest John, whose hands are hidden, and scrub it", async () => {
  const match = { game: "honest_john", options: { rounds: "1" } };
  const { played, matchId, pages } = await playTogether(
    ["left", "right"],
    ["house-random", "house-greedy"],
    match,
  );
  assertPlayed(played);
  await assertScrubbed(pages, "honest_john", matchId);
});

test("a wall of 50 live matches is one connection of HTTP/1.1, and leaves room for calls beside it", async () => {
  const page = await rig.page();
  const walls = [];
  page.on(
    "response",
    (response) => response.url().endsWith("/WatchMatches") && walls.push(response),
  );
  const { boards, lost } = await page.evaluate(
    async ([url, games]) => {
      const { token } = await referee.connect(url).json.players.register({ name: "crowd" });
      const me = referee.connect(url, token);
      const wall = referee.wall(me, 50, 150);
      const open = (game) => {
        const players = Array.from(
          { length: game === "honest_john" ? 4 : 2 },
          () => "house-random",
        );
        return me.json.matches.createMatch({ game, rules: { timeControls: ["600+5"] }, players });
      };
      let drawn = false;
      wall.then(() => (drawn = true));
      for (let at = 0; at < 50; at++) await open(games[at % games.length]);
      // If a match ends before it was drawn, open another one as soon as the server has room.
      for (let more = 0; more < 50 && !drawn; more++) {
        await new Promise((done) => setTimeout(done, 2000));
        if (!drawn) await open("kamisado").catch(() => {});
      }
      return wall;
    },
    [rig.paced.url, ["dvonn", "hive", "honest_john", "kamisado"]],
  );
  assert.ok(boards >= 50, `${boards} boards`);
  assert.equal(lost, 0, "everything has its place");
  assert.deepEqual(page.errors, []);
  assert.equal(walls.length, 1);
  assert.equal(await walls[0].headerValue("content-encoding"), "gzip");
});

test("a refusal is read in JSON and in gRPC-web", async () => {
  const page = await rig.page();
  const refusals = await page.evaluate(async (url) => {
    const { json, web } = referee.connect(url);
    const unknown = { game: "chess" };
    const stream = () => referee.all(web.matches.watchMatch({ matchId: "nothing" }));
    return Promise.all([
      referee.refusal(() => json.games.getPosition(unknown)),
      referee.refusal(() => web.games.getPosition(unknown)),
      referee.refusal(stream),
    ]);
  }, rig.url);
  for (const [at, reason] of ["UNKNOWN_GAME", "UNKNOWN_GAME", "UNKNOWN_MATCH"].entries()) {
    const { code, details } = refusals[at];
    assert.equal(code, "NotFound");
    assert.equal(details[0].type, "google.rpc.ErrorInfo");
    assert.ok(details[0].text.includes(reason), details[0].text);
  }
});

test("a page of an origin that is not allowed reads nothing", async () => {
  const page = await rig.stranger();
  const refusals = await page.evaluate(async (url) => {
    const { json, web } = referee.connect(url);
    const blocked = (call) =>
      call().then(
        () => "read",
        (error) => String(error),
      );
    return Promise.all([
      blocked(() => json.games.listGames({})),
      blocked(() => web.games.listGames({})),
      blocked(() => fetch(url)),
    ]);
  }, rig.url);
  for (const refused of refusals) assert.match(refused, /Failed to fetch/);
});

test("the search of the book finds a section, under the policy of its page", async () => {
  const page = await rig.page();
  await page.goto(`${rig.url}/docs/stdio`);
  await page.fill("#search", "byo-yomi period");
  await page.waitForSelector("#found a");
  const found = await page.$$eval("#found a", (links) =>
    links.map((link) => link.getAttribute("href")),
  );
  assert.ok(
    found.some((at) => at.startsWith("/docs/clocks#")),
    `${found}`,
  );
  assert.equal(await page.isVisible("#contents"), false, "the contents make room");
  await page.fill("#search", "");
  assert.equal(await page.isVisible("#contents"), true);
  assert.deepEqual(page.errors, []);
});
