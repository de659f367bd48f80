// Guarantees of the skins: a drawing for each key, contrast, a strict CSP, small thumbnails.
import assert from "node:assert/strict";
import test from "node:test";

import { boardStyle } from "../../dist/board/index.js";
import { emblems } from "../../dist/skins/kamisado/emblems.js";
import { insects } from "../../dist/skins/hive/insects.js";
import { SKINS } from "../../dist/skins/index.js";
import { GAMES, NAMES, draw, read } from "./scenes.mjs";

const FULL_WIDTH = 640;
const THUMBNAIL_WIDTH = 120;
const MOST_ELEMENTS = 480;
/** Minimum contrast by WCAG 2.2: 3 for graphics, 4.5 for text. */
const LEAST_GRAPHIC_CONTRAST = 3;
const LEAST_TEXT_CONTRAST = 4.5;
/** Classes of a picture that need no CSS rule. */
const STRUCTURE = new Set([
  "picture",
  "window",
  "spaces",
  "lasts",
  "tokens",
  "marks",
  "space",
  "token",
  "hand",
]);

const css = (game) => SKINS[game].style.cssText;

test("every game has a skin", () => {
  assert.deepEqual(Object.keys(SKINS).sort(), GAMES);
});

test("every insect and every colour has its drawing", () => {
  const keys = (name, kind) =>
    read(name)
      .words.filter((word) => word.kind === kind)
      .map(({ key }) => key);
  assert.deepEqual(keys("hive-start", "WORD_KIND_TOKEN").sort(), Object.keys(insects()).sort());
  const hues = keys("kamisado-start", "WORD_KIND_COLOUR").filter(
    (key) => key !== "white" && key !== "black",
  );
  assert.deepEqual(hues.sort(), Object.keys(emblems()).sort());
  assert.equal(new Set(Object.values(emblems())).size, hues.length);
});

for (const name of NAMES) {
  test(`the picture of ${name} needs no inline style, and every class in it has a rule`, () => {
    const rules = boardStyle.cssText + css(read(name).game);
    for (const width of [FULL_WIDTH, THUMBNAIL_WIDTH]) {
      const drawn = draw(name, width);
      assert.doesNotMatch(drawn, / style=|<style|<script| on[a-z]+=/);
      assert.doesNotMatch(drawn, /undefined|NaN|\[object/);
      const classes = [...drawn.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) =>
        names.split(" "),
      );
      const unknown = classes.filter(
        (one) => one !== "" && !STRUCTURE.has(one) && !rules.includes(`.${one}`),
      );
      assert.deepEqual([...new Set(unknown)], []);
    }
  });
}

test("a thumbnail has at most 480 elements, and four fifths of those of a whole picture", () => {
  const elements = (name, width) => draw(name, width).match(/<[a-z]/g).length;
  const sum = (width) => NAMES.reduce((all, name) => all + elements(name, width), 0);
  for (const name of NAMES) assert.ok(elements(name, THUMBNAIL_WIDTH) <= MOST_ELEMENTS, name);
  const [small, full] = [sum(THUMBNAIL_WIDTH), sum(FULL_WIDTH)];
  assert.ok(small <= 0.8 * full, `${small} of ${full}`);
});

test("the height of a stack is written from two on, and a red ring shows as a band", () => {
  const drawn = draw("dvonn-middle", FULL_WIDTH);
  const { tokens } = read("dvonn-middle").scene;
  const stacks = grouped(tokens);
  const tall = [...stacks.values()].filter((stack) => stack.length > 1);
  const numbers = [...drawn.matchAll(/class="skin-text"[^>]*>(\d+)</g)].map(([, number]) =>
    Number(number),
  );
  assert.deepEqual(numbers.sort(), tall.map((stack) => stack.length).sort());
  const red = tall.filter((stack) => stack.some(({ colour }) => colour === "red"));
  assert.ok(red.length > 0);
  assert.equal(drawn.match(/class="dvonn-band"/g).length, red.length);
});

