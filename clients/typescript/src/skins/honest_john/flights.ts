/** Chips that fly from the seats that pay to the seats that earn. */
import { nothing, svg, type SVGTemplateResult } from "lit";

import type { View } from "../../board/skin.js";
import { short } from "../shared/shapes.js";
import { chip, plateAt, wealth } from "./seats.js";

/** Maximum animated chips: more than change hands at the end of a round of eight. */
const MOST_FLIGHTS = 8;

/** Returns each seat once for every chip that it lost, or won if `sign` is 1. */
function moved(view: View, before: View["scene"], sign: 1 | -1): number[] {
  return view.scene.hands.flatMap(({ seat }) => {
    const [now, then] = [wealth(view, seat), wealth({ scene: before }, seat)];
    if (now?.key !== "chips" || then?.key !== "chips") return [];
    const change = sign * (Number(now.value) - Number(then.value));
    return Array.from({ length: Math.min(MOST_FLIGHTS, Math.max(0, change)) }, () => seat);
  });
}

/**
 * Draws the flights. Each is laid along an axis of length 1 by a turn and a scale, so one animation
 * serves all of them. A second animation with another name restarts it.
 */
export function flights(view: View): SVGTemplateResult {
  const { before } = view;
  if (!before || view.detail === "small") return svg`${nothing}`;
  const payers = moved(view, before, -1);
  const earners = moved(view, before, 1);
  const isOdd = view.scene.tokens.length % 2 === 1;
  return svg`${payers.slice(0, MOST_FLIGHTS).map((payer, index) => {
    const from = plateAt(view, payer);
    const to = plateAt(view, earners[index] ?? payer);
    if (!from || !to || from === to) return nothing;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const turn = short((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI);
    return svg`<g transform="translate(${short(from.x)} ${short(from.y)}) rotate(${turn}) scale(${short(length)})">
      <g class="honest_john-flight ${isOdd ? "honest_john-flight-a" : "honest_john-flight-b"}">
        <g transform="scale(${short(1 / length)}) rotate(${-Number(turn)})">${chip(0.36)}</g>
      </g>
    </g>`;
  })}`;
}
