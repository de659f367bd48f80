import { css } from "lit";

/** The style of the element, around its picture. */
export const elementStyle = css`
  :host {
    display: block;
    position: relative;
    color: var(--ink);
    font-family: var(--font);
  }
  :host([hidden]) {
    display: none;
  }
  .picture {
    inline-size: 100%;
    max-block-size: var(--referee-board-height, 80vh);
  }
  .framed {
    /* As wide as the picture: --aspect is its width by its height. */
    max-inline-size: calc(var(--referee-board-height, 80vh) * var(--aspect, 1));
    margin-inline: auto;
  }
  .tray {
    position: sticky;
    inset-block-end: 0;
    z-index: 1;
    max-block-size: 40vh;
    overflow-y: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    padding-block: 0.375rem calc(0.375rem + env(safe-area-inset-bottom));
    background: var(--ground);
    border-block-start: 1px solid var(--line);
  }
  .held {
    max-inline-size: 30rem;
    max-block-size: none;
    margin-inline: auto;
  }
`;
