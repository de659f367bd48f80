// Words: every key of every game has a text in every language.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { digits, fill, Words } from "../dist/index.js";
import { boardText, boardWord } from "../dist/element/words.js";
import { games, numbers, rules, serve } from "./rig.mjs";
import { GAMES, walk } from "./walks.mjs";

const LANGUAGES = ["en", "fa", "ru"];
/** Number of positions of each game that are searched for keys. */
const POSITIONS = 150;

let [server, listed, asked] = [];
before(async () => {
  server = await serve();
  listed = await games(server.url);
  asked = rules();
});
after(async () => {
  asked?.stop();
  await server?.stop();
});

test("every word of every game has a text in three languages", () => {
  let count = 0;
  for (const { id, words } of listed) {
    for (const { kind, key, texts } of words) {
      for (const lang of LANGUAGES)
        assert.ok(texts[lang]?.trim(), `${id} ${kind} ${key} in ${lang}`);
      count += 1;
    }
  }
  assert.ok(count > 100, `${count} words`);
});

// Yields every key of a scene with the kind of its word.
function* keys({
  scene: { spaces = [], tokens = [], hands = [], counters = [], highlights = [], prompt },
  legal,
}) {
  const all = [...tokens, ...hands.flatMap(({ tokens = [] }) => tokens)];
  for (const { kind, colour, marks } of all) {
    if (kind) yield ["token", kind];
    if (colour) yield ["colour", colour];
    if (marks) yield ["mark", marks.key];
  }
  for (const { colour } of spaces) if (colour) yield ["colour", colour];
  for (const { key } of counters) yield ["counter", key];
  for (const { kind } of highlights) yield ["highlight", kind];
  for (const { choice } of legal) if (choice) yield ["choice", choice];
  if (prompt) yield ["prompt", prompt.key];
}

test("every key of the scenes of every game has a word", async () => {
  const words = new Words(listed);
  for (const match of GAMES) {
    const found = new Set();
    let left = POSITIONS;
    for await (const answer of walk(asked.ask, match, numbers(3))) {
      for (const [kind, key] of keys(answer)) {
        assert.ok(words.has(match.game, kind, key), `${match.game} ${kind} ${key}`);
        found.add(`${kind} ${key}`);
      }
      if ((left -= 1) === 0) break;
    }
    assert.ok(found.size > 5, `${match.game}: ${[...found]}`);
  }
});

test("a language that a game does not have gets English, and a key without a text itself", () => {
  const words = new Words(listed);
  assert.equal(
    words.text("kamisado", "colour", "red", "de-CH"),
    words.text("kamisado", "colour", "red", "en"),
  );
  assert.notEqual(
    words.text("kamisado", "colour", "red", "fa-IR"),
    words.text("kamisado", "colour", "red", "en"),
  );
  assert.equal(words.text("kamisado", "colour", "no_such_key", "en"), "no such key");
});

test("a prompt has its value and the name of the player, each isolated", () => {
  const parts = fill("Give {value} to {for}", { value: "6", for: "علی" });
  assert.deepEqual(
    parts.map(({ text }) => text),
    ["Give ", "6", " to ", "علی"],
  );
  assert.deepEqual(
    parts.map(({ isIsolated }) => isIsolated),
    [false, true, false, true],
  );
});

test("a name is said as it is written", () => {
  const said = boardText("moved", "en", { name: "$& {move}", move: "e8e5" });
  assert.equal(said, "$& {move}: e8e5");
});

test("digits are those of the language", () => {
  assert.equal(digits(1290, "fa-IR"), "۱۲۹۰");
  assert.equal(digits("12:30", "ru"), "12:30");
});

test("the board has its own words in every language", () => {
  for (const key of ["first", "cut", "yourTurn", "wins"]) {
    const texts = LANGUAGES.map((lang) => boardWord(key, lang));
    assert.equal(new Set(texts).size, LANGUAGES.length, key);
  }
});
