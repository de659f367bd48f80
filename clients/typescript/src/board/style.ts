/** The style of every board. A page changes it by the properties that begin with `--referee-`. */
import { css } from "lit";

/** The style of the picture; skins add theirs. */
export const boardStyle = css`
  :host {
    --ink: var(--referee-ink, light-dark(#23262b, #e8e6e1));
    --ground: var(--referee-ground, light-dark(#f6f4ef, #1d1f23));
    --space: var(--referee-space, light-dark(#e6e1d6, #34373d));
    --line: var(--referee-line, light-dark(#0000002e, #ffffff2e));
    --muted: var(--referee-muted, light-dark(#6b6f76, #9a9da3));
    --accent: var(--referee-accent, light-dark(#1f7a4d, #57c08a));
    --last: var(--referee-last, light-dark(#d9b23c8c, #cda53280));
    --highlight: var(--referee-highlight, light-dark(#c2432f, #ef7c66));
    --focus: var(--referee-focus, light-dark(#0b5fd0, #8ab8ff));
    --font: var(--referee-font, system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif);
    --colour-white: var(--referee-colour-white, #f4efe3);
    --colour-black: var(--referee-colour-black, #2b2b2e);
    --colour-red: var(--referee-colour-red, #c8402f);
    --colour-blue: var(--referee-colour-blue, #2f6fb8);
    --colour-green: var(--referee-colour-green, #2f8a53);
    --colour-yellow: var(--referee-colour-yellow, #e3b92f);
    --colour-purple: var(--referee-colour-purple, #7d4b9e);
    --colour-orange: var(--referee-colour-orange, #de7f26);
    --colour-brown: var(--referee-colour-brown, #7a5236);
    --colour-grey: var(--referee-colour-grey, #7c8085);
    --colour-pink: var(--referee-colour-pink, #dd7fa6);
  }
  .picture {
    display: block;
    direction: ltr;
    user-select: none;
    -webkit-user-select: none;
    touch-action: manipulation;
  }
  .picture.grows {
    touch-action: pan-x pan-y;
  }
  .picture.zoomed {
    touch-action: none;
  }
  .space-shape {
    stroke: var(--line);
    stroke-width: 0.02;
  }
  .last {
    fill: var(--last);
  }
  .source,
  .highlight {
    fill: none;
    stroke: var(--accent);
    stroke-width: 0.07;
    stroke-linejoin: round;
  }
  .highlight {
    stroke: var(--highlight);
    stroke-width: 0.05;
  }
  .target {
    fill: var(--accent);
    stroke: var(--ground);
    stroke-width: 0.025;
  }
  .target-ring {
    fill: none;
    stroke: var(--accent);
    stroke-width: 0.08;
  }
  .target-ring.asked {
    stroke-width: 0.16;
  }
  .idle {
    opacity: 0.45;
  }
  /* An answer that comes at once makes nothing pale. */
  .sent {
    opacity: 0.45;
    transition: opacity 0.2s 0.15s;
  }
  .backdrop,
  .hit {
    fill: transparent;
    outline: none;
  }
  .hit:focus-visible {
    stroke: var(--focus);
    stroke-width: 0.08;
  }
  .can {
    cursor: pointer;
  }
  .name {
    font: 500 0.36px var(--font);
    fill: var(--ink);
    dominant-baseline: middle;
  }
`;
