/**
 * Texts stored in the browser. If the storage is blocked or full, they last until the page is
 * closed.
 */

const unsaved = new Map<string, string | undefined>();

/** Returns a stored text. Unset if there is none. */
export function kept(name: string): string | undefined {
  if (unsaved.has(name)) return unsaved.get(name);
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a text for later visits and for other tabs. Without a text, removes it. */
export function keep(name: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    unsaved.delete(name);
  } catch {
    unsaved.set(name, text);
  }
}
