/** What a board tells of a match: events for its page, sentences for a screen reader. */
import type { Happening } from "../client/match_state.js";
import type { Prompt } from "../scene/scene.js";
import { sayEnd, sayStep, sayTurn, type Speaker } from "./speech.js";

/** For whom a board tells, and how. */
export interface Telling {
  /** The seat of the viewer; unset for a spectator. */
  readonly seat: number | undefined;
  readonly speaker: Speaker;
  readonly prompt: Prompt | undefined;
  /** Fires an event of the board. */
  emit(name: string, detail: object): void;
}

/** Fires the event of a happening, and returns what is heard after it; `heard` before it. */
export function tell(happening: Happening, heard: string, telling: Telling): string {
  const { seat: own, speaker, prompt } = telling;
  if (happening.kind === "step") {
    const { round, ply, notation, seat } = happening.step;
    const isMine = seat !== undefined && seat === own;
    telling.emit("move", { round, ply, notation, isMine, ...(seat !== undefined && { seat }) });
    return sayStep(happening.step, speaker);
  }
  if (happening.kind === "turn") {
    const { seat, choices } = happening;
    const isMine = choices !== undefined;
    telling.emit("turn", { seat, isMine, ...(isMine && { turnId: choices.turnId }) });
    return isMine ? `${heard} ${sayTurn(prompt, speaker)}` : heard;
  }
  if (happening.kind === "end") {
    const { verdict } = happening;
    telling.emit("end", { verdict, places: verdict.places ?? [] });
    return `${heard} ${sayEnd({ verdict }, speaker)}`;
  }
  return heard;
}
