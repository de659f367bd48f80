// Layout: everything is inside the picture, nothing overlaps, and nothing moves without reason.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { fitPort, neighbour, pan, placeSpaces, readScene, zoom } from "../dist/index.js";
import { layOut } from "../dist/board/index.js";
import { nameRoom, shortName } from "../dist/scene/names.js";
import { games, numbers, rules, serve } from "./rig.mjs";
import { GAMES, walk } from "./walks.mjs";

/** Number of positions of each game that are laid out at each width. */
const POSITIONS = 60;
const WIDTHS = [150, 390, 900];

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

async function* scenes(match) {
  let left = POSITIONS;
  for await (const { scene, seat } of walk(asked.ask, match, numbers(5))) {
    yield { scene: readScene(scene), seat };
    if ((left -= 1) === 0) return;
  }
}

for (const match of GAMES) {
  const id = match.game;
  test(`everything of ${id} ${JSON.stringify(match.options ?? {})} is within its picture, from every seat`, async () => {
    const names = Array.from({ length: match.seats ?? 2 }, (_, seat) => `a player of seat ${seat}`);
    for await (const { scene, seat } of scenes(match)) {
      for (const width of WIDTHS) {
        const options = {
          game: id,
          scene,
          listed: listed.find((game) => game.id === id),
          seat,
          names,
          width,
        };
        const { places, bounds, hands, window, ...size } = layOut(options);
        assert.equal(places.size, scene.spaces.length);
        for (const { x, y } of places.values()) {
          const isIn =
            x >= bounds.x &&
            y >= bounds.y &&
            x <= bounds.x + bounds.width &&
            y <= bounds.y + bounds.height;
          assert.ok(isIn, `${x} ${y} in ${JSON.stringify(bounds)}`);
        }
        assert.ok(window.y + window.height <= size.height + 1e-9);
        const held = scene.hands.reduce((sum, { tokens }) => sum + tokens.length, 0);
        assert.equal(
          hands.reduce((sum, { tokens }) => sum + tokens.length, 0),
          held,
        );
        for (const { token, x, y } of hands.flatMap(({ tokens }) => tokens)) {
          const isIn = x >= 0 && y >= 0 && x <= size.width + 1e-9 && y <= size.height;
          assert.ok(isIn, `${width} px: ${token.id} at ${x} ${y} of ${size.width} ${size.height}`);
          const isOnBoard = y > window.y && y < window.y + window.height;
          assert.ok(!isOnBoard, `${token.id} of a hand is on the board`);
        }
      }
    }
  });
}

test("a tray has the hand of the viewer, apart from all else and large enough for a finger", () => {
  const domino = (at) => ({ id: `d${at}`, kind: "domino", shape: "domino", quarterTurns: 0 });
  const spaces = [{ id: "centre", shape: "domino", x: 0, y: 0, colour: "", symbol: "" }];
  for (const count of [1, 8, 11, 18, 30, 60]) {
    const hands = [0, 1, 2].map((seat) => ({
      seat,
      tokens: Array.from({ length: count }, (_, at) => ({ ...domino(at), faceDown: seat !== 1 })),
    }));
    const scene = { spaces, tokens: [], hands };
    const options = { game: "honest_john", scene, seat: 1, names: ["a", "b", "c"], width: 366 };
    const { width, tray, window, ...drawn } = layOut({ ...options, hasTray: true });
    assert.ok(tray.y >= window.y + window.height && tray.width === width);
    for (const { seat, box, name, tokens } of drawn.hands) {
      assert.equal(box.y >= tray.y, seat === 1, `seat ${seat} of ${count}`);
      assert.equal(name === undefined, seat === 1, "the name is above the board only");
      if (seat !== 1) continue;
      const [{ scale }] = tokens;
      assert.ok((scale * 366) / width > 22, `${count} dominoes: ${(scale * 366) / width} px high`);
      assert.ok(tokens.every(({ y }) => y < tray.y + tray.height && y > tray.y));
    }
    const highPx = (tray.height * 366) / width;
    if (count <= 18) assert.ok(highPx < 150, `${count} dominoes: ${highPx} px`);
    const whole = layOut(options);
    assert.ok(whole.height >= drawn.height, `${count} dominoes make no tray higher than a hand`);
  }
});

