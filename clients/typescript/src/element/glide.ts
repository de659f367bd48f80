/**
 * Animates tokens: they glide from their old to their new place, by their ids, and removed tokens
 * fade.
 */
import type { Point } from "../scene/layout.js";
import type { BoardView } from "../board/view.js";

/** The place of a token, in coordinates of the picture. */
interface Spot extends Point {
  readonly scale: number;
}

/** The tokens of a picture by their ids. */
export type Spots = ReadonlyMap<string, Spot>;

const GLIDE_MS = 220;
const FADE_MS = 450;
/** Maximum tokens that glide together. More moved tokens mean another position, not a move. */
const MOST_GLIDES = 24;
const MOST_FADES = 48;

/** Returns the places of the tokens of a view. */
export function spotsOf(view: BoardView): Spots {
  const { scene, layout, port } = view;
  const { window } = layout;
  const scale = window.width / port.width;
  const spots = new Map<string, Spot>();
  for (const { id, space } of scene.tokens) {
    const at = view.at(space);
    if (id === "" || !at) continue;
    const [x, y] = [window.x + (at.x - port.x) * scale, window.y + (at.y - port.y) * scale];
    spots.set(id, { x, y, scale });
  }
  for (const { tokens } of layout.hands) {
    for (const { token, ...spot } of tokens) if (token.id !== "") spots.set(token.id, spot);
  }
  return spots;
}

/** Returns whether the user allows animations. */
export const canMove = (): boolean => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Animates the tokens of a picture that have moved since `before` to their places. */
export function glide(root: ParentNode, before: Spots, after: Spots): void {
  if (!canMove()) return;
  const moved = [...after].filter(([id, spot]) => {
    const from = before.get(id);
    return from && Math.hypot(from.x - spot.x, from.y - spot.y) > 0.05;
  });
  if (moved.length === 0 || moved.length > MOST_GLIDES) return;
  const elements = elementsOf(root);
  for (const [id, to] of moved) {
    const [element, from] = [elements.get(id), before.get(id)];
    if (element && from) glideOne(element, from, to);
  }
}

function elementsOf(root: ParentNode): Map<string, SVGGElement> {
  const all = root.querySelectorAll<SVGGElement>("[data-token]");
  return new Map([...all].map((element) => [element.dataset["token"] ?? "", element]));
}

/** Returns copies of the drawings of removed tokens; none if all tokens were removed. */
export function leavers(root: ParentNode, before: Spots, after: Spots): Node[] {
  const gone = [...before.keys()].filter((id) => !after.has(id));
  if (gone.length === 0 || gone.length > MOST_FADES || after.size === 0 || !canMove()) return [];
  const elements = elementsOf(root);
  return gone.flatMap((id) => elements.get(id)?.cloneNode(true) ?? []);
}

/** Fades copies of removed tokens at their places. */
export function fade(root: ParentNode, copies: readonly Node[]): void {
  const window = root.querySelector(".window");
  for (const copy of window ? copies : []) {
    if (!(copy instanceof SVGElement)) continue;
    copy.removeAttribute("data-token");
    window?.append(copy);
    const faded = copy.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE_MS });
    faded.onfinish = faded.oncancel = () => copy.remove();
  }
}

/** Animates an element to its drawn place by its `transform`. */
function glideOne(element: SVGGElement, from: Spot, to: Spot): void {
  const place = element.transform.baseVal.consolidate()?.matrix;
  if (!place) return;
  // On the board, an element's unit is `scale` units of the picture; in hands, both are equal.
  const isOnBoard = element.closest(".window") !== null;
  const unit = isOnBoard ? to.scale : 1;
  const [dx, dy] = [(from.x - to.x) / unit, (from.y - to.y) / unit];
  const grown = from.scale / to.scale;
  const matrix = (x: number, y: number, by: number) =>
    `matrix(${place.a * by}, ${place.b * by}, ${place.c * by}, ${place.d * by}, ${x}, ${y})`;
  element.animate(
    [
      { transform: matrix(place.e + dx, place.f + dy, grown) },
      { transform: matrix(place.e, place.f, 1) },
    ],
    { duration: GLIDE_MS, easing: "cubic-bezier(0.25, 0.6, 0.3, 1)" },
  );
}
