/** Whether the hand of the viewer stays at the lower edge of the window: on narrow ones. */

/** Where the board is as wide as the window: `style/match.css`. */
const NARROW = matchMedia("(max-width: 60rem)");

export const hasTray = (): boolean => NARROW.matches;

/** Calls `changed` whenever the window gets narrow or wide, until the result is called. */
export function onTray(changed: () => void): () => void {
  NARROW.addEventListener("change", changed);
  return () => NARROW.removeEventListener("change", changed);
}
