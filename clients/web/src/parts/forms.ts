/** Reading forms. */

/**
 * Returns the values of a submitted form by field name, including the value of the button that
 * submitted it.
 */
export function typed(event: Event): Record<string, string> {
  event.preventDefault();
  const fields = new FormData(
    event.target as HTMLFormElement,
    (event as SubmitEvent).submitter,
  ).entries();
  return Object.fromEntries([...fields].map(([name, value]) => [name, String(value).trim()]));
}
