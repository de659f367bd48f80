/** The skin of each game, by its id. Games without a skin use the generic one. */
import type { Skin } from "../board/skin.js";
import { dvonn } from "./dvonn/index.js";
import { hive } from "./hive/index.js";
import { honestJohn } from "./honest_john/index.js";
import { kamisado } from "./kamisado/index.js";

export const SKINS: Readonly<Record<string, Skin>> = {
  dvonn,
  hive,
  honest_john: honestJohn,
  kamisado,
};
