/** `<referee-board>` for pages of other origins, by a name that stays: `/referee-board.js`. */
export { RefereeBoard } from "referee-client/board";
