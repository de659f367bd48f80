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

test("an English sentence of the server follows what it is about in the language of the reader", async () => {
  const { reasonOf } = await pages.load("shell/notices.ts");
  const { RefereeError } = await pages.load("../../typescript/dist/index.js");
  const refused = (reason) => new RefereeError({ code: "x", message: "limit reached: 64", reason });
  const english = "limit reached: 64";
  for (const [language, limit, taken] of [
    ["en", /^limit reached: 64$/, /^This name is taken\.$/],
    ["ru", /^[\u0400-\u04ff ]+\. \u2068limit reached: 64\u2069$/, /^Это имя занято\.$/],
    ["fa", /^[\u0600-\u06ff ]+\. \u2068limit reached: 64\u2069$/, /^این نام گرفته شده است\.$/],
  ]) {
    await words.setLanguage(language);
    assert.match(reasonOf(refused("LIMIT")), limit);
    assert.match(reasonOf(refused("NAME_TAKEN")), taken);
    assert.equal(reasonOf(refused("A_NEW_REASON")), english, "a later server");
    const proxy = new RefereeError({ code: "unavailable", message: "HTTP 502", status: 502 });
    assert.equal(reasonOf(proxy), words.t("error.network"));
    const waits = words.sentence("wait.PLAYERS", english);
    assert.equal(waits === english, language === "en", waits);
  }
});

test("a pause and closed entries have the reason of their last event", async () => {
  const said = (text) => ({ code: "CODE_SAID", text });
  const { pause, freeze } = contest(
    { paused: said("lunch") },
    { entriesFrozen: reason("LISTED") },
    { paused: said("a fire alarm") },
  );
  assert.deepEqual([pause, freeze], [said("a fire alarm"), reason("LISTED")]);
  const { reasonText } = await pages.load("contest/reasons.ts");
  await words.setLanguage("ru");
  assert.match(reasonText(freeze, String), /^[\u0400-\u04ff ]+\.$/);
  assert.equal(reasonText(pause, String), "a fire alarm");
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
