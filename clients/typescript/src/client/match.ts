/**
 * The state of a match for a page, from the messages of its stream with `DETAIL_PAGE`. A model
 * keeps one state and replaces it at each message, so a page can compare states by identity.
 */
import type * as pb from "../messages/index.js";
import { Boards, Scenes } from "../scene/scene.js";
import { happened } from "./match_events.js";
import { without, type Happening, type MatchState } from "./match_state.js";

/** The options of a model. */
export interface MatchOptions {
  /** The boards of the stream, if it also has other matches. */
  readonly boards?: Boards;
  /** Returns the time in milliseconds. Default: `performance.now`. */
  readonly now?: () => number;
}

/** A match, updated by the messages of its stream. */
export class MatchModel {
  #state: MatchState;
  #scenes: Scenes;
  /** The turn that was told last: its id, if it is the viewer's, and its place in the match. */
  #told = { turnId: "", place: "" };
  readonly #boards: Boards | undefined;
  readonly #now: () => number;

  constructor(matchId: string, options: MatchOptions = {}) {
    this.#boards = options.boards;
    this.#scenes = new Scenes(options.boards);
    this.#now = options.now ?? (() => performance.now());
    this.#state = {
      matchId,
      seq: 0,
      round: 1,
      ply: 0,
      steps: [],
      results: [],
      points: [],
      clocks: [],
      clocksAtMs: 0,
      absent: new Map(),
      accepted: [],
      isPaused: false,
      losses: [],
      watchers: 0,
      isGone: false,
    };
  }

  /** Returns the present state of the match: another object after each message about the match. */
  get state(): MatchState {
    return this.#state;
  }

  /** Applies a message of the stream, and returns the changes. Ignores other matches. */
  apply({ matchId, followed, frame, update, gone }: pb.WatchMatchesResponse): Happening[] {
    if (matchId !== this.#state.matchId) return [];
    if (followed) this.#follow(followed);
    const happenings = (update?.events ?? []).flatMap((event) => this.#event(event));
    if (update) this.#state = { ...this.#state, watchers: update.watchers ?? 0 };
    const shown = update?.frame ?? frame;
    if (shown) happenings.push(...this.#frame(shown));
    if (gone) {
      const { refusal } = gone;
      this.#state = { ...this.#state, isGone: true, ...(refusal && { refusal }) };
      happenings.push({ kind: "gone" });
    }
    return happenings;
  }

  /** Starts with the summary when the stream is opened or reopened. */
  #follow(summary: pb.MatchSummary): void {
    this.#scenes = new Scenes(this.#boards);
    this.#state = { ...this.#state, isGone: false };
    // A spectator of frames gets no events, so the summary supplies their data.
    this.#state = {
      ...without(this.#state, "drawProposer", "takebackProposer", "turnSeat", "choices"),
      summary,
      round: summary.round ?? 1,
      ply: summary.ply ?? 0,
      points: summary.points ?? [],
      clocks: summary.clocks ?? [],
      clocksAtMs: this.#now(),
      isPaused: summary.paused ?? false,
      losses: summary.losses ?? [],
      watchers: summary.watchers ?? 0,
      ...(summary.drawProposer !== undefined && { drawProposer: summary.drawProposer }),
      ...(summary.takebackProposer !== undefined && { takebackProposer: summary.takebackProposer }),
      ...(summary.turnSeat !== undefined && { turnSeat: summary.turnSeat }),
      ...(summary.verdict && { end: { verdict: summary.verdict } }),
    };
  }

  #event(event: pb.MatchEvent): Happening[] {
    const seq = Number(event.seq ?? 0);
    // After a cut, the stream may begin with known events.
    if (seq <= this.#state.seq) return [];
    const { state, happenings } = happened(this.#state, event);
    this.#state = { ...state, seq };
    // The same place comes again, as another turn.
    if (event.movesTakenBack) this.#told = { ...this.#told, place: "" };
    return happenings;
  }

  #frame(frame: pb.Frame): Happening[] {
    const before = this.#state;
    const { round = 1, ply = 0, clocks = [], points = before.points, turnSeat, choices } = frame;
    const scene = this.#scenes.read(frame);
    this.#state = {
      ...without(before, "turnSeat", "choices"),
      round,
      ply,
      clocks,
      points,
      clocksAtMs: this.#now(),
      absent: deadlines(before.absent, frame, this.#now()),
      ...(scene && { scene }),
      ...(turnSeat !== undefined && { turnSeat }),
      ...(choices && { choices }),
    };
    if (turnSeat === undefined) return [];
    return this.#turn(turnSeat, `${round}.${ply}.${turnSeat}`, choices);
  }

  /** Tells of a turn once: a reopened stream sends it again. */
  #turn(seat: number, place: string, choices: pb.Choices | undefined): Happening[] {
    const told = this.#told;
    const isKnown = choices ? choices.turnId === told.turnId : place === told.place;
    this.#told = { turnId: choices?.turnId ?? told.turnId, place };
    return isKnown ? [] : [{ kind: "turn", seat, ...(choices && { choices }) }];
  }
}

/**
 * Converts deadlines to times of `now`. Events give deadlines in the time of the match. They are
 * kept below 0 until a frame gives the present time of the match.
 */
function deadlines(
  absent: MatchState["absent"],
  { atNs }: pb.Frame,
  now: number,
): MatchState["absent"] {
  const matchMs = Number(atNs ?? 0) / 1e6;
  const at = (until: number | undefined) =>
    until === undefined || until >= 0 ? until : now + (-until - matchMs);
  return new Map([...absent].map(([seat, until]) => [seat, at(until)]));
}
