/** The sources of a board's scenes: a match, a position, or the page. */
import { submit, watchMatches, attend } from "../client/follow.js";
import type { Link } from "../client/client.js";
import { asError, refused, type RefereeError } from "../client/error.js";
import { MatchModel } from "../client/match.js";
import type { Happening, MatchState } from "../client/match_state.js";
import type { Connection } from "../client/reopen.js";
import type * as pb from "../messages/index.js";
import { Boards, type Scene } from "../scene/scene.js";
import type { BoardInputs } from "./inputs.js";
import { Partner } from "./partner.js";

/** The content of a board. */
export interface Shown {
  readonly game: string;
  readonly scene: Scene;
  readonly round: number;
  readonly ply: number;
  /** The viewer's legal moves; empty if the viewer is not to move. */
  readonly legal: readonly pb.LegalMove[];
  /** The seat that chooses among the legal moves. */
  readonly mover?: number;
  /** The end of a position's match. */
  readonly end?: pb.MatchEnded;
}

/** The messages of a source to its board. */
export interface Listener {
  changed(happenings: readonly Happening[]): void;
  connection(connection: Connection): void;
  failed(error: RefereeError): void;
}

/** A source of scenes. */
export interface Source {
  readonly shown: Shown | undefined;
  stop(): void;
  /** Plays a move; throws if the server rejects it. */
  play(move: pb.LegalMove): Promise<void>;
  /** Returns the ids of the tokens that a move removes from the board. */
  leaving(move: pb.LegalMove): Promise<ReadonlySet<string>>;
}

/**
 * Opens the source that the inputs of a board name: a match, or else a position. Unset if the page
 * supplies the scenes.
 */
export function openSource(
  inputs: BoardInputs,
  link: Link,
  listener: Listener,
): Source | undefined {
  const { match, seat, seats, token, game, options, position, moves } = inputs;
  if (match !== "") {
    // A link has a token of its own.
    const isPlayer = seat !== undefined && (inputs.link !== undefined || token !== "");
    return new MatchSource(link, match, isPlayer, listener);
  }
  if (game === "" || inputs.scene || inputs.state) return undefined;
  const start = {
    game,
    options: { ...options },
    start: position,
    moves: [...moves],
    ...(seats !== undefined && { seats }),
    ...(seat !== undefined && { viewerSeat: seat }),
  };
  // A picture stays as it is.
  const partner = inputs.still ? undefined : new Partner(link, inputs.house, inputs.nodes);
  return new PositionSource(link, start, listener, partner);
}

/** Returns the content of a board for the state of a match. */
export function shownOf(state: MatchState): Shown | undefined {
  const { summary, scene, round, ply, choices, turnSeat } = state;
  if (!summary || !scene) return undefined;
  const mover = choices && turnSeat !== undefined ? { mover: turnSeat } : {};
  return { game: summary.game ?? "", scene, round, ply, legal: choices?.legal ?? [], ...mover };
}

/** Returns the display name of each player of a match. */
export function namesOf({ players = [], displayNames = [] }: pb.MatchSummary): string[] {
  return players.map((player, seat) => displayNames[seat] || player);
}

/** A match on a server: watched, or played if the client has the token of one of its players. */
export class MatchSource implements Source {
  readonly #model: MatchModel;
  readonly #stop = new AbortController();
  /** Whether all events from before the board existed have been read. */
  #isCaughtUp = false;
  /** The turn whose position was last requested. */
  #turn = { turnId: "", position: "" };

  constructor(
    private readonly link: Link,
    private readonly matchId: string,
    isPlayer: boolean,
    private readonly listener: Listener,
  ) {
    this.#model = new MatchModel(matchId);
    this.#follow(isPlayer).catch((error: unknown) => this.#fail(error));
  }

  get state(): MatchState {
    return this.#model.state;
  }

