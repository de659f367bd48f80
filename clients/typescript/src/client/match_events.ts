/** The changes of a match's state by each event. */
import type * as pb from "../messages/index.js";
import { without, type Happening, type MatchState, type MatchStep } from "./match_state.js";

/** Maximum steps of a match that are kept. */
const MOST_STEPS = 20_000;

interface Result {
  readonly state: MatchState;
  readonly happenings: Happening[];
}

const same = (state: MatchState): Result => ({ state, happenings: [] });

/** Returns the state after an event, and the changes. */
export function happened(state: MatchState, event: pb.MatchEvent): Result {
  const step = stepOf(event);
  if (step) return played(state, step);
  if (event.movesTakenBack) return takenBack(state, event.movesTakenBack);
  if (event.roundEnded) return roundEnded(state, event.roundEnded, event.revealed);
  if (event.proposalMade) return proposed(state, event.proposalMade);
  if (event.proposalAnswered) return answered(state, event.proposalAnswered);
  if (event.matchPaused || event.matchResumed) return paused(state, Boolean(event.matchPaused));
  if (event.seatLost) return lost(state, event.seatLost);
  if (event.matchEnded) return ended(state, event.matchEnded, event.revealed);
  return presence(state, event);
}

function stepOf(event: pb.MatchEvent): MatchStep | undefined {
  const seated = event.movePlayed ?? event.forcedMovePlayed ?? event.moveSubstituted;
  const step = seated ?? event.chanceResolved;
  if (!step) return undefined;
  return {
    round: step.round ?? 1,
    ply: step.ply ?? 0,
    notation: step.notation ?? "",
    isForced: !event.movePlayed,
    ...(seated && { seat: seated.seat ?? 0 }),
  };
}

/** Adds a step. Proposals that wait for the seat lapse. */
function played(state: MatchState, step: MatchStep): Result {
  const steps = [...state.steps.slice(-MOST_STEPS), step];
  const moved = { ...without(state, "takebackProposer"), steps, round: step.round };
  const isAsked = state.drawProposer !== undefined && state.drawProposer !== step.seat;
  const waits = !isAsked || step.seat === undefined || state.accepted.includes(step.seat);
  const rest = waits ? moved : { ...without(moved, "drawProposer"), accepted: [] };
  return { state: { ...rest, ply: step.ply + 1 }, happenings: [{ kind: "step", step }] };
}

function takenBack(state: MatchState, { round = 1, ply = 0 }: pb.MovesTakenBack): Result {
  const stays = (step: MatchStep) => step.round < round || (step.round === round && step.ply < ply);
  const steps = state.steps.filter(stays);
  const rest = without(state, "takebackProposer", "drawProposer");
  return {
    state: { ...rest, steps, round, ply, accepted: [] },
    happenings: [{ kind: "takeback", round, ply }],
  };
}

function roundEnded(state: MatchState, ended: pb.RoundEnded, revealed?: pb.Revealed): Result {
  const end = { round: ended.round ?? 1, result: ended.result ?? {} };
  const shown = reveal(state, end.round, revealed);
  return {
    state: { ...shown, results: [...state.results, end], points: end.result.totals ?? [] },
    happenings: [{ kind: "round", end }],
  };
}

/** Replaces hidden steps by their full notation. */
function reveal(state: MatchState, round: number, revealed?: pb.Revealed): MatchState {
  if (!revealed?.steps) return state;
  const full = new Map(revealed.steps.map(({ ply = 0, notation = "" }) => [ply, notation]));
  const steps = state.steps.map((step) => {
    const notation = step.round === round ? full.get(step.ply) : undefined;
    return notation === undefined ? step : { ...step, notation };
  });
  return { ...state, steps };
}

function proposed(state: MatchState, { seat = 0, proposal }: pb.ProposalMade): Result {
  if (!proposal) return same(state);
  const isDraw = proposal === "PROPOSAL_DRAW";
  const open = isDraw ? { drawProposer: seat } : { takebackProposer: seat };
  return {
    state: { ...state, ...open, accepted: [] },
    happenings: [{ kind: "proposal", seat, proposal }],
  };
}

function answered(state: MatchState, { seat = 0, proposal, answer }: pb.ProposalAnswered): Result {
  if (!answer) return same(state);
  const happenings: Happening[] = [{ kind: "answer", seat, answer }];
  if (answer === "PROPOSAL_ANSWER_ACCEPT") {
    return { state: { ...state, accepted: [...state.accepted, seat] }, happenings };
  }
  const closed = proposal === "PROPOSAL_DRAW" ? "drawProposer" : "takebackProposer";
  return { state: { ...without(state, closed), accepted: [] }, happenings };
}

function paused(state: MatchState, isPaused: boolean): Result {
  return { state: { ...state, isPaused }, happenings: [{ kind: "pause", isPaused }] };
}

function lost(state: MatchState, loss: pb.SeatLost): Result {
  const { seat = 0, cause = "TERMINATION_UNSPECIFIED" } = loss;
  // The summary of a stream may already contain this loss.
  const others = state.losses.filter((one) => (one.seat ?? 0) !== seat);
  const losses = [...others, { seat, cause }];
  return { state: { ...state, losses }, happenings: [{ kind: "lost", seat, cause }] };
}

function ended(state: MatchState, end: pb.MatchEnded, revealed?: pb.Revealed): Result {
  const closed = without(state, "drawProposer", "takebackProposer", "turnSeat", "choices");
  const shown = reveal({ ...closed, absent: new Map(), end }, state.round, revealed);
  return { state: shown, happenings: [{ kind: "end", verdict: end.verdict ?? {} }] };
}

function presence(state: MatchState, event: pb.MatchEvent): Result {
  const { seatConnected, seatDisconnected } = event;
  if (!seatConnected && !seatDisconnected) return same(state);
  const seat = (seatConnected ?? seatDisconnected)?.seat ?? 0;
  const absent = new Map(state.absent);
  if (seatConnected) absent.delete(seat);
  else absent.set(seat, deadline(seatDisconnected?.graceUntilNs));
  const isAway = Boolean(seatDisconnected);
  return { state: { ...state, absent }, happenings: [{ kind: "presence", seat, isAway }] };
}

/**
 * Returns a deadline in the time of the match, kept below 0 until a frame gives the present time of
 * the match.
 */
function deadline(untilNs: string | undefined): number | undefined {
  return untilNs === undefined ? undefined : -Number(untilNs) / 1e6;
}
