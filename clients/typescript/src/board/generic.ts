/** The skin of a game without one of its own: a label in a disc. */
import { css, nothing, svg } from "lit";

import type { Space, Token } from "../scene/scene.js";
import { outline } from "./outlines.js";
import type { Skin, TokenLook, View } from "./skin.js";

const style = css`
  .generic-disc,
  .generic-back {
    stroke: var(--line);
    stroke-width: 0.03;
  }
  .generic-back {
    fill: var(--muted);
  }
  .generic-label,
  .generic-mark {
    font: 600 0.34px var(--font);
    text-anchor: middle;
    dominant-baseline: central;
  }
  .generic-long {
    font-size: 0.25px;
  }
  .generic-number {
    font-size: 0.2px;
  }
  .generic-rim {
    fill: none;
    stroke-width: 0.08;
  }
`;

/** Colours on which a text is dark. */
const LIGHT = new Set(["white", "yellow", "pink", "orange"]);

function token(token: Token, look: TokenLook, view: View) {
  const shape = outline(token.shape === "domino" ? "domino" : "circle", 0.82);
  if (token.faceDown) return svg`<path class="generic-back" d=${shape}></path>`;
  const colour = view.colour(token);
  const ink = LIGHT.has(colour) ? "#1b1b1b" : "#fff";
  const text = token.label || letter(view.word("token", token.kind));
  const isLong = text.length > 2 && token.shape !== "domino";
  const size = isLong ? "generic-label generic-long" : "generic-label";
  return svg`
    <path class="generic-disc" d=${shape} fill="var(--colour-${colour}, var(--muted))"></path>
    ${rim(token, view)}
    <g transform="rotate(${-look.turn})">
      <text class=${size} fill=${ink}>${text}</text>
      ${height(look, ink)}
      ${marks(token, ink)}
    </g>`;
}

/** The colour of the seat around a token that has another colour. */
function rim({ seat, colour, shape }: Token, view: View) {
  const side = seat === undefined ? "" : (view.sides[seat]?.colour ?? "");
  if (side === "" || side === colour || colour === "" || shape === "domino") return nothing;
  return svg`<circle class="generic-rim" r="0.37" stroke="var(--colour-${side}, var(--muted))"></circle>`;
}

/** The height of a stack, on its top token. */
function height({ level, height }: TokenLook, ink: string) {
  if (height === 1 || level < height - 1) return nothing;
  return svg`<text class="generic-label generic-number" y="0.26" fill=${ink}>×${height}</text>`;
}

function marks({ marks }: Token, ink: string) {
  if (!marks) return nothing;
  const dots = "•".repeat(marks.count);
  return svg`<text class="generic-mark generic-number" y="0.28" fill=${ink}>${dots}</text>`;
}

const letter = (word: string) => [...word][0] ?? "";

function space({ shape, colour }: Space) {
  const fill = colour === "" ? "var(--space)" : `var(--colour-${colour}, var(--space))`;
  return svg`<path class="space-shape" d=${outline(shape, 0.98)} fill=${fill}></path>`;
}

/** The skin of any game. */
export const generic: Skin = { style, space, token };
