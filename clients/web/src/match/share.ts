/** Sharing a match: its link, its embed code, its record. */
import { html, nothing, type TemplateResult } from "lit";

import { client } from "../account/account.js";
import { icon } from "../shell/icons.js";
import { attempt, copy } from "../shell/notices.js";
import { t } from "../words/index.js";

/** Returns the two lines of HTML that show a match on any page. */
export function embedCode(matchId: string): string {
  const { origin } = location;
  return `<script type="module" src="${origin}/referee-board.js"></script>\n<referee-board url="${origin}" match="${matchId}"></referee-board>`;
}

async function share(matchId: string): Promise<void> {
  const url = `${location.origin}/m/${matchId}`;
  if ("share" in navigator && matchMedia("(pointer: coarse)").matches)
    await navigator.share({ url }).catch(() => undefined);
  else await copy(url);
}

async function download(matchId: string): Promise<void> {
  const parts: string[] = [];
  for await (const { record = "" } of client().stream("MatchService/GetRecord", { matchId }))
    parts.push(record);
  const url = URL.createObjectURL(new Blob(parts, { type: "application/jsonl" }));
  Object.assign(document.createElement("a"), { href: url, download: `${matchId}.jsonl` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export function shareView(matchId: string, isOver: boolean): TemplateResult {
  const code = embedCode(matchId);
  return html`<div class="share">
    <button class="plain" @click=${() => share(matchId)}>${icon("share")}${t("share")}</button>
    ${isOver ? html`<button class="plain record" @click=${() => attempt(() => download(matchId))}>${icon("download")}${t("record")}</button>` : nothing}
    <details>
      <summary>${icon("code")}${t("embed")}</summary>
      <p class="soft small">${t("embed.how")}</p>
      <pre tabindex="0">${code}</pre>
      <button @click=${() => copy(code)}>${icon("copy")}${t("copy")}</button>
    </details>
  </div>`;
}
