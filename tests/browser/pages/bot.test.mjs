// The first bot: a reader registers, creates a bot, and runs the page's program in each language.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { browse, call, reader, serve, until } from "./rig.mjs";

let server, browser, folder;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "referee-bot-"));
  [server, browser] = [await serve("--house-pace", "0.001"), await browse()];
});
after(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

// Runs a program of the page until the bot has finished `matches` matches.
async function run(command, file, text, matches) {
  writeFileSync(join(folder, file), text);
  const [program, ...args] = command.split(" ");
  const bot = spawn(program, args, {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    detached: true,
  });
  try {
    const over = async () =>
      (
        await call(server.url, "MatchService/ListMatches", {
          player: "first-bot",
          state: "MATCH_STATE_OVER",
        })
      ).matches ?? [];
    await until(
      async () => (await over()).length === matches,
      `${command}: match ${matches} is over`,
      60,
    );
    for (const { verdict } of await over())
      assert.equal(verdict.termination, "TERMINATION_NORMAL", command);
  } finally {
    process.kill(-bot.pid, "SIGKILL");
  }
}

test("the programs of the page play, in three languages", async () => {
  const owner = await reader(browser, server.url);
  const page = await owner.open("/me");
  const form = page.locator("form", { hasText: "Register a name" });
  await form.locator("input[name=name]").fill("ada");
  await form.locator("button").click();
  await page.locator(".code").waitFor();
  await page.goto("/bot");
  await page.locator("input[name=name]").fill("first-bot");
  await page.locator("form button.primary").click();
  await page.locator(".token-made").waitFor();
  const languages = page.locator(".steps .chips button");
  assert.equal(await languages.count(), 3);
  for (let at = 0; at < 3; at += 1) {
    await languages.nth(at).click();
    const text = await page.locator(".program pre").textContent();
    assert.match(text, /referee_[0-9a-f]{64}/, "the token is in the program");
    const [file, command] = await page.locator(".steps p > code").allInnerTexts();
    await run(command, file, text, at + 1);
  }
  assert.deepEqual(owner.errors, []);
  await owner.close();
});
