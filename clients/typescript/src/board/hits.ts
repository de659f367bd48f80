/**
 * What the pointer and the keyboard meet: an area for each space and each token of a hand, with the
 * words of a screen reader. One of them has the keyboard's place; arrow keys move it.
 */
import { svg, type SVGTemplateResult } from "lit";

import type { Token } from "../scene/scene.js";
import { outline } from "./outlines.js";
import type { View } from "./skin.js";
import type { BoardView } from "./view.js";

/** The areas of the spaces. */
export function hits(
  view: BoardView,
  stacks: ReadonlyMap<string, readonly Token[]>,
): SVGTemplateResult {
  const areas = view.scene.spaces.map(({ id, shape }) => {
    const at = view.at(id);
    const canClick = view.canClick("space", id) || view.chosen.includes(id);
    const label = [id, ...(stacks.get(id) ?? []).map((token) => tokenName(token, view)).reverse()];
    const place = `translate(${at?.x ?? 0} ${at?.y ?? 0}) rotate(${at?.turn ?? 0})`;
    return svg`<path class=${canClick ? "hit can" : "hit"} data-space=${id} d=${outline(shape)}
      transform=${place} role="button" tabindex=${view.focus === `space ${id}` ? 0 : -1}
      aria-label=${label.join(", ")} aria-disabled=${canClick ? "false" : "true"}
      aria-pressed=${view.chosen.includes(id) ? "true" : "false"}></path>`;
  });
  return svg`<g class="hits">${areas}</g>`;
}

/** The area of a token of a hand, in the coordinates of the token. */
export function handHit(token: Token, canPlay: boolean, view: BoardView): SVGTemplateResult {
  const label = tokenName(token, view);
  return svg`<path class=${canPlay ? "hit can" : "hit"} data-hand=${token.id} d=${outline(token.shape)}
    role="button" tabindex=${view.focus === `hand ${token.id}` ? 0 : -1} aria-label=${label}
    aria-disabled=${canPlay ? "false" : "true"}
    aria-pressed=${view.held === token.id ? "true" : "false"}></path>`;
}

/** Returns the words of a token: its side, its kind, what is written on it, its colour. */
export function tokenName(token: Token, view: View): string {
  if (token.faceDown) return view.word("token", token.kind);
  const side = token.seat === undefined ? "" : (view.sides[token.seat]?.name ?? "");
  const isOwn = token.colour !== "" && token.colour !== view.sides[token.seat ?? -1]?.colour;
  const words = [
    side === "" ? "" : view.word("side", side),
    view.word("token", token.kind),
    token.label,
    isOwn ? view.word("colour", token.colour) : "",
  ];
  return words.filter((word) => word !== "").join(" ");
}
