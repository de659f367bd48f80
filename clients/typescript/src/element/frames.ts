/** The earlier positions of a match, fetched when the viewer browses. */
import type { Link } from "../client/client.js";
import { Scenes, type Scene } from "../scene/scene.js";

/** Maximum positions that are fetched at the same time, and that are kept. */
const CHUNK = 256;
const MOST_KEPT = 8_192;

/** The positions of one match, by round and ply. */
export class Frames {
  #scenes = new Map<string, Scene>();
  #fetching = new Map<string, Promise<void>>();

  constructor(
    private readonly link: Link,
    private readonly matchId: string,
  ) {}

  /** Returns a position, and fetches it if necessary. */
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

  /** Returns a position if it is already fetched. */
  known(round: number, ply: number): Scene | undefined {
    return this.#scenes.get(`${round}.${ply}`);
  }

  /**
   * Clears all positions, including those being fetched, after a takeback or the reveal of hidden
   * hands.
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
