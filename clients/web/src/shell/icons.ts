/** Icons as outlines in a square of 20 units, in the colour of the text. */
import { html, svg, type TemplateResult } from "lit";

const PATHS = {
  first: "M5 4v12M16 4 8 10l8 6z",
  back: "M13 4 6 10l7 6z",
  next: "M7 4l7 6-7 6z",
  last: "M15 4v12M4 4l8 6-8 6z",
  flip: "M4 7h11l-3-3M16 13H5l3 3",
  flag: "M5 17V3M5 4h9l-2 3 2 3H5",
  undo: "M7 5 3 9l4 4M3 9h8a5 5 0 0 1 0 10H8",
  half: "M10 3a7 7 0 1 0 0 14zM10 3a7 7 0 0 1 0 14",
  again: "M4 10a6 6 0 1 1 2 4.5M4 17v-3.5h3.5",
  share:
    "M7 9 13 5M7 11l6 4M5 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4M15 6a2 2 0 1 0 0-4 2 2 0 0 0 0 4M15 18a2 2 0 1 0 0-4 2 2 0 0 0 0 4",
  download: "M10 3v9M6 9l4 4 4-4M4 16h12",
  eye: "M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5M10 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4",
  sun: "M10 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6M10 2v2M10 16v2M2 10h2M16 10h2M4.5 4.5l1.4 1.4M14.1 14.1l1.4 1.4M4.5 15.5l1.4-1.4M14.1 5.9l1.4-1.4",
  moon: "M16 12A7 7 0 0 1 8 4a6.5 6.5 0 1 0 8 8",
  sound: "M4 8v4h3l4 3V5L7 8zM14 7.5a4 4 0 0 1 0 5",
  mute: "M4 8v4h3l4 3V5L7 8zM14 8l4 4M18 8l-4 4",
  menu: "M3 5h14M3 10h14M3 15h14",
  close: "M5 5l10 10M15 5 5 15",
  check: "M4 10l4 4 8-8",
  copy: "M7 7V4h9v9h-3M4 7h9v9H4z",
  code: "M7 6l-4 4 4 4M13 6l4 4-4 4",
} as const;

export type Icon = keyof typeof PATHS;

/** Icons with a filled shape. */
const FILLED: ReadonlySet<Icon> = new Set(["first", "back", "next", "last"]);

/** Draws an icon. Screen readers skip it and read the label of its button. */
export function icon(name: Icon, size = 18): TemplateResult {
  const fill = FILLED.has(name) ? "currentColor" : "none";
  return html`<svg
    class="icon icon-${name}"
    width=${size}
    height=${size}
    viewBox="0 0 20 20"
    aria-hidden="true"
  >
    ${svg`<path d=${PATHS[name]} fill=${fill} stroke="currentColor" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round" />`}
  </svg>`;
}