  get shown(): Shown | undefined {
    return shownOf(this.#model.state);
  }

  stop(): void {
    this.#stop.abort();
  }

  async play({ notation = "" }: pb.LegalMove): Promise<void> {
    const turnId = this.state.choices?.turnId ?? "0";
    await submit(this.link, { matchId: this.matchId, playMove: { turnId, notation } });
  }

  async leaving({ notation = "" }: pb.LegalMove): Promise<ReadonlySet<string>> {
    const { scene, round, summary, choices: { turnId = "" } = {} } = this.state;
    if (!scene || turnId === "") return new Set();
    const position = await this.#positionOf(turnId, scene.board);
    if (position === "") return new Set();
    const { game = "", options = {}, points = [] } = summary ?? {};
    const start = { game, options, points, round, start: position };
    return goneAfter(this.link, start, [notation], scene);
  }

  /** Returns the text of the position in a turn; empty if the turn is over. */
  async #positionOf(turnId: string, knownBoard: string): Promise<string> {
    if (this.#turn.turnId === turnId) return this.#turn.position;
    const request = { matchId: this.matchId, knownBoard };
    const { position = "", turnId: open = "" } = await this.link.call(
      "MatchService/GetMatch",
      request,
    );
    if (open !== turnId) return "";
    this.#turn = { turnId, position };
    return position;
  }

  async #follow(isPlayer: boolean): Promise<void> {
    const watch: pb.WatchMatchesRequest = {
      matches: [{ matchId: this.matchId }],
      detail: "DETAIL_PAGE",
    };
    const options = {
      signal: this.#stop.signal,
      onConnection: (connection: Connection) => this.listener.connection(connection),
    };
    if (!isPlayer) {
      for await (const message of watchMatches(this.link, watch, options)) this.#read(message);
      return;
    }
    const hello = { withoutMoves: true, withoutLegal: true, maxMatches: 1, agent: "referee-board" };
    for await (const { watched } of attend(this.link, { hello, watch }, options)) {
      if (watched) this.#read(watched);
      // The seat of a finished match is no longer needed, and other boards of the page have their
      // own streams.
      if (watched?.gone) this.stop();
    }
  }

  #read(message: pb.WatchMatchesResponse): void {
    if (this.#stop.signal.aborted) return;
    const happenings = this.#model.apply(message);
    this.listener.changed(this.#isCaughtUp ? happenings : happenings.filter(isPresent));
    this.#isCaughtUp ||= message.update?.frame !== undefined;
    const refusal = message.gone?.refusal;
    if (refusal) this.listener.failed(refused(refusal));
  }

  #fail(error: unknown): void {
    if (!this.#stop.signal.aborted) this.listener.failed(asError(error));
  }
}

/** Returns whether a change describes the present, and not a move played long ago. */
const isPresent = ({ kind }: Happening) => kind === "turn" || kind === "end" || kind === "gone";

/** A start and the moves since: a board for trying moves, or for playing a house bot. */
export class PositionSource implements Source {
  #shown: Shown | undefined;
  #moves: readonly string[];
  #answer: pb.GetPositionResponse = {};
  /** The seat whose hand is seen. */
  #viewer: number | undefined;
  #asked = 0;
  readonly #boards = new Boards();

  constructor(
    private readonly link: Link,
    private readonly start: pb.GetPositionRequest,
    private readonly listener: Listener,
    private readonly partner?: Partner,
  ) {
    this.#moves = start.moves ?? [];
    this.#viewer = start.viewerSeat;
    void this.#goOn(this.#ask(this.#moves));
  }

  get shown(): Shown | undefined {
    return this.#shown;
  }

  /** Returns the moves since the start, including those of the viewer. */
  get moves(): readonly string[] {
    return this.#moves;
  }

  stop(): void {
    this.#asked += 1;
  }

  async play({ notation = "" }: pb.LegalMove): Promise<void> {
    await this.#ask([...this.#moves, notation]);
    void this.#goOn();
  }

  /** Takes moves back, or goes to other ones. The partner plays on only from the present. */
  async go(moves: readonly string[], isPresent: boolean): Promise<void> {
    await this.#ask(moves);
    if (isPresent) void this.#goOn();
  }

