// Sixty spectators of one match behind one address. Some have a page open; the others only read the
// stream of a page.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Client, MatchModel, watchMatches } from "../../../clients/typescript/dist/index.js";
import { browse, call, reader, serve, until } from "./rig.mjs";

const SPECTATORS = 60;
const PAGES = 4;

let server, browser;
before(async () => ([server, browser] = [await serve("--house-pace", "0.2"), await browse()]));
after(async () => {
  await browser?.close();
  await server?.stop();
});

// Follows a match as its page does, and returns its final state.
async function follow(matchId) {
  const model = new MatchModel(matchId);
  const request = { matches: [{ matchId }], detail: "DETAIL_PAGE" };
  for await (const message of watchMatches(new Client(server.url), request)) model.apply(message);
  return model.state;
}

test("sixty spectators behind one address follow a match to its end", async () => {
  const { token } = await call(server.url, "PlayerService/Register", { name: "gallery" });
  const { summary: opened } = await call(
    server.url,
    "MatchService/CreateMatch",
    {
      game: "kamisado",
      players: ["house-random", "house-random"],
      rules: { timeControls: ["600+5"] },
    },
    token,
  );
  const { matchId } = opened;
  const followed = Array.from({ length: SPECTATORS - PAGES }, () => follow(matchId));
  const guests = await Promise.all(
    Array.from({ length: PAGES }, () => reader(browser, server.url)),
  );
  const pages = await Promise.all(guests.map((guest) => guest.open(`/m/${matchId}`)));
  const states = await Promise.all(followed);
  const { summary, ply } = await call(server.url, "MatchService/GetMatch", { matchId });
  assert.equal(summary.state, "MATCH_STATE_OVER");
  // Random players may end a round after a few plies.
  assert.ok(ply > 0);
  for (const { steps, end } of states) {
    assert.equal(steps.length, ply);
    assert.ok(end?.verdict, "the end is known");
  }
  for (const page of pages) {
    await page.locator(".verdict .outcome").waitFor();
    await until(async () => (await page.locator(".ply").count()) === ply, "all moves are shown");
  }
  for (const guest of guests) {
    assert.deepEqual(guest.errors, []);
    await guest.close();
  }
});
