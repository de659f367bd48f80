/**
 * The picture of a scene: pure templates, the same for an element, a thumbnail and a file. What
 * can be clicked has `data-space` or `data-hand`; the element listens at the root.
 */
import { nothing, svg, type SVGTemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";

import { MOST_LETTERS, type HandLayout, type HandToken } from "../scene/hands.js";
import type { Box, Point } from "../scene/layout.js";
import { shortName } from "../scene/names.js";
import type { Space, Token } from "../scene/scene.js";
import { handHit, hits } from "./hits.js";
import { outline } from "./outlines.js";
import type { Skin, SpaceLook, TokenLook } from "./skin.js";
import type { BoardView } from "./view.js";

const number = (value: number) => Math.round(value * 1000) / 1000;

/** The attribute that puts a drawing in its place. */
const transform = ({ x, y }: { x: number; y: number }, turn = 0, scale = 1): string =>
  `translate(${number(x)} ${number(y)})` +
  (turn % 360 === 0 ? "" : ` rotate(${number(turn)})`) +
  (scale === 1 ? "" : ` scale(${number(scale)})`);

const box = (x: number, y: number, width: number, height: number): string =>
  [x, y, width, height].map(number).join(" ");

/** Returns the whole picture, but for the hand that is drawn by itself. */
export function picture(view: BoardView): SVGTemplateResult {
  const { layout, skin, port, tray } = view;
  const { window } = layout;
  const hands = layout.hands.filter((hand) => !isInTray(hand, view));
  const content = svg`
    ${skin.defs?.() ?? nothing}
    ${hands.map((hand) => handName(hand, view))}
    <svg class="window" part="board" x=${number(window.x)} y=${number(window.y)}
      width=${number(window.width)} height=${number(window.height)}
      viewBox=${box(port.x, port.y, port.width, port.height)}
      overflow=${view.isZoomed ? "hidden" : "visible"}>${board(view)}</svg>
    ${hands.map((hand) => handTokens(hand, view))}`;
  const grows = skin.aspect === undefined ? "picture" : "picture grows";
  const name = view.isZoomed ? `${grows} zoomed` : grows;
  return svg`<svg class=${name} viewBox=${box(0, 0, layout.width, tray?.y ?? layout.height)}
    role=${view.isStill ? "img" : "group"} aria-label=${view.label}>${content}</svg>`;
}

/** Returns the hand that is drawn by itself, in the coordinates of the picture. */
export function trayPicture(view: BoardView, label: string): SVGTemplateResult | typeof nothing {
  const { layout, tray } = view;
  if (!tray) return nothing;
  const hands = layout.hands.filter((hand) => isInTray(hand, view));
  return svg`<svg class="picture held" viewBox=${box(tray.x, tray.y, tray.width, tray.height)}
    role="group" aria-label=${label}>${hands.map((hand) => [handName(hand, view), handTokens(hand, view)])}</svg>`;
}

const isInTray = ({ box: { y } }: HandLayout, { tray }: BoardView): boolean =>
  tray !== undefined && y >= tray.y;

function board(view: BoardView): SVGTemplateResult {
  const { scene, skin } = view;
  const stacks = stacked(scene.tokens);
  const last = scene.lastMove.map((id) => mark(id, view, 0, tint));
  return svg`
    ${skin.aspect === undefined ? nothing : backdrop(view.port)}
    ${skin.ground?.(view) ?? nothing}
    <g class="spaces">${repeat(
      scene.spaces,
      ({ id }) => id,
      (space) => drawSpace(space, stacks, view),
    )}</g>
    <g class="lasts">${last}</g>
    <g class="tokens">${repeat(painted(stacks, view), key, (token) => boardToken(token, stacks, view))}</g>
    <g class="marks">${marks(view, stacks)}</g>
    ${skin.above?.(view) ?? nothing}
    ${view.isStill ? nothing : hits(view, stacks)}`;
}

/** What a drag of the view meets between the spaces. */
const backdrop = ({ x, y, width, height }: Box) =>
  svg`<rect class="backdrop" x=${number(x)} y=${number(y)} width=${number(width)} height=${number(height)}></rect>`;

/** The order of drawing: stacks in front cover those behind them. */
function painted(stacks: ReadonlyMap<string, readonly Token[]>, view: BoardView): Token[] {
  const y = (space: string) => view.at(space)?.y ?? 0;
  return [...stacks].sort(([one], [other]) => y(one) - y(other)).flatMap(([, stack]) => stack);
}

const key = (token: Token, index: number): string => token.id || `${token.space} ${index}`;

/** Returns the tokens of each space, the lowest first. */
function stacked(tokens: readonly Token[]): Map<string, Token[]> {
  const stacks = new Map<string, Token[]>();
  for (const token of tokens) {
    const stack = stacks.get(token.space);
    if (stack) stack.push(token);
    else stacks.set(token.space, [token]);
  }
  return stacks;
}

/** A drawing on a space, as high as `height` tokens; nothing if the scene has no such space. */
function mark(
  id: string,
  view: BoardView,
  height: number,
  draw: (space: Space) => SVGTemplateResult,
): SVGTemplateResult | typeof nothing {
  const [space, at] = [view.space(id), view.at(id)];
  if (!space || !at) return nothing;
  const { x, y } = height > 1 ? raise(view, height - 1, height, id) : { x: 0, y: 0 };
  return svg`<g transform=${transform({ x: at.x + x, y: at.y + y }, at.turn)}>${draw(space)}</g>`;
}

const raise = (view: BoardView, level: number, height: number, space: string): Point =>
  (view.skin.lift ?? lift)(level, height, view.hovered === space);

const tint = ({ shape }: Space) => svg`<path class="last" part="last" d=${outline(shape)}></path>`;

function drawSpace(
  space: Space,
  stacks: ReadonlyMap<string, readonly Token[]>,
  view: BoardView,
): SVGTemplateResult | typeof nothing {
  const at = view.at(space.id);
  if (!at) return nothing;
  const look: SpaceLook = {
    isLast: view.scene.lastMove.includes(space.id),
    isTarget: view.isNext("space", space.id),
    isTaken: stacks.has(space.id),
  };
  const drawing = view.skin.space?.(space, look, view) ?? plainSpace(space);
  return svg`<g class="space" part=${`space ${space.colour}`} transform=${transform(at, at.turn)}>${drawing}</g>`;
}

const plainSpace = ({ shape }: Space) =>
  svg`<path class="space-shape" fill="var(--space)" d=${outline(shape, 0.98)}></path>`;

const LIFT = 0.12;

/** The default of `Skin.lift`. */
const lift: NonNullable<Skin["lift"]> = (level, _height, isSpread) => ({
  x: 0,
  y: -level * LIFT * (isSpread ? 2 : 1),
});

function boardToken(
  token: Token,
  stacks: ReadonlyMap<string, readonly Token[]>,
  view: BoardView,
): SVGTemplateResult | typeof nothing {
  const at = view.at(token.space);
  if (!at) return nothing;
  const stack = stacks.get(token.space) ?? [token];
  const level = stack.indexOf(token);
  const isHovered = view.hovered === token.space;
  const raised = raise(view, level, stack.length, token.space);
  const turn = at.turn + 90 * token.quarterTurns;
  const look: TokenLook = {
    where: "board",
    level,
    height: stack.length,
    isChosen: view.chosen.includes(token.space),
    isHovered,
    isLeaving: token.id !== "" && view.leaving.has(token.id),
    turn,
  };
  const place = transform({ x: at.x + raised.x, y: at.y + raised.y }, turn);
  const isSent = view.isSent && view.held === "" && view.chosen[0] === token.space;
  return svg`<g class=${isSent ? "token sent" : "token"} part=${`token ${token.kind}`} data-token=${token.id} transform=${place}>
    ${view.skin.token(token, look, view)}</g>`;
}

/** Highlights, targets and the chosen spaces, above the tokens. */
function marks(view: BoardView, stacks: ReadonlyMap<string, readonly Token[]>): unknown[] {
  const { scene, skin } = view;
  const height = (id: string) => stacks.get(id)?.length ?? 0;
  const highlights = scene.highlights.flatMap(({ kind, spaces }) => {
    const draw = (space: Space) => skin.highlight?.(kind, space, view) ?? ring(space, kind);
    return spaces.map((id) => mark(id, view, height(id), draw));
  });
  const sources = view.chosen.map((id) => mark(id, view, height(id), source));
  const targets = view.targets.map((id) =>
    mark(id, view, height(id), (space) => target(space, height(id) > 0, view.asked === id)),
  );
  return [...highlights, ...sources, ...targets];
}

const ring = ({ shape }: Space, kind: string) =>
  svg`<path class="highlight" part=${`highlight ${kind}`} d=${outline(shape, 0.9)}></path>`;

const source = ({ shape }: Space) =>
  svg`<path class="source" part="source" d=${outline(shape, 0.95)}></path>`;

/** A dot on an empty space, a ring around what lies there; larger if it asks for another click. */
function target({ shape }: Space, isTaken: boolean, isAsked: boolean): SVGTemplateResult {
  const asked = isAsked ? " asked" : "";
  if (isTaken) {
    return svg`<path class=${`target-ring${asked}`} part="target" d=${outline(shape, 0.88)}></path>`;
  }
  return svg`<circle class=${`target${asked}`} part="target" r=${isAsked ? 0.3 : 0.13}></circle>`;
}

function handTokens(hand: HandLayout, view: BoardView): SVGTemplateResult {
  const isAsked =
    hand.seat === view.mover && hand.tokens.some(({ token }) => view.canClick("hand", token.id));
  const tokens = repeat(
    hand.tokens,
    ({ token }, index) => token.id || index,
    (placed) => handToken(placed, isAsked, view),
  );
  return svg`<g class="hand" part="hand">${tokens}</g>`;
}

function handToken(
  { token, x, y, scale }: HandToken,
  isAsked: boolean,
  view: BoardView,
): SVGTemplateResult {
  const isChosen = token.id !== "" && view.held === token.id;
  const canPlay = isAsked && view.canClick("hand", token.id);
  const turn = 90 * token.quarterTurns;
  const look: TokenLook = {
    where: "hand",
    level: 0,
    height: 1,
    isChosen,
    isHovered: false,
    isLeaving: false,
    turn,
  };
  const frame = isChosen
    ? svg`<path class="source" part="source" d=${outline(token.shape, 1)}></path>`
    : nothing;
  const isIdle = isAsked && !canPlay && !isChosen;
  const state = view.isSent && isChosen ? " sent" : isIdle ? " idle" : "";
  return svg`<g class=${`token${state}`} part=${`token ${token.kind}`}
    data-token=${token.id} transform=${transform({ x, y }, turn, scale)}>
    ${view.skin.token(token, look, view)}${frame}
    ${view.isStill || token.id === "" ? nothing : handHit(token, canPlay || isChosen, view)}</g>`;
}

function handName(hand: HandLayout, view: BoardView): SVGTemplateResult | typeof nothing {
  if (!hand.name || view.detail === "small") return nothing;
  const { x, y } = hand.name;
  const colour = view.sides[hand.seat]?.colour ?? "grey";
  const name = view.names[hand.seat] || view.word("side", view.sides[hand.seat]?.name ?? "");
  return svg`<g transform=${transform({ x, y })}>
    <circle cx="0.2" r="0.16" fill=${`var(--colour-${colour}, var(--muted))`}></circle>
    <text class="name" part="name" x="0.5">${shortName(name, MOST_LETTERS)}</text></g>`;
}
