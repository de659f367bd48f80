// Downloads the scenes of positions.json from a server:
// node test/skins/take.mjs http://127.0.0.1:7171
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const folder = new URL("scenes/", import.meta.url);
const positions = JSON.parse(readFileSync(new URL("positions.json", import.meta.url), "utf8"));
const [, , url = "http://127.0.0.1:7171"] = process.argv;

async function call(method, message) {
  const response = await fetch(`${url}/referee.v1.GameService/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(message),
  });
  if (!response.ok) throw new Error(`${method}: ${await response.text()}`);
  return response.json();
}

mkdirSync(folder, { recursive: true });
for (const { name, position } of positions) {
  const { game } = await call("GetGame", { game: position.game });
  const { scene } = await call("GetPosition", { ...position, withoutSteps: true });
  const kept = {
    game: position.game,
    sides: game.sides,
    words: game.words.filter(isShown).map(inEnglish),
    scene,
  };
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(kept)}\n`);
}

/** Returns whether pictures use this kind of word. They show no options. */
function isShown({ kind }) {
  return kind !== "WORD_KIND_OPTION" && kind !== "WORD_KIND_VALUE";
}

function inEnglish(word) {
  return { ...word, texts: { en: word.texts.en } };
}
