/** What is typed into forms. */

/**
 * Returns what was typed into a form that is submitted, by the names of its fields, with the value
 * of the button that submits it.
 */
export function typed(event: Event): Record<string, string> {
  event.preventDefault();
  const fields = new FormData(
    event.target as HTMLFormElement,
    (event as SubmitEvent).submitter,
  ).entries();
  return Object.fromEntries([...fields].map(([name, value]) => [name, String(value).trim()]));
}
