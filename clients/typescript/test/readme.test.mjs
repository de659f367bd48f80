// The programs of the README run exactly as printed.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { serve } from "./rig.mjs";

const README = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const PROGRAMS = [...README.matchAll(/```js\n(.*?)```/gs)].map(([, text]) => text);
const SAYS = [/may play 102 moves/, /ended by TERMINATION_NORMAL/, /seat 1 would play \w+/];

let server;
before(async () => (server = await serve("--house-pace", "0.01")));
after(() => server?.stop());

for (const [index, says] of SAYS.entries()) {
  test(`program ${index + 1} of the README runs`, async () => {
    // The file is inside the package, so it finds the package by its name.
    const path = fileURLToPath(new URL(`./readme-${index}.tmp.mjs`, import.meta.url));
    writeFileSync(path, `const URL = "${server.url}";\n${PROGRAMS[index]}`);
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [path], { timeout: 60_000 });
      assert.match(stdout, says);
    } finally {
      rmSync(path);
    }
  });
}

test("the README has no other program", () => assert.equal(PROGRAMS.length, SAYS.length));
