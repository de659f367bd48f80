// A bot on a page whose origin differs from that of the server.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

import { Client } from "../../dist/index.js";
import { openMatch } from "../bot/rig.mjs";
import { serve } from "../rig.mjs";
import { browser, visit } from "./rig.mjs";

const DIST = new URL("../../dist/", import.meta.url);

// Serves the built modules and an empty page.
async function site() {
  const server = createServer(async (request, response) => {
    const path = request.url.slice(1);
    if (!path.endsWith(".js")) {
      return response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>");
    }
    const headers = { "content-type": "text/javascript" };
    return response.writeHead(200, headers).end(await readFile(new URL(path, DIST)));
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { origin, stop: () => new Promise((done) => server.close(done).closeAllConnections()) };
}

let [pages, server, chrome] = [];
before(async () => {
  pages = await site();
  server = await serve("--house-pace", "0.01", "--allow-origin", pages.origin);
  chrome = await browser();
});
after(async () => {
  await chrome?.close();
  await server?.stop();
  await pages?.stop();
});

// Plays one match and returns its result. Runs on the page.
async function playOne({ url, name }) {
  const { run } = await import("/bot/index.js");
  const bot = { name, choose: async ({ legal }) => legal[0] };
  return await run(bot, { url, untilEnded: 1 });
}

test("a bot on a page plays, and has its token in `localStorage`", async () => {
  const page = await visit(chrome, `${pages.origin}/`);
  const stored = () => page.evaluate(() => localStorage.getItem("referee-profile pagebot"));
  let profile;
  for (let times = 0; times < 2; times += 1) {
    const results = page.evaluate(playOne, { url: server.url, name: "pagebot" });
    await page.waitForFunction(() => localStorage.getItem("referee-profile pagebot"));
    profile ??= await stored();
    assert.equal(await stored(), profile, "the second run has the token of the first");
    const { url, token } = JSON.parse(profile);
    assert.equal(url, server.url);
    const matchId = await openMatch(new Client(url, { token }), ["pagebot", "house-random"]);
    const [result] = await results;
    assert.deepEqual([result.matchId, result.termination], [matchId, "normal"]);
  }
  assert.deepEqual(page.errors, []);
});

test("a bot on a page without a server says what is missing", async () => {
  const page = await visit(chrome, `${pages.origin}/`);
  const run = page.evaluate(playOne, { name: "lost" });
  await assert.rejects(run, /missing `url`: expected the address of a server/);
});
