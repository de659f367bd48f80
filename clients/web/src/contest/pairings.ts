/** The pairings of a contest, with results and reasons. */
import { html, nothing, type TemplateResult } from "lit";

import { playerLink } from "../parts/players.js";
import { num } from "../words/format.js";
import { maybe, t } from "../words/index.js";
import { reasonText } from "./reasons.js";
import {
  encounterOf,
  matchNumber,
  seatsOf,
  stageOf,
  type ContestModel,
  type Encounter,
  type Outcome,
} from "./model.js";

/** Number of encounters shown before the reader asks for more. */
export const FIRST_ENCOUNTERS = 60;

export interface PairingsView {
  readonly model: ContestModel;
  /** Known match ids by key. */
  readonly ids: ReadonlyMap<string, string>;
  readonly names: (player: string) => string;
  readonly most: number;
  readonly more: () => void;
  /** Whether the newest encounters come first. */
  readonly isNewestFirst: boolean;
}

/** Returns the result of a match, with the entrants in the order of the encounter. */
function result(encounter: Encounter, outcome: Outcome): TemplateResult | string {
  const { key, counted, voided, awarded } = outcome;
  if (voided && !counted) return t("pairing.void");
  const seats = seatsOf(encounter, key);
  const points = encounter.entrants.map((entrant) => {
    if (awarded) return entrant === (awarded.winner ?? 0) ? 1 : 0;
    const places = counted?.places ?? [];
    const place = places[seats.indexOf(entrant)] ?? 0;
    const others = places.filter((_, seat) => seats[seat] !== entrant);
    return others.reduce((sum, other) => sum + (place < other ? 1 : place === other ? 0.5 : 0), 0);
  });
  return html`<bdi dir=${document.dir}>${points.map((one) => num(one)).join(" \u2013 ")}</bdi>`;
}

function matches(
  view: PairingsView,
  encounter: Encounter,
  keys: readonly string[],
): TemplateResult {
  const { model, ids } = view;
  return html`${keys.map((key) => {
    const outcome = model.outcomes.get(key);
    const id = ids.get(key) ?? model.open.get(key)?.matchId;
    const text = outcome
      ? result(encounter, outcome)
      : html`<span class="live">${t("live")}</span>`;
    const how = outcome?.counted?.termination;
    const title = how ? maybe(`ended.${how.replace("TERMINATION_", "")}`, "") : "";
    return id
      ? html`<a class="pairing-result" href="/m/${id}" title=${title || nothing}>${text}</a>`
      : html`<span class="pairing-result" title=${title || nothing}>${text}</span>`;
  })}`;
}

function row(view: PairingsView, encounter: Encounter, keys: readonly string[]): TemplateResult {
  const { model, names } = view;
  const player = (entrant: number): string => model.entrants[entrant]?.player ?? "";
  const name = (entrant: number): string => `\u2068${names(player(entrant))}\u2069`;
  return html`<li class="pairing">
    <span class="pairing-players"
      >${encounter.entrants.map((entrant, at) => html`${at > 0 ? html`<span class="soft"> – </span>` : nothing}${playerLink(player(entrant), names(player(entrant)))}`)}</span
    >
    <span class="pairing-results"
      >${keys.length > 0 ? matches(view, encounter, keys) : html`<span class="soft">${t("pairing.due")}</span>`}</span
    >
    <span class="pairing-why soft small">${reasonText(encounter.reason, name)}</span>
  </li>`;
}

export function pairingsView(view: PairingsView): TemplateResult {
  const { model, isNewestFirst, most } = view;
  if (model.encounters.length === 0) return html`<p class="empty">${t("pairings.none")}</p>`;
  const keys = new Map<string, string[]>();
  for (const key of [...model.outcomes.keys(), ...model.open.keys()]) {
    const encounter = encounterOf(key);
    keys.set(
      encounter,
      [...(keys.get(encounter) ?? []), key].sort((a, b) => matchNumber(a) - matchNumber(b)),
    );
  }
  const ordered = isNewestFirst ? model.encounters.toReversed() : model.encounters;
  const shown = ordered.slice(0, most);
  const stages = isNewestFirst ? [0] : [...new Set(shown.map(({ key }) => stageOf(key)))];
  const of = (stage: number): Encounter[] =>
    isNewestFirst ? shown : shown.filter(({ key }) => stageOf(key) === stage);
  return html`${stages.map(
    (stage) =>
      html` ${stages.length > 1 ? html`<h3>${t("stage", { n: num(stage) })}</h3>` : nothing}
        <ul class="pairings">
          ${of(stage).map((encounter) => row(view, encounter, keys.get(encounter.key) ?? []))}
        </ul>`,
  )}
  ${ordered.length > most ? html`<p><button @click=${view.more}>${t("more")}</button></p>` : nothing}`;
}
