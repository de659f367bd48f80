// Frames sent as changes to the previous frame result in the same scenes as whole frames.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Boards, Client, MatchModel, Scenes, watchMatches } from "../dist/index.js";
import { guest, open, serve } from "./rig.mjs";

const MATCHES = [
  { game: "kamisado", options: { length: "standard" } },
  { game: "dvonn" },
  { game: "hive", options: { expansions: "MLP" } },
  { game: "honest_john", options: { version: "2", rounds: "2" }, seats: 4 },
];

let [server, player] = [];
before(async () => {
  server = await serve("--house-pace", "0.05");
  player = await guest(Client, server.url);
});
after(() => server?.stop());

// Ignores the order of tokens except within a stack.
const drawn = ({ tokens, spaces, ...rest }) => ({
  ...rest,
  tokens: [...tokens].sort((one, other) =>
    one.space < other.space ? -1 : Number(one.space > other.space),
  ),
  spaces: [...spaces].sort((one, other) => (one.id < other.id ? -1 : 1)),
});

async function scenes(matchId, withChanges) {
  const [found, read] = [[], new Scenes(new Boards())];
  let isChanged = 0;
  for (let [round, ply] = [1, 0]; ;) {
    const request = { matchId, round, fromPly: ply, withChanges };
    let count = 0;
    for await (const { frame } of player.client.stream("MatchService/ListFrames", request)) {
      isChanged += Number(Boolean(frame.changes));
      if (count > 0 || found.length === 0) found.push(drawn(read.read(frame)));
      [round, ply, count] = [frame.round, frame.ply ?? 0, count + 1];
    }
    if (count <= 1) return { found, isChanged };
  }
}

for (const match of MATCHES) {
  test(`changes and whole frames of ${match.game} draw the same`, async () => {
    const matchId = await open(player.client, match.game, match);
    const boards = new Boards();
    const model = new MatchModel(matchId, { boards });
    const request = { matches: [{ matchId }], detail: "DETAIL_PAGE" };
    const live = new Map();
    for await (const message of watchMatches(player.client, request)) {
      model.apply(message);
      const { scene, round, ply } = model.state;
      if (message.update?.frame) live.set(`${round}.${ply}`, drawn(scene));
    }
    assert.ok(model.state.end, "it was played to its end");
    const [whole, changed] = [await scenes(matchId, false), await scenes(matchId, true)];
    assert.equal(whole.isChanged, 0);
    assert.ok(changed.isChanged > 5, `${changed.isChanged} changes`);
    assert.deepEqual(changed.found, whole.found);
    // The stream hides all hands, so the test compares only the board.
    assert.ok(live.size > 5, `${live.size} live frames`);
    const last = [...live.values()].at(-1);
    assert.deepEqual(last.tokens, whole.found.at(-1).tokens);
    const told = model.state.steps.length;
    assert.ok(told > 5, `${told} steps`);
    const plies = new Set(model.state.steps.map(({ round, ply }) => `${round}.${ply}`));
    assert.equal(plies.size, told, "each step once");
  });
}
