/** The view and the controls of a contest's host. */
import type { pb } from "referee-client";
import { html, nothing, type TemplateResult } from "lit";

import { call } from "../account/account.js";
import { typed } from "../parts/forms.js";
import { playerLink } from "../parts/players.js";
import { confirmed } from "../shell/confirm.js";
import { attempt } from "../shell/notices.js";
import { ago, date, num } from "../words/format.js";
import { maybe, sentence, t, type Key } from "../words/index.js";
import { factsView } from "./rules.js";
import { change, reasonField, rulingsView, type Change, type Ruled } from "./rulings.js";

export interface HostView extends Ruled {
  readonly summary: pb.ContestSummary;
  readonly progress: pb.ContestProgress;
  /** Why it is paused, and why entries are closed; empty if they are not. */
  readonly pause: string;
  readonly freeze: string;
}

/** Asks for confirmation of an irreversible act. `name` is that of the contest or the player. */
function sure(act: string, name: string): Promise<boolean> {
  if (act !== "end" && act !== "disqualify") return Promise.resolve(true);
  return confirmed({
    question: t(`host.${act}.sure`, { name: `\u2068${name}\u2069` }),
    text: t(`host.${act}.what`),
    act: t(`host.${act}`),
  });
}

const isOver = ({ state }: pb.ContestSummary): boolean =>
  state === "CONTEST_STATE_OVER" || state === "CONTEST_STATE_CANCELLED";

/** Draws the buttons that take effect immediately, depending on the state of the contest. */
function course(view: HostView): TemplateResult {
  const { summary } = view;
  const isTournament = Boolean(view.contest.tournamentId);
  const now = (label: Key, one: Change, kind = ""): TemplateResult =>
    html`<button class=${kind} @click=${() => change(view, one)}>${t(label)}</button>`;
  const isOpen = summary.state === "CONTEST_STATE_ENTRIES";
  const isRunning =
    summary.state === "CONTEST_STATE_RUNNING" || summary.state === "CONTEST_STATE_CLOSING";
  return html`<div class="row">
      ${isTournament && isOpen ? now("host.start", { start: {} }, "primary") : nothing}
      ${isRunning && summary.pauseReason ? now("host.resume", { resume: {} }, "primary") : nothing}
      ${isTournament && summary.state === "CONTEST_STATE_PROVISIONAL" ? now("host.confirm", { confirm: {} }, "primary") : nothing}
      ${!isTournament && summary.freezeReason ? now("host.open-entries", { openEntries: {} }) : nothing}
    </div>
    <form
      class="host-form"
      @submit=${async (event: Event) => {
        const { reason: why = "", act = "" } = typed(event);
        if (await sure(act, summary.name ?? "")) await change(view, { [act]: {} }, why);
      }}
    >
      ${reasonField()}
      <div class="row tight">
        ${isRunning && !summary.pauseReason ? html`<button name="act" value="pause">${t("host.pause")}</button>` : nothing}
        ${summary.freezeReason ? nothing : html`<button name="act" value="freezeEntries">${t("host.freeze")}</button>`}
        <button name="act" value="end" class="danger">${t("host.end")}</button>
      </div>
    </form>`;
}

function entrants(view: HostView): TemplateResult {
  const isTournament = Boolean(view.contest.tournamentId);
  const act = (name: string, label: Key, kind = ""): TemplateResult =>
    html`<button name="act" value=${name} class=${kind}>${t(label)}</button>`;
  return html`<form
      class="host-form"
      @submit=${async (event: Event) => {
        const { player = "", reason: why = "", act: name = "" } = typed(event);
        if (await sure(name, player)) await change(view, { [name]: player }, why);
      }}
    >
      <label class="field"
        ><span>${t("player")}</span
        ><select name="player">
          ${view.players.map((player) => html`<option>${player}</option>`)}
        </select></label
      >
      ${reasonField()}
      <div class="row tight">
        ${act("withdraw", "host.withdraw")}${act("disqualify", "host.disqualify", "danger")}
        ${isTournament ? nothing : html`${act("quarantine", "host.quarantine")}${act("release", "host.release-entrant")}${act("revive", "host.revive")}`}
      </div>
    </form>
    <form
      class="host-form"
      @submit=${(event: Event) => void change(view, { enter: { player: typed(event)["player"] ?? "" } })}
    >
      <label class="field"
        ><span>${t("host.enter-who")}</span><input name="player" required dir="ltr" /></label
      ><button>${t("host.enter")}</button>
    </form>`;
}

