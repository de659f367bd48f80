/** A client of a referee server, and pure functions that compute what a page shows. */
export type * as pb from "./messages/index.js";
export * from "./client/client.js";
export * from "./client/error.js";
export * from "./client/follow.js";
export * from "./client/match.js";
export * from "./client/match_state.js";
export * from "./client/reopen.js";
export * from "./scene/clicks.js";
export * from "./scene/clocks.js";
export * from "./scene/hands.js";
export * from "./scene/keyboard.js";
export * from "./scene/layout.js";
export * from "./scene/lines.js";
export * from "./scene/port.js";
export * from "./scene/scene.js";
export * from "./scene/words.js";
