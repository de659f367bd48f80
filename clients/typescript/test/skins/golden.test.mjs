// The pictures of twelve scenes. RENEW_GOLDEN=1 rewrites them; check the result with preview.mjs.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import test from "node:test";

import { NAMES, draw } from "./scenes.mjs";

const FOLDER = new URL("golden/", import.meta.url);
const FULL_WIDTH = 640;

for (const name of NAMES) {
  test(`the picture of ${name} is as it was`, () => {
    const drawn = draw(name, FULL_WIDTH);
    const file = new URL(`${name}.svg`, FOLDER);
    if (process.env.RENEW_GOLDEN) {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(file, drawn);
    }
    assert.ok(existsSync(file), `${name}.svg is missing; write it with RENEW_GOLDEN=1`);
    assert.equal(drawn, readFileSync(file, "utf8"));
  });
}
