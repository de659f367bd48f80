/** Scripts that are loaded when they are needed. Those of an open page are gone after an upgrade. */

/** What is set in this tab once the page was loaded again for a script, with its name. */
const RELOADED = "referee.reloaded";

/**
 * Loads a script, and returns whether it is there. If it is not, and the server can be reached, the
 * page is loaded again, once: then it names the scripts that the server has now.
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

/** Notes a reload, and returns whether it is the first. A tab without storage never reloads. */
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
    // A tab without storage has noted nothing.
  }
}

/** Returns whether the server answers. */
export async function canBeReached(): Promise<boolean> {
  const answer = await fetch("/", { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  return answer?.ok ?? false;
}
