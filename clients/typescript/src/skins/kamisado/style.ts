/** The colours of Kamisado. */
import { css } from "lit";

import { materials } from "../shared/materials.js";

export const style = css`
  ${materials}
  :host {
    --kamisado-orange: var(--referee-kamisado-orange, light-dark(#ea7d2c, #d9702a));
    --kamisado-blue: var(--referee-kamisado-blue, light-dark(#2768b3, #2a62a6));
    --kamisado-purple: var(--referee-kamisado-purple, light-dark(#77499e, #704796));
    --kamisado-pink: var(--referee-kamisado-pink, light-dark(#e281b1, #cf739f));
    --kamisado-yellow: var(--referee-kamisado-yellow, light-dark(#f2cb2e, #dcb82a));
    --kamisado-red: var(--referee-kamisado-red, light-dark(#d33c35, #bf3831));
    --kamisado-green: var(--referee-kamisado-green, light-dark(#218c4e, #217f48));
    --kamisado-brown: var(--referee-kamisado-brown, light-dark(#704527, #673f24));
    --kamisado-frame: var(--referee-kamisado-frame, light-dark(#2f3036, #26282d));
    --kamisado-edge: var(--referee-kamisado-edge, #c9c4b8);
    --kamisado-pulse: var(--referee-kamisado-pulse, #fff);
  }
  .kamisado-orange {
    --hue: var(--kamisado-orange);
    --sign: #401f06;
  }
  .kamisado-blue {
    --hue: var(--kamisado-blue);
    --sign: #fff;
  }
  .kamisado-purple {
    --hue: var(--kamisado-purple);
    --sign: #fff;
  }
  .kamisado-pink {
    --hue: var(--kamisado-pink);
    --sign: #4a1030;
  }
  .kamisado-yellow {
    --hue: var(--kamisado-yellow);
    --sign: #453300;
  }
  .kamisado-red {
    --hue: var(--kamisado-red);
    --sign: #fff;
  }
  .kamisado-green {
    --hue: var(--kamisado-green);
    --sign: #fff;
  }
  .kamisado-brown {
    --hue: var(--kamisado-brown);
    --sign: #fff;
  }
  .kamisado-hue {
    fill: var(--hue);
  }
  .kamisado-sign {
    fill: var(--sign);
    fill-rule: evenodd;
  }
  .kamisado-engraved {
    opacity: 0.2;
  }
  .kamisado-symbol {
    opacity: 0.85;
  }
  /* A tint would change the colour of a square, so that the last move is a frame. */
  .last {
    display: none;
  }
  .kamisado-last {
    fill: none;
    stroke: #fff;
  }
  .kamisado-last-edge {
    fill: none;
    stroke: rgb(0 0 0 / 0.4);
  }
  .target {
    fill: #fff;
    stroke: rgb(0 0 0 / 0.55);
    stroke-width: 0.045;
  }
  .target-ring,
  .source {
    stroke: #fff;
  }
  .kamisado-frame {
    fill: var(--kamisado-frame);
  }
  .kamisado-frame-text {
    fill: var(--kamisado-edge);
  }
  .kamisado-collar {
    fill: none;
    stroke: var(--skin-gold);
  }
  .kamisado-tooth {
    fill: var(--skin-gold);
    stroke: #57400a;
  }
  .kamisado-required {
    fill: none;
    stroke: var(--kamisado-pulse);
  }
  .kamisado-halo {
    fill: none;
    stroke: rgb(0 0 0 / 0.55);
  }
  .kamisado-won {
    fill: none;
    stroke: var(--skin-gold);
  }
  .kamisado-blocked {
    fill: none;
    stroke: #fff;
  }
  .kamisado-push {
    fill: #fff;
    stroke: rgb(0 0 0 / 0.6);
    stroke-linejoin: round;
    opacity: 0.92;
  }
  @keyframes kamisado-pulse {
    50% {
      opacity: 0.25;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .kamisado-required {
      animation: kamisado-pulse 1.6s ease-in-out infinite;
    }
  }
`;
