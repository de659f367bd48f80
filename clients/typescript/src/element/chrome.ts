/**
 * The bars around a picture without a page of its own: players with clocks, the prompt, the
 * controls.
 */
import { html, nothing, type TemplateResult } from "lit";

import type { MatchState } from "../client/match_state.js";
import type { MatchEnded } from "../messages/index.js";
import { skinOf, type BoardView } from "../board/view.js";
import { controlBar, partsOf, playerBar, type Control, type Player } from "./bars.js";
import { isPresent, type Moment } from "./line.js";
import { digits } from "../scene/words.js";
import { endParts } from "./speech.js";

/** The data that the bars show. */
export interface Around {
  readonly view: BoardView;
  readonly lang: string;
  /** The earlier position on the board, if one is shown. */
  readonly moment: Moment | undefined;
  readonly isPosition: boolean;
  /** The text of the prompt in parts. */
  readonly prompt: readonly unknown[];
  readonly state?: MatchState;
  /** The end of the match; unset while it is played. */
  readonly end: MatchEnded | undefined;
  /** Requests another drawing soon, while a clock runs. */
  readonly tick: () => void;
  readonly act: Readonly<Record<Control, () => void>>;
}

interface Bars {
  readonly above: unknown;
  readonly below: unknown;
  readonly foot: TemplateResult;
}

/** Returns the bars around the picture. */
export function surroundings(around: Around): Bars {
  const { view, lang, state } = around;
  const players = state ? playersOf(view, state, lang) : [];
  const below = view.seat ?? 0;
  const names = view.sides.map(({ name }, seat) => view.names[seat] || view.word("side", name));
  const ended = around.end && partsOf(endParts(around.end, names, lang));
  if (state && !state.end && players.some(({ clock }) => clock?.running)) around.tick();
  return {
    above: playerBar(players.filter(({ seat }) => seat !== below).reverse(), lang),
    below: playerBar(
      players.filter(({ seat }) => seat === below),
      lang,
    ),
    foot: html` <div class="prompt" part="prompt">${ended ?? around.prompt}</div>
      ${view.isStill ? nothing : controlBar(controlsOf(around), lang, (control) => around.act[control]())}`,
  };
}

function playersOf(view: BoardView, state: MatchState, lang: string): Player[] {
  const elapsedMs = performance.now() - state.clocksAtMs;
  return (state.summary?.players ?? []).map((player, seat) => {
    const clock = state.clocks[seat];
    return {
      seat,
      name: view.names[seat] ?? player,
      side: view.sides[seat],
      isTurn: state.turnSeat === seat,
      isAway: state.absent.has(seat),
      counters: countersOf(seat, view, lang),
      elapsedMs,
      ...(clock && { clock }),
    };
  });
}

const countersOf = (seat: number, { scene, word }: BoardView, lang: string): string[] =>
  scene.counters
    .filter((counter) => counter.seat === seat)
    .map(({ key, value }) => `${word("counter", key)} ${digits(value, lang)}`);

function controlsOf({ view, moment, state, isPosition }: Around) {
  const isNow = !moment || (state !== undefined && isPresent(state, moment));
  const isFirst = moment?.round === 1 && moment.ply === 0;
  const canLook = state !== undefined || isPosition;
  const looks: { control: Control; isOff: boolean }[] = [
    { control: "first", isOff: isFirst },
    { control: "back", isOff: isFirst },
    { control: "forward", isOff: !isPosition && isNow },
    { control: "present", isOff: !isPosition && isNow },
  ];
  const grows = skinOf(view.game).aspect !== undefined;
  const zooms: { control: Control; isOff: boolean }[] = [
    { control: "closer", isOff: false },
    { control: "farther", isOff: false },
    { control: "whole", isOff: !view.isZoomed },
  ];
  return [
    ...(canLook ? looks : []),
    { control: "flip" as const, isOff: false },
    ...(grows ? zooms : []),
  ];
}
