/** The earlier positions of a match, fetched when the viewer looks back. */
import type { Link } from "../client/client.js";
import { Scenes, type Scene } from "../scene/scene.js";

/** The most positions that are fetched at once, and that are kept. */
const CHUNK = 256;
const MOST_KEPT = 8_192;

/** The positions of one match by round and ply. */
export class Frames {
  #scenes = new Map<string, Scene>();
  #fetching = new Map<string, Promise<void>>();

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
    const fetching = this.#fetching;
    if (!fetching.has(chunk)) {
      fetching.set(
        chunk,
        this.#fetch(round, first).finally(() => fetching.delete(chunk)),
      );
    }
    await fetching.get(chunk);
    return this.#scenes.get(key);
  }

  /** Returns a position if it is known. */
  known(round: number, ply: number): Scene | undefined {
    return this.#scenes.get(`${round}.${ply}`);
  }

  /**
   * Forgets everything, what is being fetched included: moves were taken back, or hidden hands were
   * shown.
   */
  clear(): void {
    this.#scenes = new Map();
    this.#fetching = new Map();
  }

  async #fetch(round: number, fromPly: number): Promise<void> {
    if (this.#scenes.size > MOST_KEPT) this.#scenes.clear();
    const { matchId } = this;
    const kept = this.#scenes;
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
      if (scene) kept.set(`${frame.round ?? 1}.${frame.ply ?? 0}`, scene);
    }
  }
}
