// The sentences of a server about contests, in the language of the reader.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { modules } from "./rig.mjs";

let pages, words, terms, model;
before(async () => {
  pages = await modules();
  words = await pages.load("words/index.ts");
  terms = await pages.load("contest/terms.ts");
  model = await pages.load("contest/model.ts");
  // Templates use the document that exists when they are loaded.
  globalThis.localStorage = { getItem: () => null, setItem: () => undefined };
  globalThis.document = { documentElement: {} };
});
after(() => pages.close());

// Returns a contest of two entrants after these events.
function contest(...events) {
  const entered = ["one", "two"].map((player) => ({ entrantEntered: { player } }));
  return [...entered, ...events]
    .map((event, at) => ({ event: { seq: String(at + 1), ...event } }))
    .reduce(model.received, model.NOTHING);
}
const reason = (code) => ({ code: `CODE_${code}` });
const outs = ({ entrants }, row) =>
  entrants.map((entrant) => terms.outText(row, entrant, (at) => entrants[at].player));

test("an entrant that is out is said to be so in every language", async () => {
  const left = contest(
    { entrantWithdrawn: { entrant: 0, reason: reason("WITHDREW") } },
    { entrantWithdrawn: { entrant: 1, reason: reason("NOT_SEEN") } },
  );
  const said = { code: "CODE_SAID", text: "played with a phone" };
  const barred = contest({ entrantDisqualified: { entrant: 0, reason: said } });
  const row = "withdrawn: in English";
  for (const [language, withdrawn, disqualified] of [
    ["en", "withdrawn", "disqualified"],
    ["ru", "вышел", "дисквалифицирован"],
    ["fa", "انصراف داد", "محروم"],
  ]) {
    await words.setLanguage(language);
    const [first, second] = outs(left, row);
    assert.equal(first, withdrawn);
    assert.ok(second.startsWith(`${withdrawn}: `) && !/English/.test(second), second);
    const [third] = outs(barred, "disqualified: in English");
    assert.equal(third, `${disqualified}: played with a phone`);
  }
});

test("before the events have come, the reason of the row stands", async () => {
  await words.setLanguage("ru");
  assert.equal(
    terms.outText("disqualified: no show", undefined, String),
    "дисквалифицирован: no show",
  );
});

test("an entrant that comes back is out no longer", () => {
  const back = contest(
    { entrantWithdrawn: { entrant: 0, reason: reason("WITHDREW") } },
    { entrantRevived: { entrant: 0 } },
  );
  assert.deepEqual(back.entrants, [{ player: "one" }, { player: "two" }]);
});
