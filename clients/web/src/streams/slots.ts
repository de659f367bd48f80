/**
 * Connections for streams. With HTTP/1.1, a browser has six connections to a server, and calls need
 * some of them. If there are more streams than slots, they take turns, and the streams of the tab
 * in front come first.
 */

/** Time that a stream keeps its slot while others wait, in milliseconds. */
const SLICE_MS = 4000;

export interface Holder {
  /** Holders with a higher priority get a slot earlier. */
  readonly priority: () => number;
  /** Gives the slot back. The stream is cut and asks for a slot again. */
  readonly yields: () => void;
}

interface Held {
  readonly holder: Holder;
  since: number;
}

interface Waiting {
  readonly holder: Holder;
  readonly granted: () => void;
}

export class Slots {
  readonly #held = new Map<Holder, Held>();
  #waiting: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly most: number) {}

  /**
   * Waits for a slot, or until `ended`. Call `release` afterwards in both cases. Each wait needs
   * its own holder.
   */
  take(holder: Holder, ended: AbortSignal): Promise<void> {
    return new Promise((done) => {
      const granted = (): void => {
        ended.removeEventListener("abort", granted);
        done();
      };
      ended.addEventListener("abort", granted);
      this.#waiting.push({ holder, granted });
      this.#share();
    });
  }

  release(holder: Holder): void {
    this.#held.delete(holder);
    this.#waiting = this.#waiting.filter((waiting) => waiting.holder !== holder);
    this.#share();
  }

  #share(): void {
    this.#waiting.sort((a, b) => b.holder.priority() - a.holder.priority());
    while (this.#waiting.length > 0 && this.#held.size < this.most) {
      const next = this.#waiting.shift();
      if (!next) break;
      this.#held.set(next.holder, { holder: next.holder, since: Date.now() });
      next.granted();
    }
    clearTimeout(this.#timer);
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#displace(), SLICE_MS / 4);
  }

  /**
   * Cuts the least important stream that has used up its time or has a lower priority than the
   * first waiting one.
   */
  #displace(): void {
    const first = this.#waiting[0];
    if (!first) return;
    const over = [...this.#held.values()].filter(
      ({ since, holder }) =>
        Date.now() - since >= SLICE_MS || holder.priority() < first.holder.priority(),
    );
    over.sort((a, b) => a.holder.priority() - b.holder.priority() || a.since - b.since);
    over[0]?.holder.yields();
    this.#share();
  }
}
