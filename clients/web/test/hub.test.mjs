// The hub of all tabs: from sign-in on, the reader sees what the account may see.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { modules, server, until } from "./rig.mjs";

let pages, Hub;
before(async () => {
  pages = await modules();
  // The hub checks its tabs periodically. These timers must not keep the test running.
  const { setInterval } = globalThis;
  globalThis.setInterval = (...args) => setInterval(...args).unref();
  ({ Hub } = await pages.load("streams/hub.ts"));
});
after(() => pages.close());

const CUP = { tournamentId: "cup" };
const event = (seq, what) => ({ event: { seq: String(seq), ...what } });
const OPEN = event(1, { entrantEntered: { player: "house-greedy" } });
const SEALED = event(2, { matchCounted: { matchKey: "s1-b1-m1" } });

// Connects a tab. `of` returns the messages received since the last reset, by subscription id.
function tab(hub) {
  const received = new Map();
  const got = { resets: 0, refusals: [], of: (id) => received.get(id) ?? [] };
  const port = hub.connect((message) => {
    if (message.say === "reset") {
      got.resets += 1;
      received.clear();
    }
    if (message.say === "refused") got.refusals.push(message.refused);
    if (message.say === "message")
      received.set(message.id, [...got.of(message.id), message.message]);
  });
  return Object.assign(got, {
    signIn: (token) => port.receive({ say: "token", token, canPlay: token !== "" }),
    open: (id, want) => port.receive({ say: "open", id, want }),
  });
}

test("a contest begins anew when the reader signs in or out", async () => {
  server((name, { afterSeq }, token) => {
    assert.equal(name, "ContestService/WatchContest");
    const events = token === "host" ? [OPEN, SEALED] : [OPEN];
    return events.filter(({ event: { seq } }) => Number(seq) > Number(afterSeq));
  });
  const hub = new Hub("http://referee.test");
  const [one, other] = [tab(hub), tab(hub)];
  one.signIn("");
  one.open(1, { kind: "contest", contest: CUP });
  await until(() => one.of(1).length > 0, "the guest has the event");
  assert.deepEqual([one.of(1), one.resets], [[OPEN], 0]);

  other.signIn("host");
  await until(() => one.of(1).length > 1, "the sealed event comes");
  assert.deepEqual([one.of(1), one.resets], [[OPEN, SEALED], 1]);

  one.signIn("");
  assert.deepEqual([one.of(1), one.resets], [[], 2]);
  await until(() => one.of(1).length > 0, "the guest has the event again");
  other.open(7, { kind: "contest", contest: CUP });
  assert.deepEqual([one.of(1), other.of(7)], [[OPEN], [OPEN]], "nothing sealed is left");
});

test("a stream that was refused to a guest opens after sign-in", async () => {
  server((name, request, token) => {
    const refusal = { code: "permission_denied", message: "only for its players" };
    return token === "" ? Response.json(refusal, { status: 403 }) : [OPEN];
  });
  const hub = new Hub("http://referee.test");
  const one = tab(hub);
  one.signIn("");
  one.open(1, { kind: "contest", contest: CUP });
  await until(() => one.refusals.length > 0, "the guest is refused");
  one.signIn("host");
  await until(() => one.of(1).length > 0, "it is opened");
});

const SUMMARY = { matchId: "m1", game: "dvonn", players: ["me", "you"] };
// Returns the stream of a match. Its event names the token.
const watched = (token) => [
  { matchId: "m1", followed: SUMMARY },
  { matchId: "m1", update: { events: [{ seq: "1", note: token || "public" }] } },
];

test("a link with a malformed match id leaves the other matches open", async () => {
  const { streams } = server((name, request, token) =>
    name === "MatchService/Attend"
      ? [
          { response: { welcome: { player: "me" } } },
          { watched: { opened: { watchId: "w1" } } },
          ...watched(token).map((one) => ({ watched: one })),
        ]
      : undefined,
  );
  const hub = new Hub("http://referee.test");
  const [one, two] = [tab(hub), tab(hub)];
  one.signIn("secret");
  one.open(1, { kind: "match", matchId: "m1" });
  await until(() => one.of(1).length > 0, "the player has the match");
  for (const [at, matchId] of ["M1", "m 1", "\u{1f600}", "m".repeat(65)].entries())
    two.open(at, { kind: "match", matchId });
  assert.deepEqual(
    two.refusals.map(({ reason }) => reason),
    Array(4).fill("UNKNOWN_MATCH"),
  );
  // The hub sends changes to its stream after a short delay.
  await new Promise((done) => setTimeout(done, 50));
  assert.deepEqual([one.refusals, streams.length, streams[0].isOpen], [[], 1, true]);
});

test("a match that was watched with an account keeps nothing of it after sign-out", async () => {
  const { streams } = server((name, request, token) =>
    name === "MatchService/Attend"
      ? [
          { response: { welcome: { player: "me" } } },
          { watched: { opened: { watchId: "w1" } } },
          ...watched(token).map((one) => ({ watched: one })),
        ]
      : [{ opened: { watchId: "w2" } }, ...watched(token)],
  );
  const hub = new Hub("http://referee.test");
  const one = tab(hub);
  const notes = (id) =>
    one.of(id).flatMap(({ update }) => (update?.events ?? []).map(({ note }) => note));
  one.signIn("secret");
  one.open(1, { kind: "match", matchId: "m1" });
  await until(() => notes(1).length > 0, "the player has the match");
  assert.deepEqual(notes(1), ["secret"]);

  one.signIn("");
  streams[0].send({ watched: { matchId: "m1", update: { events: [{ seq: "2", note: "late" }] } } });
  one.open(2, { kind: "match", matchId: "m1" });
  await until(() => notes(2).length > 0, "the guest has the match");
  assert.deepEqual([notes(1), notes(2)], [["public"], ["public"]]);
  assert.deepEqual(
    streams.map(({ name, isOpen, request }) => [name, isOpen, (request.watch ?? request).matches]),
    [
      ["MatchService/Attend", false, [{ matchId: "m1", afterSeq: "0" }]],
      ["MatchService/WatchMatches", true, [{ matchId: "m1", afterSeq: "0" }]],
    ],
  );
});

test("a stream follows no more matches than the server allows, and tabs learn it", async () => {
  const { streams } = server(() => []);
  const hub = new Hub("http://referee.test");
  const one = tab(hub);
  one.signIn("");
  for (let at = 0; at < 101; at += 1) one.open(at, { kind: "match", matchId: `m${at}` });
  one.open(200, { kind: "match", matchId: "m7" });
  await until(() => streams.length > 0, "the stream is open");
  assert.deepEqual(
    one.refusals.map(({ reason }) => reason),
    ["TOO_MANY_OPEN"],
  );
  assert.equal(streams[0].request.matches.length, 100);
});
