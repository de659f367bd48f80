/** A confirmation dialog for irreversible actions. */
import { html, render } from "lit";

import { t } from "../words/index.js";

/** The text of a confirmation: the question, the consequences, and the label of the button. */
export interface Confirmation {
  readonly question: string;
  readonly text: string;
  readonly act: string;
}

/**
 * Asks the reader for confirmation and returns the answer. Escape, a click outside the dialog and
 * leaving the page mean no.
 */
export function confirmed({ question, text, act }: Confirmation): Promise<boolean> {
  const dialog = document.createElement("dialog");
  dialog.className = "confirm";
  dialog.setAttribute("role", "alertdialog");
  dialog.setAttribute("aria-labelledby", "confirm-question");
  dialog.setAttribute("aria-describedby", "confirm-text");
  const end = (answer: string): void => dialog.close(answer);
  render(
    html`<h2 id="confirm-question" dir="auto">${question}</h2>
      <p id="confirm-text">${text}</p>
      <div class="row tight">
        <button class="no" autofocus @click=${() => end("")}>${t("cancel")}</button>
        <button class="danger yes" @click=${() => end("yes")}>${act}</button>
      </div>`,
    dialog,
  );
  dialog.addEventListener("click", ({ target }) => target === dialog && end(""));
  const leave = (): void => end("");
  addEventListener("popstate", leave);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((answered) => {
    dialog.addEventListener("close", () => {
      removeEventListener("popstate", leave);
      dialog.remove();
      answered(dialog.returnValue === "yes");
    });
  });
}
