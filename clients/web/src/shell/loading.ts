/**
 * Scripts that are loaded on demand. After an upgrade, the server no longer has the scripts of open
 * pages.
 */

/** Key in the tab's storage that marks a reload. The name of the script follows. */
const RELOADED = "referee.reloaded";

/**
 * Loads a script and returns whether it succeeded. If it fails although the server is reachable,
 * reloads the page once, to get the names of the current scripts.
 */
export async function loaded(name: string, load: () => Promise<unknown>): Promise<boolean> {
  const reloaded = `${RELOADED} ${name}`;
  try {
    await load();
  } catch {
    if ((await canBeReached()) && isFirst(reloaded)) location.reload();
    return false;
  }
  forget(reloaded);
  return true;
}

/** Marks a reload and returns whether it is the first. A tab without storage never reloads. */
function isFirst(reloaded: string): boolean {
  try {
    const isNew = sessionStorage.getItem(reloaded) === null;
    sessionStorage.setItem(reloaded, "once");
    return isNew;
  } catch {
    return false;
  }
}

function forget(reloaded: string): void {
  try {
    sessionStorage.removeItem(reloaded);
  } catch {
    // A tab without storage has no mark.
  }
}

/** Returns whether the server answers. */
export async function canBeReached(): Promise<boolean> {
  const answer = await fetch("/", { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  return answer?.ok ?? false;
}
