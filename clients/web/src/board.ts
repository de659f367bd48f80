/**
 * `<referee-board>` for pages of other origins, under the permanent address `/referee-board.js`.
 */
export { RefereeBoard } from "referee-client/board";
