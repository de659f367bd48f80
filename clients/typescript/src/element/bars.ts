/** The players, prompt and controls around the picture, for pages that do not draw them. */
import { css, html, nothing, svg, type TemplateResult } from "lit";

import type * as pb from "../messages/index.js";
import { clockAt, clockText } from "../scene/clocks.js";
import type { Click } from "../scene/clicks.js";
import type { Part, Side } from "../scene/words.js";
import { boardWord, type BoardWord } from "./words.js";

/** A seat beside the board. */
export interface Player {
  readonly seat: number;
  readonly name: string;
  readonly side: Side | undefined;
  readonly isTurn: boolean;
  readonly isAway: boolean;
  /** The counters of the seat, each as text. */
  readonly counters: readonly string[];
  /** The clock of the seat; unset for a match without clocks. */
  readonly clock?: pb.Clock;
  /** Time since the clock reading, in milliseconds. */
  readonly elapsedMs: number;
}

/** Time below which a clock is marked as low, in milliseconds. */
const HASTE_MS = 10_000;

/** Returns the players above or below the board. */
export function playerBar(
  players: readonly Player[],
  lang: string,
): TemplateResult | typeof nothing {
  if (players.length === 0) return nothing;
  return html`<div class="bar" part="bar">
    ${players.map((player) => playerChip(player, lang))}
  </div>`;
}

function playerChip(player: Player, lang: string): TemplateResult {
  const away = player.isAway ? html` <small>${boardWord("away", lang)}</small>` : nothing;
  const colour = player.side?.colour ?? "grey";
  const { counters } = player;
  return html`<div class=${player.isTurn ? "player turn" : "player"} part="player">
    <svg class="side" viewBox="-1 -1 2 2" aria-hidden="true">
      <circle r="0.8" fill=${`var(--colour-${colour}, var(--muted))`}></circle>
    </svg>
    <div class="who">
      <bdi class="player-name">${player.name}</bdi>${away}
      ${counters.length > 0 ? html`<small part="counter">${counters.join(" · ")}</small>` : nothing}
    </div>
    ${player.clock ? clock(player.clock, player.elapsedMs, lang) : nothing}
  </div>`;
}

function clock(read: pb.Clock, elapsedMs: number, lang: string): TemplateResult | typeof nothing {
  const { shownMs, isRunning, periods, remainingMs } = clockAt(read, elapsedMs);
  if (shownMs === undefined) return nothing;
  const isHasty = isRunning && shownMs < HASTE_MS;
  const left = remainingMs === 0 && periods > 0 ? html` <small>×${periods}</small>` : nothing;
  return html`<bdi
    class=${isHasty ? "clock haste" : "clock"}
    part="clock"
    role="timer"
    aria-live="off"
    >${clockText(shownMs, lang)}${left}</bdi
  >`;
}

/** Returns the text of a prompt, with names and values isolated. */
export const partsOf = (parts: readonly Part[]): unknown[] =>
  parts.map(({ text, isIsolated }) => (isIsolated ? html`<bdi>${text}</bdi>` : text));

/** Returns a notice about the board; `isSlow` while a sent move has no answer. */
export function noticeView(notice: string, isSlow: boolean): TemplateResult | typeof nothing {
  if (notice === "") return nothing;
  return html`<div class=${isSlow ? "notice slow" : "notice"} part="notice">${notice}</div>`;
}

/** Returns the buttons of choices without a space: `pass`, `left`, the end of a move. */
export function choiceButtons(
  next: readonly Click[],
  word: (click: Click) => string,
  press: (click: Click) => void,
): TemplateResult | typeof nothing {
  const clicks = next.filter(({ kind }) => kind === "choice" || kind === "done");
  if (clicks.length === 0) return nothing;
  return html`<div class="choices" part="choices">
    ${clicks.map(
      (click) =>
        html`<button type="button" part="choice" @click=${() => press(click)}>
          ${word(click)}
        </button>`,
    )}
  </div>`;
}

/** The action of a control. */
export type Control =
  "first" | "back" | "forward" | "present" | "flip" | "closer" | "farther" | "whole";

const ICONS: Readonly<Record<Control, string>> = {
  first: "M7 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  present: "M17 5v14M5 5l9 7-9 7z",
  flip: "M7 4v14M3.5 14.5 7 18l3.500-3.500M17 20V6M13.500 9.500 17 6l3.500 3.500",
  closer: "M12 5v14M5 12h14",
  farther: "M5 12h14",
  whole: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
};

/** Returns the buttons below the board. Buttons without an effect are disabled. */
export function controlBar(
  controls: readonly { readonly control: Control; readonly isOff: boolean }[],
  lang: string,
  press: (control: Control) => void,
): TemplateResult | typeof nothing {
  if (controls.length === 0) return nothing;
  return html`<div class="controls" part="controls" dir="ltr">
    ${controls.map(
      ({ control, isOff }) =>
        html`<button
          type="button"
          part="control"
          ?disabled=${isOff}
          aria-label=${boardWord(control satisfies BoardWord, lang)}
          title=${boardWord(control, lang)}
          @click=${() => press(control)}
        >
          ${icon(control)}
        </button>`,
    )}
  </div>`;
}

const icon = (control: Control) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    ${svg`<path d=${ICONS[control]}></path>`}
  </svg>`;

/** The style of everything around the picture. */
export const barStyle = css`
  .bar,
  .prompt,
  .choices,
  .controls {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 0.75rem;
    align-items: center;
    margin-block: 0.4rem;
  }
  .player {
    display: flex;
    flex: 1;
    gap: 0.4rem;
    align-items: center;
    min-inline-size: 10.5rem;
  }
  .who {
    display: grid;
    min-inline-size: 0;
    line-height: 1.25;
  }
  .player-name {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .turn .player-name {
    font-weight: 650;
  }
  .side {
    flex: none;
    inline-size: 0.9rem;
    stroke: var(--muted);
    stroke-width: 0.2;
  }
  .clock {
    margin-inline-start: auto;
    font-variant-numeric: tabular-nums;
    font-size: 1.15rem;
    font-weight: 550;
    unicode-bidi: isolate;
  }
  .haste {
    color: var(--highlight);
  }
  small {
    color: var(--muted);
    font-size: 0.8em;
  }
  .prompt {
    display: block;
    min-block-size: 1.5em;
  }
  .notice {
    color: var(--highlight);
  }
  .notice.slow {
    color: var(--muted);
  }
  .controls {
    justify-content: center;
    gap: 0.25rem;
  }
  button {
    font: inherit;
    color: inherit;
    min-inline-size: 2.5rem;
    min-block-size: 2.25rem;
    padding: 0.25rem 0.7rem;
    border: 1px solid var(--line);
    border-radius: 0.4rem;
    background: transparent;
    cursor: pointer;
  }
  .controls button {
    padding: 0;
    border-color: transparent;
    display: grid;
    place-items: center;
  }
  button:hover:not(:disabled) {
    background: var(--line);
  }
  button:disabled {
    opacity: 0.35;
    cursor: default;
  }
  button:focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: 1px;
  }
  .choices button {
    border-color: var(--accent);
    font-weight: 600;
  }
  .icon {
    inline-size: 1.3rem;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.8;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .heard {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
