// The scenes of the golden pictures: three of each game, as a server sent them.
import { readFileSync } from "node:fs";

import { pictureView, picture, svgText } from "../../dist/board/index.js";
import { readScene } from "../../dist/index.js";

export const GAMES = ["dvonn", "hive", "honest_john", "kamisado"];
export const MOMENTS = ["start", "middle", "end"];
export const NAMES = GAMES.flatMap((game) => MOMENTS.map((moment) => `${game}-${moment}`));

const PLAYERS = ["anna", "house-search", "Behrouz", "Lin", "Dimitri", "eve", "farid", "grace"];

export function read(name) {
  return JSON.parse(readFileSync(new URL(`scenes/${name}.json`, import.meta.url), "utf8"));
}

/** Returns the picture of a scene, `width` pixels wide, as text. */
export function draw(name, width, options = {}) {
  const { game, sides, words, scene } = read(name);
  const listed = { id: game, sides, words };
  const names = PLAYERS.slice(0, Math.max(2, (scene.hands ?? []).length));
  const view = pictureView({
    game,
    scene: readScene(scene),
    listed,
    names,
    width,
    isStill: true,
    ...options,
  });
  return svgText(picture(view));
}
