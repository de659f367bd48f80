/** What plays on a board beside the viewer: chance, and the house. */
import type { Link } from "../client/client.js";
import type * as pb from "../messages/index.js";

/** How long a move can be seen before the next one, in milliseconds. */
const PACE_MS = 300;

/** Plays for chance and for the seats of the house. */
export class Partner {
  constructor(
    private readonly link: Link,
    private readonly house: readonly number[],
    /** Maximum positions that the house looks at; unset: the default of the call. */
    private readonly nodes: number | undefined,
  ) {}

  /** Returns whether the viewer leaves this turn to it. */
  has({ turn, seat }: pb.GetPositionResponse): boolean {
    if (turn === "TURN_KIND_CHANCE") return true;
    return turn === "TURN_KIND_SEAT" && seat !== undefined && this.house.includes(seat);
  }

  /** Returns what it plays in this position. */
  async choose(position: pb.GetPositionRequest): Promise<string> {
    const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
    const nodes = this.nodes === undefined ? {} : { nodes: this.nodes };
    const [{ move }] = await Promise.all([
      this.link.call("GameService/SuggestMove", { position, seed, ...nodes }),
      new Promise((done) => setTimeout(done, PACE_MS)),
    ]);
    return move?.notation ?? "";
  }
}
