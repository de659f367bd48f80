/** The materials of the pieces of all four games, so that they look like one set. */
import { css } from "lit";

/**
 * The style of materials. A piece has a face, a darker side that gives it height, and a fine line
 * on its face. Only the faces are properties; the rest is mixed from them.
 */
export const materials = css`
  :host {
    --skin-ivory: var(--referee-ivory, light-dark(#f5eddb, #ece3cf));
    --skin-ebony: var(--referee-ebony, light-dark(#37383f, #26272c));
    --skin-scarlet: var(--referee-scarlet, light-dark(#c8372f, #c03a33));
    --skin-gold: var(--referee-gold, #e3b23c);
    --skin-shadow: var(--referee-shadow, light-dark(rgb(0 0 0 / 0.2), rgb(0 0 0 / 0.38)));
  }
  .skin-white {
    --face: var(--skin-ivory);
    --side: color-mix(in oklab, var(--skin-ivory), #3a2a10 24%);
    --rim: color-mix(in oklab, var(--skin-ivory), #3a2a10 30%);
    --text: #38301f;
  }
  .skin-black {
    --face: var(--skin-ebony);
    --side: color-mix(in oklab, var(--skin-ebony), #000 52%);
    --rim: color-mix(in oklab, var(--skin-ebony), #fff 24%);
    --text: #f5eddb;
  }
  .skin-red {
    --face: var(--skin-scarlet);
    --side: color-mix(in oklab, var(--skin-scarlet), #000 36%);
    --rim: color-mix(in oklab, var(--skin-scarlet), #fff 26%);
    --text: #fff;
  }
  .skin-face {
    fill: var(--face);
  }
  .skin-side {
    fill: var(--side);
    stroke: var(--side);
  }
  .skin-rim {
    fill: none;
    stroke: var(--rim);
  }
  .skin-shadow {
    fill: var(--skin-shadow);
  }
  .skin-text {
    fill: var(--text);
    font-family: var(--font);
    font-weight: 700;
    text-anchor: middle;
    user-select: none;
  }
  .skin-edge {
    fill: var(--muted);
    font-family: var(--font);
    font-weight: 500;
    text-anchor: middle;
    user-select: none;
  }
`;

/** Returns the class for the material of a colour. Colours without a material look like ivory. */
export function material(colour: string): string {
  return MATERIALS[colour] ?? "skin-white";
}

const MATERIALS: Readonly<Record<string, string>> = {
  white: "skin-white",
  black: "skin-black",
  red: "skin-red",
};
