/** Tabs that work with the mouse and with arrow keys. */
import { html, type TemplateResult } from "lit";

export interface Tab {
  readonly id: string;
  readonly label: string;
}

export function tabsView(
  tabs: readonly Tab[],
  chosen: string,
  choose: (id: string) => void,
): TemplateResult {
  const move = (event: KeyboardEvent): void => {
    const isRtl = document.dir === "rtl";
    const step = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[event.key];
    if (step === undefined) return;
    const at = tabs.findIndex(({ id }) => id === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    choose(next.id);
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  };
  return html`<div class="tabs" role="tablist" @keydown=${move}>
    ${tabs.map(
      ({ id, label }) =>
        html`<button
          role="tab"
          id="tab-${id}"
          aria-controls="tab-panel"
          aria-selected=${id === chosen}
          tabindex=${id === chosen ? 0 : -1}
          @click=${() => choose(id)}
        >
          ${label}
        </button>`,
    )}
  </div>`;
}

/** Scrolls the chosen tab into view. Only the row of tabs scrolls. */
export function showTab(page: HTMLElement): void {
  const tab = page.querySelector("[role=tab][aria-selected=true]");
  const list = tab?.closest("[role=tablist]");
  if (!tab || !list) return;
  const [one, all] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
  const left = Math.min(0, one.left - all.left) + Math.max(0, one.right - all.right);
  list.scrollBy({ left });
}

export function panelView(chosen: string, content: unknown): TemplateResult {
  return html`<div id="tab-panel" role="tabpanel" aria-labelledby="tab-${chosen}" tabindex="-1">
    ${content}
  </div>`;
}
