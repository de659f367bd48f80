/**
 * The colours of Hive. Each insect has one colour for ivory tiles, and a lighter one for ebony
 * tiles.
 */
import { css } from "lit";

import { materials } from "../shared/materials.js";

export const style = css`
  ${materials}
  :host {
    --hive-table: var(--referee-hive-table, light-dark(#a9b29a, #565d4e));
    --hive-ant: var(--referee-hive-ant, #1f5fa8);
    --hive-ant-on-black: var(--referee-hive-ant-on-black, #6fb1f0);
    --hive-grasshopper: var(--referee-hive-grasshopper, #2c7a2c);
    --hive-grasshopper-on-black: var(--referee-hive-grasshopper-on-black, #7cc96a);
    --hive-spider: var(--referee-hive-spider, #7a4a22);
    --hive-spider-on-black: var(--referee-hive-spider-on-black, #cf9f6f);
    --hive-beetle: var(--referee-hive-beetle, #6a3fa0);
    --hive-beetle-on-black: var(--referee-hive-beetle-on-black, #b99af0);
    --hive-queen: var(--referee-hive-queen, #ad7200);
    --hive-queen-on-black: var(--referee-hive-queen-on-black, #f2b632);
    --hive-mosquito: var(--referee-hive-mosquito, #55606b);
    --hive-mosquito-on-black: var(--referee-hive-mosquito-on-black, #b2bcc7);
    --hive-ladybug: var(--referee-hive-ladybug, #c23325);
    --hive-ladybug-on-black: var(--referee-hive-ladybug-on-black, #f0705e);
    --hive-pillbug: var(--referee-hive-pillbug, #11736c);
    --hive-pillbug-on-black: var(--referee-hive-pillbug-on-black, #5cc4bd);
    --hive-danger: var(--referee-hive-danger, #d93a2b);
  }
  .hive-ant {
    --bug: var(--hive-ant);
  }
  .hive-grasshopper {
    --bug: var(--hive-grasshopper);
  }
  .hive-spider {
    --bug: var(--hive-spider);
  }
  .hive-beetle {
    --bug: var(--hive-beetle);
  }
  .hive-queen {
    --bug: var(--hive-queen);
  }
  .hive-mosquito {
    --bug: var(--hive-mosquito);
  }
  .hive-ladybug {
    --bug: var(--hive-ladybug);
  }
  .hive-pillbug {
    --bug: var(--hive-pillbug);
  }
  .skin-black .hive-ant {
    --bug: var(--hive-ant-on-black);
  }
  .skin-black .hive-grasshopper {
    --bug: var(--hive-grasshopper-on-black);
  }
  .skin-black .hive-spider {
    --bug: var(--hive-spider-on-black);
  }
  .skin-black .hive-beetle {
    --bug: var(--hive-beetle-on-black);
  }
  .skin-black .hive-queen {
    --bug: var(--hive-queen-on-black);
  }
  .skin-black .hive-mosquito {
    --bug: var(--hive-mosquito-on-black);
  }
  .skin-black .hive-ladybug {
    --bug: var(--hive-ladybug-on-black);
  }
  .skin-black .hive-pillbug {
    --bug: var(--hive-pillbug-on-black);
  }
  .hive-table {
    fill: var(--hive-table);
  }
  .hive-bug {
    fill: var(--bug);
  }
  .hive-limbs {
    fill: none;
    stroke: var(--bug);
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .hive-wings {
    fill: color-mix(in oklab, var(--bug) 30%, var(--face));
    stroke: var(--bug);
    stroke-linejoin: round;
  }
  .hive-cuts {
    fill: none;
    stroke: var(--face);
    stroke-linecap: round;
  }
  .hive-spots {
    fill: var(--face);
  }
  .hive-count {
    fill: var(--skin-gold);
    stroke: #4a3605;
  }
  .hive-count-text {
    fill: #2b1f02;
    font-family: var(--font);
    font-weight: 700;
    text-anchor: middle;
  }
  .hive-empty {
    fill: none;
    stroke: color-mix(in oklab, var(--hive-table), #000 22%);
  }
  .hive-watch {
    fill: none;
    stroke: var(--skin-gold);
  }
  .hive-danger {
    fill: none;
    stroke: var(--hive-danger);
  }
  @keyframes hive-pulse {
    50% {
      opacity: 0.3;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .hive-pulse {
      animation: hive-pulse 1.6s ease-in-out infinite;
    }
  }
`;
