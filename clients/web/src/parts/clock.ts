/** `<seat-clock>`: the running clock of a seat. */
import { clockAt, clockText, type pb } from "referee-client";
import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from "lit";

import { num } from "../words/format.js";
import { language, onLanguage, t } from "../words/index.js";

/** Interval between redraws of running clocks, in milliseconds. */
const TICK_MS = 100;
/** Time left below which a clock is shown as short, in milliseconds. */
const SHORT_MS = 10_000;

const running = new Set<SeatClock>();
let ticking: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  for (const clock of running) clock.tick();
}

export class SeatClock extends LitElement {
  static override properties: PropertyDeclarations = {
    clock: { attribute: false },
    atMs: { attribute: false },
    isStopped: { attribute: false },
  };

  declare clock: pb.Clock | undefined;
  /** Time at which `clock` was current, by `performance.now`. */
  declare atMs: number;
  declare isStopped: boolean;
  #shown = "";
  #quiet: () => void = () => undefined;

  constructor() {
    super();
    this.clock = undefined;
    this.atMs = 0;
    this.isStopped = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#quiet = onLanguage(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#quiet();
    this.#run(false);
  }

  #run(runs: boolean): void {
    if (runs) running.add(this);
    else running.delete(this);
    if (running.size > 0) ticking ??= setInterval(tick, TICK_MS);
    else {
      clearInterval(ticking);
      ticking = undefined;
    }
  }

  tick(): void {
    if (this.#text() !== this.#shown) this.requestUpdate();
  }

  #face(): ReturnType<typeof clockAt> | undefined {
    const elapsedMs = this.isStopped ? 0 : performance.now() - this.atMs;
    return this.clock && clockAt(this.clock, elapsedMs);
  }

  #text(): string {
    const face = this.#face();
    return face?.shownMs === undefined ? "" : clockText(face.shownMs, language());
  }

  override render(): TemplateResult | typeof nothing {
    const face = this.#face();
    this.#run(this.isConnected && face?.isRunning === true && !this.isStopped);
    this.#shown = this.#text();
    if (!face || this.#shown === "") return nothing;
    const isShort = (face.shownMs ?? SHORT_MS) < SHORT_MS && face.isRunning;
    const state = `${face.isRunning && !this.isStopped ? "running" : ""} ${isShort ? "short" : ""}`;
    return html`<span class="clock ${state}" role="timer" aria-live="off" dir="ltr"
      >${this.#shown}${
        face.periods > 0
          ? html`<small title=${t("clock.periods")}> ×${num(face.periods)}</small>`
          : nothing
      }</span
    >`;
  }
}

customElements.define("seat-clock", SeatClock);
