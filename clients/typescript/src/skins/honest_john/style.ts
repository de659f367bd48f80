/** The colours of Honest John: one for each seat, and one for each number of pips. */
import { css } from "lit";

import { materials } from "../shared/materials.js";

export const style = css`
  ${materials}
  :host {
    --honest_john-table: var(--referee-honest_john-table, light-dark(#93a7a3, #47534f));
    --honest_john-plate: var(--referee-honest_john-plate, light-dark(#f2efe6, #2b302e));
    --honest_john-plate-text: var(--referee-honest_john-plate-text, light-dark(#2c2f2e, #ece8dd));
    --honest_john-1: var(--referee-honest_john-1, #2878ad);
    --honest_john-2: var(--referee-honest_john-2, #2a8549);
    --honest_john-3: var(--referee-honest_john-3, #c2392f);
    --honest_john-4: var(--referee-honest_john-4, #85552a);
    --honest_john-5: var(--referee-honest_john-5, #3a50a8);
    --honest_john-6: var(--referee-honest_john-6, #a87a08);
    --honest_john-7: var(--referee-honest_john-7, #7a3f98);
    --honest_john-8: var(--referee-honest_john-8, #107a74);
    --honest_john-9: var(--referee-honest_john-9, #34353b);
    --honest_john-chip: var(--referee-honest_john-chip, #e3b23c);
  }
  .honest_john-seat-red {
    --seat: var(--colour-red);
  }
  .honest_john-seat-blue {
    --seat: var(--colour-blue);
  }
  .honest_john-seat-green {
    --seat: var(--colour-green);
  }
  .honest_john-seat-yellow {
    --seat: var(--colour-yellow);
  }
  .honest_john-seat-purple {
    --seat: var(--colour-purple);
  }
  .honest_john-seat-orange {
    --seat: var(--colour-orange);
  }
  .honest_john-seat-brown {
    --seat: var(--colour-brown);
  }
  .honest_john-seat-grey {
    --seat: var(--colour-grey);
  }
  .honest_john-table {
    fill: var(--honest_john-table);
  }
  .honest_john-track {
    fill: var(--seat);
    opacity: 0.5;
  }
  .honest_john-slot {
    fill: none;
    stroke: color-mix(in oklab, var(--seat), light-dark(#000, #fff) 25%);
    opacity: 0.7;
  }
  .honest_john-turn {
    fill: color-mix(in oklab, var(--seat) 22%, transparent);
    stroke: var(--seat);
  }
  .honest_john-dead {
    fill: var(--honest_john-table);
    opacity: 0.55;
  }
  .honest_john-stop {
    stroke: var(--seat);
    stroke-linecap: round;
  }
  .honest_john-bar {
    stroke: var(--rim);
    stroke-linecap: round;
  }
  .honest_john-back {
    fill: var(--seat);
  }
  .honest_john-back-side {
    fill: color-mix(in oklab, var(--seat), #000 38%);
  }
  .honest_john-back-line {
    fill: none;
    stroke: color-mix(in oklab, var(--seat), #fff 45%);
  }
  .honest_john-pips-1 {
    fill: var(--honest_john-1);
  }
  .honest_john-pips-2 {
    fill: var(--honest_john-2);
  }
  .honest_john-pips-3 {
    fill: var(--honest_john-3);
  }
  .honest_john-pips-4 {
    fill: var(--honest_john-4);
  }
  .honest_john-pips-5 {
    fill: var(--honest_john-5);
  }
  .honest_john-pips-6 {
    fill: var(--honest_john-6);
  }
  .honest_john-pips-7 {
    fill: var(--honest_john-7);
  }
  .honest_john-pips-8 {
    fill: var(--honest_john-8);
  }
  .honest_john-pips-9 {
    fill: var(--honest_john-9);
  }
  .honest_john-plate {
    fill: var(--honest_john-plate);
  }
  .honest_john-plate-edge {
    fill: none;
    stroke: var(--seat);
  }
  .honest_john-seat {
    fill: var(--seat);
  }
  .honest_john-plate-text {
    fill: var(--honest_john-plate-text);
    font-family: var(--font);
    font-weight: 600;
    user-select: none;
  }
  .honest_john-chip {
    fill: var(--honest_john-chip);
    stroke: color-mix(in oklab, var(--honest_john-chip), #2a1a00 55%);
  }
  .honest_john-chip-notches {
    fill: none;
    stroke: color-mix(in oklab, var(--honest_john-chip), #fff 70%);
  }
  .honest_john-way {
    fill: none;
    stroke: var(--seat);
    stroke-linecap: round;
  }
  .honest_john-way-under {
    fill: none;
    stroke: var(--honest_john-plate);
    stroke-linecap: round;
  }
  .honest_john-head {
    fill: var(--seat);
    stroke: var(--honest_john-plate);
  }
  .honest_john-balloon {
    fill: var(--honest_john-plate);
    stroke: var(--seat);
  }
  .honest_john-flight {
    opacity: 0;
  }
  @keyframes honest_john-pulse {
    50% {
      opacity: 0.35;
    }
  }
  @keyframes honest_john-fly-a {
    from {
      transform: translateX(0);
      opacity: 1;
    }
    80% {
      opacity: 1;
    }
    to {
      transform: translateX(1px);
      opacity: 0;
    }
  }
  @keyframes honest_john-fly-b {
    from {
      transform: translateX(0);
      opacity: 1;
    }
    80% {
      opacity: 1;
    }
    to {
      transform: translateX(1px);
      opacity: 0;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .honest_john-turn {
      animation: honest_john-pulse 1.6s ease-in-out infinite;
    }
    .honest_john-flight-a {
      animation: honest_john-fly-a 900ms ease-in-out;
    }
    .honest_john-flight-b {
      animation: honest_john-fly-b 900ms ease-in-out;
    }
  }
`;
