/** Defines `<referee-board>`. */
import { RefereeBoard } from "./element.js";

export { RefereeBoard };
export type { Moment } from "./line.js";

declare global {
  interface HTMLElementTagNameMap {
    "referee-board": RefereeBoard;
  }
}

if (!customElements.get("referee-board")) customElements.define("referee-board", RefereeBoard);
