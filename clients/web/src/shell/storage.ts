/**
 * Texts that the browser keeps for the reader. If the reader has blocked the storage, or it is full,
 * they last until the page is closed.
 */

const unsaved = new Map<string, string | undefined>();

/** Returns a kept text; unset if there is none. */
export function kept(name: string): string | undefined {
  if (unsaved.has(name)) return unsaved.get(name);
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text for later visits and for other tabs; without a text, forgets it. */
export function keep(name: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    unsaved.delete(name);
  } catch {
    unsaved.set(name, text);
  }
}