test("the teeth on the rims are as many as the marks of the towers", () => {
  const count = ({ marks }) => marks?.count ?? 0;
  const teeth = read("kamisado-middle").scene.tokens.reduce((sum, token) => sum + count(token), 0);
  assert.equal(draw("kamisado-middle", FULL_WIDTH).match(/kamisado-tooth/g).length, teeth);
});

test("a push is an arrow, and a question has a balloon", () => {
  assert.match(draw("kamisado-middle", FULL_WIDTH), /class="kamisado-push"/);
  assert.doesNotMatch(draw("kamisado-start", FULL_WIDTH), /class="kamisado-push"/);
  assert.match(draw("honest_john-middle", FULL_WIDTH), /class="honest_john-balloon"/);
  assert.doesNotMatch(draw("honest_john-start", FULL_WIDTH), /class="honest_john-balloon"/);
});

test("a chip flies for each chip that was paid", () => {
  const { scene } = read("honest_john-middle");
  const paid = { 0: 1, 2: -1 };
  const counters = scene.counters.map((counter) => ({
    ...counter,
    value: String(
      Number(counter.value) + (counter.key === "chips" ? (paid[counter.seat ?? -1] ?? 0) : 0),
    ),
  }));
  const before = { ...scene, counters: counters.map((one) => ({ seat: 0, ...one })) };
  assert.equal(
    draw("honest_john-middle", FULL_WIDTH, { before }).match(/honest_john-flight /g)?.length,
    1,
  );
  assert.doesNotMatch(draw("honest_john-middle", FULL_WIDTH), /honest_john-flight/);
});

test("insects, emblems, pips and numbers stand out from what they are on", () => {
  const ivory = property("hive", "skin-ivory");
  const ebony = property("hive", "skin-ebony");
  for (const kind of Object.keys(insects())) {
    stands(property("hive", `hive-${kind}`), ivory, LEAST_GRAPHIC_CONTRAST, kind);
    stands(
      property("hive", `hive-${kind}-on-black`),
      ebony,
      LEAST_GRAPHIC_CONTRAST,
      `${kind} on black`,
    );
  }
  for (const colour of Object.keys(emblems())) {
    const sign = new RegExp(`\\.kamisado-${colour} \\{[^}]*--sign: (#\\w+)`).exec(
      css("kamisado"),
    )[1];
    stands([sign], property("kamisado", `kamisado-${colour}`), LEAST_GRAPHIC_CONTRAST, colour);
  }
  for (let pips = 1; pips <= 9; pips += 1) {
    stands(
      property("honest_john", `honest_john-${pips}`),
      ivory,
      LEAST_GRAPHIC_CONTRAST,
      `${pips} pips`,
    );
  }
  const [text, plate] = ["honest_john-plate-text", "honest_john-plate"].map((one) =>
    property("honest_john", one),
  );
  plate.forEach((back, mode) => stands([text[mode]], [back], LEAST_TEXT_CONTRAST, "names"));
  const [edge, board] = ["dvonn-edge", "dvonn-board"].map((one) => property("dvonn", one));
  board.forEach((back, mode) => stands([edge[mode]], [back], LEAST_TEXT_CONTRAST, "coordinates"));
});

/** Returns the light and the dark colour of a property. */
function property(game, name) {
  const rule = new RegExp(`--${name}: var\\(--referee-[\\w-]+, ([^;]*)\\);`).exec(css(game));
  assert.ok(rule, `--${name} has no default`);
  const colours = rule[1].match(/#[0-9a-f]{6}/g);
  assert.ok(colours?.length, `--${name} has no colour`);
  return colours;
}

function stands(fronts, backs, least, what) {
  for (const front of fronts) {
    for (const back of backs) {
      const found = contrast(front, back);
      assert.ok(
        found >= least,
        `${what}: ${front} on ${back} has a contrast of ${found.toFixed(2)}`,
      );
    }
  }
}

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex) {
  const digits =
    hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : hex.slice(1).match(/../g);
  const [red, green, blue] = digits.map((pair) => {
    const part = parseInt(pair, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function grouped(tokens) {
  const stacks = new Map();
  for (const token of tokens) stacks.set(token.space, [...(stacks.get(token.space) ?? []), token]);
  return stacks;
}
