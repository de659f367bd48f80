/** The answers to a turn as commands for a server, and the result of a match there. */
import { requestId } from "../client/follow.js";
import type * as pb from "../messages/index.js";
import { checked, type Result } from "./turn.js";

/** Returns the commands that answer a turn, in the order in which they are sent. */
export function commandsOf(turn: pb.Turn, chosen: unknown): pb.SubmitCommandRequest[] {
  const { matchId = "", turnId = "0" } = turn;
  const other = { matchId, requestId: requestId() };
  const answer = checked(chosen);
  if ("action" in answer) {
    if (answer.action === "resign") return [{ ...other, resign: {} }];
    if (answer.action === "claimDraw") return [{ ...other, claimDraw: {} }];
    const accepted = { proposal: "PROPOSAL_DRAW", answer: "PROPOSAL_ANSWER_ACCEPT" } as const;
    return [{ ...other, answerProposal: accepted }];
  }
  const score = answer.score === undefined ? {} : { score: String(answer.score) };
  const played = { matchId, playMove: { turnId, notation: answer.notation, ...score } };
  const offer: pb.SubmitCommandRequest = { ...other, propose: { proposal: "PROPOSAL_DRAW" } };
  return answer.offerDraw ? [offer, played] : [played];
}

/** Returns the command that adds to the luck of a match. */
export function nonceOf(matchId: string): pb.SubmitCommandRequest {
  return { matchId, requestId: requestId(), giveNonce: { nonce: requestId() } };
}

/** Returns the result of a match. */
export function resultOf(seated: pb.Seated, verdict: pb.Verdict): Result {
  const { matchId = "", seat = 0, summary = {} } = seated;
  const { termination = "", points = [], places = [], detail = "" } = verdict;
  const word = termination.replace(/^TERMINATION_/, "").toLowerCase();
  const { game = "", players = [] } = summary;
  const ends = { termination: word, causedBy: verdict.seat, points, places, detail };
  return { matchId, game, seat, players, ...ends };
}
