/** The choice of a move by clicks during a turn. */
import type { LegalMove } from "../messages/index.js";
import { choose, follow, press, type Click, type Next } from "../scene/clicks.js";

/** The viewer's clicks in the turn. */
export class Choosing {
  #turn = "";
  #legal: readonly LegalMove[] = [];
  #clicks: readonly Click[] = [];
  /** The sent move, until a new turn opens. */
  #sent: LegalMove | undefined;

  /** Begins the turn with this name, unless it is already open. */
  begin(turn: string, legal: readonly LegalMove[]): void {
    if (turn === this.#turn && legal.length === this.#legal.length) return;
    this.#turn = turn;
    this.#legal = legal;
    this.clear();
  }

  /**
   * Returns whether the clicks still make this move: there has been no other turn or click since.
   */
  isAt(move: LegalMove): boolean {
    return this.#follow(this.#clicks).move === move;
  }

  /** Clears the clicks, except those without an alternative. */
  clear(): void {
    this.#sent = undefined;
    this.#clicks = choose(this.#legal);
  }

  /** The sent move, until a new turn opens; unset without one. */
  get sent(): LegalMove | undefined {
    return this.#sent;
  }

  get clicks(): readonly Click[] {
    return this.#clicks;
  }

  /** Returns the possible next clicks; none while a sent move has no answer. */
  get next(): readonly Click[] {
    return this.#sent ? [] : this.#follow(this.#clicks).next;
  }

  /** Returns the clicks that begin another move. */
  get starts(): readonly Click[] {
    return this.#sent ? [] : this.#follow(choose(this.#legal).slice(0, -1)).next;
  }

  /** Adds a click. Returns the move that it completes, if any. */
  press(click: Click): LegalMove | undefined {
    if (this.#sent) return undefined;
    this.#clicks = press(this.#legal, this.#clicks, click);
    return this.#follow(this.#clicks).move;
  }

  /** Takes the last click back, so that its move waits for the same click again. */
  back(): void {
    this.#clicks = this.#clicks.slice(0, -1);
  }

  /** Returns the move that one more click would complete, if any. */
  wouldEnd(click: Click): LegalMove | undefined {
    return this.#sent ? undefined : this.#follow([...this.#clicks, click]).move;
  }

  /** Marks the move as sent, so that it is sent only once. */
  send(move: LegalMove): void {
    this.#sent = move;
  }

  #follow(clicks: readonly Click[]): Next {
    return follow(this.#legal, clicks);
  }
}