function release(view: HostView): TemplateResult {
  return html`<form
    class="host-form"
    @submit=${(event: Event) => void change(view, { releaseResults: Number(typed(event)["stage"]) })}
  >
    <label class="field"
      ><span>${t("host.release-through")}</span
      ><input type="number" name="stage" min="1" value="1" required /></label
    ><button>${t("host.release")}</button>
  </form>`;
}

function announce(): TemplateResult {
  return html`<form
    class="host-form"
    @submit=${async (event: Event) => {
      const form = event.target as HTMLFormElement;
      const { text = "" } = typed(event);
      if (await attempt(() => call("AdminService/Announce", { text }))) form.reset();
    }}
  >
    <label class="field wide"
      ><span>${t("host.announcement")}</span><input name="text" required dir="auto" /></label
    ><button>${t("host.announce")}</button>
  </form>`;
}

/** Returns why no end can be expected yet, in the words of the reader if there are any. */
const endUnknown = (english: string): string =>
  maybe(`end-unknown.${english.replaceAll(" ", "_")}`, english);

/** Draws the players that the contest waits for, and how far it is. */
function dashboard({ progress, pause, freeze }: HostView): TemplateResult {
  const { notConnected = [], notAgreed = [], waiting = [] } = progress;
  return html`${factsView([
    [
      "host.played",
      progress.matchesPlayed === undefined
        ? ""
        : `${num(Number(progress.matchesPlayed))}${progress.matchesInAll === undefined ? "" : ` / ${num(Number(progress.matchesInAll))}`}`,
    ],
    [
      "host.ends",
      progress.endsAboutUnixMs
        ? date(Number(progress.endsAboutUnixMs))
        : endUnknown(progress.endUnknown ?? ""),
    ],
    ["host.paused", pause],
    ["host.frozen", freeze],
  ])}
  ${
    notConnected.length > 0
      ? html`<h3>${t("host.absent")}</h3>
          <ul class="entries">
            ${notConnected.map(
              ({ player = "", sinceUnixMs }) =>
                html`<li>
                  <span class="grow">${playerLink(player)}</span
                  ><span class="soft small"
                    >${sinceUnixMs ? ago(Number(sinceUnixMs)) : t("host.never")}</span
                  >
                </li>`,
            )}
          </ul>`
      : nothing
  }
  ${
    notAgreed.length > 0
      ? html`<h3>${t("host.not-agreed")}</h3>
          <ul class="entries">
            ${notAgreed.map(
              ({ player = "", advice }) =>
                html`<li>
                  <span class="grow">${playerLink(player)}</span
                  ><span class="soft small" dir="auto">${sentence("advice", advice ?? "")}</span>
                </li>`,
            )}
          </ul>`
      : nothing
  }
  ${
    waiting.length > 0
      ? html`<h3>${t("host.waiting")}</h3>
          <ul class="entries">
            ${waiting.map(
              ({ matchKey, reason = "", kind = "", untilUnixMs }) =>
                html`<li>
                  <code>${matchKey}</code
                  ><span class="grow soft small" dir="auto"
                    >${sentence(`wait.${kind.replace("WAIT_KIND_", "")}`, reason)}</span
                  ><span class="soft small"
                    >${untilUnixMs ? ago(Number(untilUnixMs)) : nothing}</span
                  >
                </li>`,
            )}
          </ul>`
      : nothing
  }`;
}

export function hostView(view: HostView): TemplateResult {
  const isTournament = Boolean(view.contest.tournamentId);
  return html`<div class="halves host">
    <section class="stack">
      <h2>${t("host.progress")}</h2>
      ${dashboard(view)}
    </section>
    <div class="stack wide">
      ${
        isOver(view.summary)
          ? nothing
          : html`<section class="stack">
              <h2>${t("host.course")}</h2>
              ${course(view)}
            </section>`
      }
      <section class="stack">
        <h2>${t("host.entrants")}</h2>
        ${entrants(view)}
      </section>
      <section class="stack">
        <h2>${t("host.rulings")}</h2>
        ${rulingsView(view)}
      </section>
      ${
        isTournament
          ? html`<section class="stack">
              <h2>${t("host.results")}</h2>
              ${release(view)}
            </section>`
          : nothing
      }
      <section class="stack">
        <h2>${t("host.announcement")}</h2>
        ${announce()}
      </section>
    </div>
  </div>`;
}
