/** The plates of the seats, between two lines each, and the questions between seats. */
import { nothing, svg, type SVGTemplateResult } from "lit";

import type { View } from "../../board/skin.js";
import type { Point } from "../../scene/layout.js";
import { nameRoom, shortName } from "../../scene/names.js";
import type { Scene } from "../../scene/scene.js";
import { short } from "../shared/shapes.js";
import { half, seatClass } from "./domino.js";

/**
 * The distance of a plate from the centre. With more than five lines, there is room only further
 * outside. Plates are wider than high, so those at the sides are nearer than those above.
 */
const NEAR = 4.05;
const FAR = 6.5;
const NEAR_SIDEWAYS = 0.35;
const FAR_SIDEWAYS = 0.8;
const MOST_NEAR = 5;
/** The scale of plates in pictures with more seats, which are smaller on the screen. */
const FAR_SCALE = 1.2;
const WIDTH = 2.9;
const HEIGHT = 1.24;
const BALLOON = 0.7;
const MOST_LETTERS = 13;
/** The size of a name, and the number of letters of size 1 that fit on a plate. */
const NAME_SIZE = 0.42;
const LETTERS_OF_ONE = 4.1;

/** Returns the middle of a seat's plate, which is clockwise of the seat's line. */
export function plateAt(view: View, seat: number): Point | undefined {
  const start = view.at(`${seat}:0`);
  if (!start) return undefined;
  const angle = Math.atan2(start.y, start.x) + Math.PI / view.scene.hands.length;
  const [most, sideways] = isNear(view.scene) ? [NEAR, NEAR_SIDEWAYS] : [FAR, FAR_SIDEWAYS];
  const radius = most - sideways * Math.abs(Math.cos(angle));
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}

const isNear = ({ hands }: Scene) => hands.length <= MOST_NEAR;

const plateScale = ({ scene }: View) => (isNear(scene) ? 1 : FAR_SCALE);

/** Returns the distance of the plates' outer edge from the centre. */
export const reach = (scene: Scene): number => (isNear(scene) ? NEAR + WIDTH / 2 : FAR + WIDTH / 2);

/** Draws a chip with notches on its rim, centred on 0,0. */
export function chip(radius: number): SVGTemplateResult {
  const around = 2 * Math.PI * radius * 0.8;
  return svg`<circle class="honest_john-chip" r=${short(radius)} stroke-width=${short(radius * 0.16)}/>
    <circle class="honest_john-chip-notches" r=${short(radius * 0.8)} stroke-width=${short(radius * 0.3)}
      stroke-dasharray="${short(around / 12)} ${short(around / 12)}"/>`;
}

/** Returns the chips or pips of a seat as text, with their kind. */
export function wealth(
  view: Pick<View, "scene">,
  seat: number,
): { key: string; value: string } | undefined {
  return view.scene.counters.find(
    (counter) => counter.seat === seat && (counter.key === "chips" || counter.key === "pips"),
  );
}

function plate(view: View, seat: number): SVGTemplateResult {
  const at = plateAt(view, seat);
  if (!at) return svg`${nothing}`;
  const place = `translate(${short(at.x)} ${short(at.y)}) scale(${plateScale(view)})`;
  if (view.detail === "small") {
    return svg`<g class=${seatClass(view, seat)} transform=${place}><circle class="honest_john-seat" r=".6"/></g>`;
  }
  const counter = wealth(view, seat);
  const isActing = view.scene.prompt?.seat === seat;
  const name = shortName(view.names[seat] ?? "", MOST_LETTERS);
  const size = Math.min(NAME_SIZE, LETTERS_OF_ONE / Math.max(1, nameRoom(name)));
  const left = -WIDTH / 2;
  const down = name === "" ? "0" : ".3";
  return svg`<g class=${seatClass(view, seat)} part="honest_john-seat" transform=${place}>
    <rect class="honest_john-plate" x=${left} y=${-HEIGHT / 2} width=${WIDTH} height=${HEIGHT} rx=".2"/>
    <rect class="honest_john-plate-edge" x=${left} y=${-HEIGHT / 2} width=${WIDTH} height=${HEIGHT} rx=".2"
      stroke-width=${isActing ? 0.1 : 0.045}/>
    <text class="honest_john-plate-text" x="0" y="-.09" font-size=${short(size)} text-anchor="middle">${name}</text>
    <g transform="translate(0 ${down})">
      ${counter?.key === "chips" ? svg`<g transform="translate(-.42 0)">${chip(0.2)}</g>` : nothing}
      <text class="honest_john-plate-text" x=${counter?.key === "chips" ? -0.12 : 0} y=".15" font-size=".43"
        text-anchor=${counter?.key === "chips" ? "start" : "middle"}>${counter?.value ?? ""}</text>
    </g>
  </g>`;
}

/** Draws all plates. */
export function plates(view: View): SVGTemplateResult[] {
  return view.scene.hands.map(({ seat }) => plate(view, seat));
}

/** Draws the current question with its number: an arrow between two plates, and a balloon. */
export function question(view: View): SVGTemplateResult {
  const { prompt } = view.scene;
  const from = prompt?.forSeat === undefined ? undefined : plateAt(view, prompt.forSeat);
  const to = prompt?.seat === undefined ? undefined : plateAt(view, prompt.seat);
  if (!prompt || !from || !to || view.detail === "small") return svg`${nothing}`;
  const [right, down] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(right, down);
  const [ux, uy] = [right / length, down / length];
  const scale = plateScale(view);
  const start = outside(from, ux, uy, scale, 0.12);
  const end = outside(to, -ux, -uy, scale, 0.2);
  const line = `M${short(start.x)} ${short(start.y)}L${short(end.x - ux * 0.3)} ${short(end.y - uy * 0.3)}`;
  const turn = (Math.atan2(uy, ux) * 180) / Math.PI;
  const speech = outside(from, ux, uy, scale, BALLOON);
  return svg`<g class=${seatClass(view, prompt.forSeat)} part="honest_john-question">
    <path class="honest_john-way-under" d=${line} stroke-width=".26"/>
    <path class="honest_john-way" d=${line} stroke-width=".12"/>
    <path class="honest_john-head"
      transform="translate(${short(end.x)} ${short(end.y)}) rotate(${short(turn)})" d="M0 0L-.46-.27V.27z"
      stroke-width=".07" stroke-linejoin="round"/>
    <g transform="translate(${short(speech.x)} ${short(speech.y)})">${balloon(prompt.value)}</g>
  </g>`;
}

/** Draws a round balloon with the requested half of a domino. */
function balloon(value: string): SVGTemplateResult {
  return svg`<circle class="honest_john-balloon" r=${BALLOON} stroke-width=".07"/>
    <g class="skin-white">
      <rect class="skin-side" x="-.44" y="-.37" width=".88" height=".88" rx=".13" stroke-width=".02"/>
      <rect class="skin-face" x="-.44" y="-.44" width=".88" height=".88" rx=".13"/>
      ${half(value, 0, 0, true)}
    </g>`;
}

/** Returns the point where an arrow leaves a plate in this direction, with a gap. */
function outside({ x, y }: Point, ux: number, uy: number, scale: number, gap: number): Point {
  const byWidth = Math.abs(ux) < 0.001 ? Infinity : WIDTH / 2 / Math.abs(ux);
  const byHeight = Math.abs(uy) < 0.001 ? Infinity : HEIGHT / 2 / Math.abs(uy);
  const distance = Math.min(byWidth, byHeight) * scale + gap;
  return { x: x + ux * distance, y: y + uy * distance };
}
