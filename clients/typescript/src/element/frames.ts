/** The earlier positions of a match, fetched when the viewer looks back. */
import type { Link } from "../client/client.js";
import { Scenes, type Scene } from "../scene/scene.js";

/** The most positions that are fetched at once, and that are kept. */
const CHUNK = 256;
const MOST_KEPT = 8_192;

/** The positions of one match by round and ply. */
export class Frames {
  readonly #scenes = new Map<string, Scene>();
  readonly #fetching = new Map<string, Promise<void>>();

  constructor(
    private readonly link: Link,
    private readonly matchId: string,
  ) {}

  /** Returns a position, and fetches it if it is not known. */
  async at(round: number, ply: number): Promise<Scene | undefined> {
    const key = `${round}.${ply}`;
    const known = this.#scenes.get(key);
    if (known) return known;
    const first = ply - (ply % CHUNK);
    const chunk = `${round}.${first}`;
    let fetching = this.#fetching.get(chunk);
    if (!fetching) {
      fetching = this.#fetch(round, first).finally(() => this.#fetching.delete(chunk));
      this.#fetching.set(chunk, fetching);
    }
    await fetching;
    return this.#scenes.get(key);
  }

  /** Returns a position if it is known. */
  known(round: number, ply: number): Scene | undefined {
    return this.#scenes.get(`${round}.${ply}`);
  }

  /** Forgets everything: moves were taken back, or hidden hands were shown. */
  clear(): void {
    this.#scenes.clear();
  }

  async #fetch(round: number, fromPly: number): Promise<void> {
    if (this.#scenes.size > MOST_KEPT) this.clear();
    const { matchId } = this;
    const request = {
      matchId,
      round,
      fromPly,
      plies: CHUNK,
      withoutPosition: true,
      withChanges: true,
    };
    const scenes = new Scenes();
    for await (const { frame = {} } of this.link.stream("MatchService/ListFrames", request)) {
      const scene = scenes.read(frame);
      if (scene) this.#scenes.set(`${frame.round ?? 1}.${frame.ply ?? 0}`, scene);
    }
  }
}
