/** The choice of a move by clicks, for as long as a turn lasts. */
import type { LegalMove } from "../messages/index.js";
import { choose, follow, press, type Click, type Next } from "../scene/clicks.js";

/** What the viewer has clicked in the turn. */
export class Choosing {
  #turn = "";
  #legal: readonly LegalMove[] = [];
  #clicks: readonly Click[] = [];
  /** The move that was sent and has not been answered by a new turn. */
  #sent: LegalMove | undefined;

  /** Begins the turn of this name, unless it is the one that is open. */
  begin(turn: string, legal: readonly LegalMove[]): void {
    if (turn === this.#turn && legal.length === this.#legal.length) return;
    this.#turn = turn;
    this.#legal = legal;
    this.clear();
  }

  /** Returns whether the clicks are this move: no other turn or click has come since. */
  isAt(move: LegalMove): boolean {
    return this.#follow(this.#clicks).move === move;
  }

  /** Forgets the clicks, but for those that leave no choice. */
  clear(): void {
    this.#sent = undefined;
    this.#clicks = choose(this.#legal);
  }

  get clicks(): readonly Click[] {
    return this.#clicks;
  }

  /** What may be clicked; nothing while a move is on its way. */
  get next(): readonly Click[] {
    return this.#sent ? [] : this.#follow(this.#clicks).next;
  }

  /** What may be clicked to begin another move. */
  get starts(): readonly Click[] {
    return this.#sent ? [] : this.#follow(choose(this.#legal).slice(0, -1)).next;
  }

  /** Adds a click, and returns the move that is whole with it. */
  press(click: Click): LegalMove | undefined {
    if (this.#sent) return undefined;
    this.#clicks = press(this.#legal, this.#clicks, click);
    return this.#follow(this.#clicks).move;
  }

  /** Takes the last click back: its move waits for the same click again. */
  back(): void {
    this.#clicks = this.#clicks.slice(0, -1);
  }

  /** Returns the move that one more click would end. */
  wouldEnd(click: Click): LegalMove | undefined {
    return this.#sent ? undefined : this.#follow([...this.#clicks, click]).move;
  }

  /** Notes that the move was sent: it is sent once. */
  send(move: LegalMove): void {
    this.#sent = move;
  }

  #follow(clicks: readonly Click[]): Next {
    return follow(this.#legal, clicks);
  }
}
