/**
 * Connections for streams. HTTP/1.1 gives a browser six for one server, and calls need some of
 * them, so that streams take turns when there are more: those of the tab in front come first.
 */

/** How long a stream keeps its slot while others wait for it, in milliseconds. */
const SLICE_MS = 4000;

export interface Holder {
  /** The higher, the earlier it gets a slot. */
  readonly priority: () => number;
  /** Gives the slot back: the stream is cut, and asks for a slot again. */
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
   * Waits for a slot, or until `ended`: call `release` afterwards in both cases. Each wait needs a
   * holder of its own.
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

  /** Cuts the stream that has had its slice and is needed least. */
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
