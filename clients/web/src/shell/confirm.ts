/** A second step before something that cannot be undone: a dialog that names it. */
import { html, render } from "lit";

import { t } from "../words/index.js";

/** What is to be confirmed: a question, what follows, and the button that does it. */
export interface Confirmation {
  readonly question: string;
  readonly text: string;
  readonly act: string;
}

/**
 * Asks the reader, and returns whether it is to be done. Escape, a click beside it and leaving the
 * page mean no.
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
