/** Actions of a player other than moves: takeback, draw, claim, resign, abort, rematch. */
import type { MatchState, pb } from "referee-client";
import { html, nothing, type TemplateResult } from "lit";

import { game } from "../parts/games.js";
import { seatName } from "../parts/players.js";
import { icon } from "../shell/icons.js";
import { num } from "../words/format.js";
import { say, t, type Key } from "../words/index.js";

export interface ActionsView {
  readonly summary: pb.MatchSummary;
  readonly state: MatchState;
  readonly seat: number;
  /** Whether "resign" was clicked once, so the next click resigns. */
  readonly isArmed: boolean;
  readonly submit: (command: Omit<pb.SubmitCommandRequest, "matchId">) => void;
  readonly arm: () => void;
  /** The seats that agree to a rematch, and the id of the rematch. */
  readonly agreed: readonly number[];
  readonly rematchId: string;
  readonly rematch: (wish: pb.RematchWish) => void;
}

const propose = (proposal: pb.Proposal): Omit<pb.SubmitCommandRequest, "matchId"> => ({
  propose: { proposal },
});
const answer = (
  proposal: pb.Proposal,
  answer: pb.ProposalAnswer,
): Omit<pb.SubmitCommandRequest, "matchId"> => ({ answerProposal: { proposal, answer } });

const KINDS: readonly {
  proposal: pb.Proposal;
  proposer: "drawProposer" | "takebackProposer";
  theirs: Key;
  mine: Key;
}[] = [
  {
    proposal: "PROPOSAL_DRAW",
    proposer: "drawProposer",
    theirs: "draw.offered",
    mine: "draw.mine",
  },
  {
    proposal: "PROPOSAL_TAKEBACK",
    proposer: "takebackProposer",
    theirs: "takeback.offered",
    mine: "takeback.mine",
  },
];

/** Draws the open proposals with the buttons to answer them. */
function proposals({ summary, state, seat, submit }: ActionsView): TemplateResult[] {
  return KINDS.flatMap(({ proposal, proposer, theirs, mine }) => {
    const by = state[proposer];
    if (by === undefined) return [];
    if (by === seat || state.accepted.includes(seat))
      return [html`<p class="proposal soft">${t(mine)}</p>`];
    return [
      html`<div class="proposal" role="alert">
        <p>${say(theirs, { name: seatName(summary, by) })}</p>
        <div class="row tight">
          <button
            class="primary accept"
            @click=${() => submit(answer(proposal, "PROPOSAL_ANSWER_ACCEPT"))}
          >
            ${t("accept")}
          </button>
          <button
            class="decline"
            @click=${() => submit(answer(proposal, "PROPOSAL_ANSWER_DECLINE"))}
          >
            ${t("decline")}
          </button>
        </div>
      </div>`,
    ];
  });
}

/** Returns whether the match can still be called off: not every seat has moved yet. */
function isYoung({ summary, state }: ActionsView): boolean {
  const moved = new Set(state.steps.filter(({ isForced }) => !isForced).map((step) => step.seat));
  return moved.size < (summary.players ?? []).length && !summary.rules?.rated && !summary.occasion;
}

function playing(view: ActionsView): TemplateResult {
  const { summary, state, seat, isArmed, submit, arm } = view;
  const rules = game(summary.game ?? "");
  const hasMoved = state.steps.some((step) => step.seat === seat && !step.isForced);
  const canTakeBack = hasMoved && !summary.rules?.rated && !rules?.hidden && !rules?.chance;
  return html`${proposals(view)}
    <div class="actions">
      ${
        canTakeBack
          ? html`<button
              class="takeback"
              ?disabled=${state.takebackProposer !== undefined}
              @click=${() => submit(propose("PROPOSAL_TAKEBACK"))}
            >
              ${icon("undo")}${t("takeback")}
            </button>`
          : nothing
      }
      ${
        rules?.draws
          ? html`<button
              class="draw"
              ?disabled=${state.drawProposer !== undefined}
              @click=${() => submit(propose("PROPOSAL_DRAW"))}
            >
              ${icon("half")}${t("draw")}
            </button>`
          : nothing
      }
      ${state.choices?.claimable ? html`<button class="primary claim" @click=${() => submit({ claimDraw: {} })}>${t("claim")}</button>` : nothing}
      ${
        isYoung(view)
          ? html`<button class="abort" @click=${() => submit({ abort: {} })}>
              ${icon("close")}${t("abort")}
            </button>`
          : html`<button
              class="danger resign ${isArmed ? "armed" : ""}"
              @click=${() => (isArmed ? submit({ resign: {} }) : arm())}
            >
              ${icon("flag")}${t(isArmed ? "resign.sure" : "resign")}
            </button>`
      }
    </div>`;
}

function over({ summary, seat, agreed, rematchId, rematch }: ActionsView): TemplateResult {
  if (rematchId)
    return html`<div class="actions">
      <a class="button primary" href="/m/${rematchId}">${t("rematch.go")}</a>
    </div>`;
  const isAgreed = agreed.includes(seat);
  const others = agreed.filter((one) => one !== seat);
  const seats = (summary.players ?? []).length;
  return html` ${others.length > 0 && !isAgreed ? html`<p class="proposal">${say("rematch.offered", { name: others.map((one) => seatName(summary, one)).join(", ") })}</p>` : nothing}
    <div class="actions">
      <button
        class="rematch ${isAgreed ? "" : "primary"}"
        @click=${() => rematch(isAgreed ? "REMATCH_WISH_WITHDRAW" : "REMATCH_WISH_AGREE")}
      >
        ${icon("again")}${t(isAgreed ? "rematch.withdraw" : "rematch")}
      </button>
      ${isAgreed ? html`<span class="soft small">${t("rematch.waits", { n: num(agreed.length), all: num(seats) })}</span>` : nothing}
      <a class="button" href="/play?game=${summary.game}">${t("play.another")}</a>
    </div>`;
}

export const actionsView = (view: ActionsView): TemplateResult =>
  view.state.end ? over(view) : playing(view);