test("dominoes of the star are apart, and stay where they are when a line grows", () => {
  for (let seats = 3; seats <= 8; seats += 1) {
    const long = star(seats, 12);
    const short = star(seats, 5);
    for (const [id, place] of short) assert.deepEqual(long.get(id), place, `${seats} seats: ${id}`);
    const all = [...long];
    for (const [index, [id, one]] of all.entries()) {
      for (const [other, two] of all.slice(index + 1)) {
        const apart = Math.hypot(one.x - two.x, one.y - two.y);
        assert.ok(apart > 0.98, `${seats} seats: ${id} and ${other} are ${apart} apart`);
      }
    }
  }
});

// Returns the spaces of `seats` lines of `length` dominoes each.
function star(seats, length) {
  const space = (id, line) => ({
    id,
    shape: "domino",
    x: 0,
    y: 0,
    colour: "",
    symbol: "",
    ...(line && { line }),
  });
  const lines = Array.from({ length: seats }, (_, seat) =>
    Array.from({ length }, (_, place) => space(`${seat}:${place}`, { seat, place })),
  );
  const scene = { spaces: [space("centre"), ...lines.flat()], tokens: [], hands: [] };
  return placeSpaces(scene, { seats, isTurned: false, columns: 12, names: [] });
}

test("a board turned by half is the same board from the other side", () => {
  const spaces = ["a1", "b1", "a2", "b2"].map((id, at) => ({
    id,
    shape: "square",
    x: 0.5 + (at % 2),
    y: 1.5 - (at >> 1),
  }));
  const places = placeSpaces({ spaces }, { seats: 2, isTurned: true, columns: 8, names: [] });
  assert.deepEqual(places.get("a1"), { x: 1.5, y: 0.5, turn: 0 });
  assert.deepEqual(places.get("b2"), { x: 0.5, y: 1.5, turn: 0 });
});

test("the view stays while everything is in it, grows when it has to, and never shrinks", () => {
  const window = { x: 0, y: 0, width: 12, height: 9 };
  const box = (x, y, width, height) => ({ x, y, width, height });
  const first = fitPort(undefined, box(-1, -1, 2, 2), window);
  assert.ok(Math.abs(first.width / first.height - 12 / 9) < 1e-9);
  assert.equal(fitPort(first, box(-2, -2, 4, 4), window), first);
  const grown = fitPort(first, box(-8, -1, 16, 2), window);
  assert.ok(grown.width > first.width && grown.x <= -8 && grown.x + grown.width >= 8);
  assert.equal(fitPort(grown, box(-1, -1, 2, 2), window), grown);
});

test("a view is moved and zoomed around a point, and not lost", () => {
  const port = { x: 0, y: 0, width: 8, height: 6 };
  const near = zoom(port, 2, { x: 2, y: 3 }, port);
  assert.deepEqual(near, { x: 1, y: 1.5, width: 4, height: 3 });
  assert.equal(zoom(port, 1_000, { x: 0, y: 0 }, port).width, 1.6);
  const far = pan(port, { x: 1_000, y: 0 }, port);
  assert.equal(far.x + far.width / 2, 8);
});

test("arrow keys reach every space of every board", async () => {
  for (const match of GAMES.slice(0, 3)) {
    for await (const { scene } of scenes(match)) {
      const places = placeSpaces(scene, { seats: 2, isTurned: false, columns: 8, names: [] });
      const [first] = places.keys();
      const reached = new Set([first]);
      for (const id of reached) {
        for (const way of ["up", "down", "left", "right"]) {
          const next = neighbour(places, id, way);
          if (next !== undefined) reached.add(next);
        }
      }
      assert.equal(reached.size, places.size, match.game);
    }
  }
});

test("a name is cut to its room, between letters, and says that it is cut", () => {
  for (const [name, most, short] of [
    ["Ada", 16, "Ada"],
    ["guest-number-one", 16, "guest-number-one"],
    ["guest-number-three", 16, "guest-number-th\u2026"],
    ["Nina de la Torre", 8, "Nina de\u2026"],
    ["W".repeat(40), 16, `${"W".repeat(9)}\u2026`],
    ["\u0416".repeat(40), 16, `${"\u0416".repeat(9)}\u2026`],
    ["e\u0301".repeat(20), 4, `${"e\u0301".repeat(3)}\u2026`],
    ["W\u0301".repeat(20), 4, "W\u0301\u2026"],
    ["\u0645\u06cc\u0644\u0627\u062f", 16, "\u0645\u06cc\u0644\u0627\u062f"],
    [
      "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}".repeat(9),
      4,
      "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u2026",
    ],
  ])
    assert.equal(shortName(name, most), short, name);
  assert.ok(nameRoom("WWWW") > nameRoom("aaaa"));
});
