/** What all pages share: no shadow root, streams that end with the page, words that change. */
import { html, LitElement, type PropertyDeclarations, type TemplateResult } from "lit";

import { account, onAccount } from "../account/account.js";
import { subscribe, type Handlers } from "../streams/index.js";
import type { Want } from "../streams/wants.js";
import { onLanguage, t } from "../words/index.js";
import { retried } from "./retry.js";
import type { Place } from "./routes.js";

/** Draws why a page has nothing to show: `none`, or that the server cannot be reached now. */
export const failureView = (none: string, why: string, isRetried: boolean): TemplateResult =>
  html`<div class="heading">
    <h1>${isRetried ? t("page.unread") : none}</h1>
    <p role="status">${why} ${isRetried ? t("page.retrying") : ""}</p>
  </div>`;

export abstract class Page extends LitElement {
  static override properties: PropertyDeclarations = { place: { attribute: false } };

  declare place: Place;
  readonly #endings: (() => void)[] = [];

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.keep(onLanguage(() => this.requestUpdate()));
    let reader = account()?.player;
    this.keep(
      onAccount(() => {
        const isOther = account()?.player !== reader;
        reader = account()?.player;
        if (isOther) this.readerChanged();
        this.requestUpdate();
      }),
    );
    this.arrived();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const end of this.#endings.splice(0)) end();
  }

  /** Starts the page. `place` is set. */
  protected arrived(): void {}

  /**
   * Called when the reader signs in or out. Drop everything that was read for the previous reader.
   */
  protected readerChanged(): void {}

  /** Calls `end` when the page is left, or immediately if it was left already. */
  protected keep(end: () => void): void {
    if (this.isConnected) this.#endings.push(end);
    else end();
  }

  /** Subscribes to a stream until the page is left or the result is called. */
  protected subscribe<K extends Want["kind"]>(
    want: Want & { kind: K },
    handlers: Handlers<K>,
  ): () => void {
    const end = subscribe(want, handlers);
    this.keep(end);
    return end;
  }

  /** As `retried`, until the page is left. */
  protected retry<T>(read: () => Promise<T>, failed: (error: unknown) => void): Promise<T> {
    const left = new AbortController();
    this.keep(() => left.abort());
    return retried(read, { signal: left.signal, failed });
  }

  /** Calls `work` every so many milliseconds until the page is left. */
  protected every(ms: number, work: () => void): void {
    const timer = setInterval(work, ms);
    this.keep(() => clearInterval(timer));
  }

  /** Sets the title of the window, unless the page was left. */
  protected entitle(title: string): void {
    if (this.isConnected) document.title = `${title} \u00b7 referee`;
  }
}
