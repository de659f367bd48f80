/** Honest John: a star of dominoes, with the plates of the seats between its lines. */
import { nothing, svg, type SVGTemplateResult } from "lit";

import type { Box, Skin, SpaceLook, View } from "../../board/skin.js";
import type { Scene, Space } from "../../scene/scene.js";
import { table } from "../shared/table.js";
import { domino, seatClass } from "./domino.js";
import { flights } from "./flights.js";
import { plates, question, reach } from "./seats.js";
import { style } from "./style.js";

/** Returns the area for the plates and the first dominoes, even before they are drawn. */
function room(scene: Scene): Box {
  const radius = reach(scene);
  return { x: -radius, y: -radius, width: 2 * radius, height: 2 * radius };
}

function ground(view: View): SVGTemplateResult {
  return svg`${table("honest_john-table", view.port)}${plates(view)}`;
}

/**
 * Draws a slot: a taken one shows the colour of the line around its domino, and an open one is an
 * outline.
 */
function space({ id, line }: Space, look: SpaceLook, view: View): SVGTemplateResult {
  if (!line) return svg`${nothing}`;
  const seat = seatClass(view, line.seat);
  if (!look.isTaken) {
    if (highlighted(view, "turn", id)) return svg`${nothing}`;
    return svg`<rect class="honest_john-slot ${seat}" x="-.93" y="-.43" width="1.86" height=".86" rx=".13"
      stroke-width=".05" stroke-dasharray=".14 .1"/>`;
  }
  return svg`<rect class="honest_john-track ${seat}" x="-1.05" y="-.56" width="2.1" height="1.12" rx=".2"/>`;
}

const highlighted = (view: View, kind: string, id: string) =>
  view.scene.highlights.some((one) => one.kind === kind && one.spaces.includes(id));

function highlight(kind: string, { id, line }: Space, view: View): SVGTemplateResult {
  const seat = seatClass(view, line?.seat);
  const outline = (name: string, width: number) =>
    svg`<rect class="${name} ${seat}" x="-.93" y="-.43" width="1.86" height=".86" rx=".13" stroke-width=${width}/>`;
  if (kind === "turn") return svg`${outline("honest_john-turn", 0.09)}`;
  if (kind !== "dead") return svg`${nothing}`;
  const isTaken = view.scene.tokens.some((token) => token.space === id);
  if (isTaken) return svg`${outline("honest_john-dead", 0)}`;
  return svg`<path class="honest_john-stop ${seat}" d="M-.75-.4V.4" stroke-width=".14"/>`;
}

function above(view: View): SVGTemplateResult {
  return svg`${question(view)}${flights(view)}`;
}

export const honestJohn: Skin = {
  style,
  margin: 0.45,
  aspect: 1,
  room,
  ground,
  space,
  token: domino,
  highlight,
  above,
  lift: () => ({ x: 0, y: 0 }),
};
