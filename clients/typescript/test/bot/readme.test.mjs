// The bot of the README: its types are correct, and it plays.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

import { transformSync } from "esbuild";

import { againstRandom, run } from "./rig.mjs";

const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const [BOT] = [...README.matchAll(/```ts\n(.*?)```/gs)].map(([, text]) => text);

// The folder is inside the package, so imports find the package by its name.
const folder = mkdtempSync(fileURLToPath(new URL("./readme-", import.meta.url)));
after(() => rmSync(folder, { recursive: true }));

test("the bot of the README has no error of types", async () => {
  writeFileSync(`${folder}/my_bot.mts`, BOT);
  const tsc = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
  const strict = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022"];
  const words = [process.execPath, tsc, ...strict, "--erasableSyntaxOnly", `${folder}/my_bot.mts`];
  const { status, said } = await run([...words, "--ignoreConfig"]);
  assert.equal(status, 0, said);
});

test("the bot of the README plays", async () => {
  // Node 20 cannot run TypeScript.
  writeFileSync(`${folder}/my_bot.mjs`, transformSync(BOT, { loader: "ts" }).code);
  const command = `${process.execPath} ${folder}/my_bot.mjs`;
  const report = await againstRandom("kamisado", command, ["-m", "2"]);
  assert.deepEqual([report.matches, report.lostSeats], [2, {}]);
});