  async leaving({ notation = "" }: pb.LegalMove): Promise<ReadonlySet<string>> {
    if (!this.#shown) return new Set();
    const { scene } = this.#shown;
    return goneAfter(this.link, this.#request([]), [...this.#moves, notation], scene);
  }

  #request(moves: readonly string[]): pb.GetPositionRequest {
    const viewer = this.#viewer === undefined ? {} : { viewerSeat: this.#viewer };
    return { ...this.start, moves: [...moves], ...viewer };
  }

  /** Lets the partner play until it is the viewer's turn. */
  async #goOn(first?: Promise<void>): Promise<void> {
    let asked = this.#asked;
    try {
      await first;
      while (asked === this.#asked && this.partner?.has(this.#answer)) {
        const notation = await this.partner.choose(this.#request(this.#moves));
        if (asked !== this.#asked) return;
        const asking = this.#ask([...this.#moves, notation]);
        asked = this.#asked;
        await asking;
      }
    } catch (error) {
      // Another question, or the end of the source, has made it void.
      if (asked === this.#asked) this.listener.failed(asError(error));
    }
  }

  async #ask(moves: readonly string[]): Promise<void> {
    const asked = (this.#asked += 1);
    const answer = await this.#position(moves);
    // A later request has replaced this one.
    if (asked !== this.#asked) return;
    const { seat, steps = [], turn, points = [], places = [] } = answer;
    const isLonger = moves.length === this.#moves.length + 1;
    const added = isLonger ? steps.slice(this.#answer.steps?.length ?? 0) : [];
    const verdict: pb.Verdict = { termination: "TERMINATION_NORMAL", points, places };
    const isOver = turn === "TURN_KIND_OVER";
    [this.#moves, this.#answer] = [moves, answer];
    this.#shown = { ...this.#read(answer), ...(isOver && { end: { verdict } }) };
    this.listener.changed(added.map(stepHappening));
    if (seat !== undefined) this.listener.changed([{ kind: "turn", seat }]);
    if (isOver && isLonger) this.listener.changed([{ kind: "end", verdict }]);
  }

  #read(answer: pb.GetPositionResponse): Shown {
    const { scene = {}, round = 1, legal = [], seat, steps = [] } = answer;
    const isPartners = this.partner?.has(answer) ?? false;
    return {
      game: this.start.game ?? "",
      scene: this.#boards.read(scene),
      round,
      ply: steps.filter((step) => (step.round ?? 1) === round).length,
      legal: isPartners ? [] : legal,
      ...(seat !== undefined && !isPartners && { mover: seat }),
    };
  }

  /** Asks for a position. A board without a seat of its own sees it as the seat to move does. */
  async #position(moves: readonly string[]): Promise<pb.GetPositionResponse> {
    const ask = () => {
      const knownBoard = this.#shown?.scene.board ?? "";
      return this.link.call("GameService/GetPosition", { ...this.#request(moves), knownBoard });
    };
    const answer = await ask();
    const { turn, seat, legal = [] } = answer;
    const isSeen = legal.length > 0 || turn !== "TURN_KIND_SEAT" || seat === this.#viewer;
    if (isSeen || this.start.viewerSeat !== undefined) return answer;
    if (!this.partner || this.partner.has(answer)) return answer;
    this.#viewer = seat;
    return ask();
  }
}

function stepHappening({ round = 1, ply = 0, seat, notation = "", forced }: pb.Step): Happening {
  const step = { round, ply, notation, isForced: forced ?? false };
  return { kind: "step", step: { ...step, ...(seat !== undefined && { seat }) } };
}

/** Returns the ids of the tokens of the scene that are missing after the moves. */
async function goneAfter(
  link: Link,
  start: pb.GetPositionRequest,
  moves: readonly string[],
  scene: Scene,
): Promise<ReadonlySet<string>> {
  const request = { ...start, moves: [...moves], stopAtRoundEnd: true, withoutSteps: true };
  const { scene: after = {} } = await link.call("GameService/GetPosition", {
    ...request,
    knownBoard: scene.board,
  });
  const hands = (after.hands ?? []).flatMap(({ tokens = [] }) => tokens);
  const left = new Set([...(after.tokens ?? []), ...hands].map(({ id }) => id));
  return new Set(scene.tokens.map(({ id }) => id).filter((id) => id !== "" && !left.has(id)));
}
