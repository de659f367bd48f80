/** A form for the options of a game, labelled with the words of the game. */
import type { pb } from "referee-client";
import { html, nothing, type TemplateResult } from "lit";

import { gameText, gameWords } from "./games.js";

export type Options = Readonly<Record<string, string>>;
type Change = (options: Options) => void;

/** Returns the default options of a game. */
export function defaults(game: pb.Game): Options {
  return Object.fromEntries(
    (game.options ?? []).map(({ name = "", defaultValue = "" }) => [name, defaultValue]),
  );
}

/**
 * Returns the text of an option value: its word if the game has one, otherwise the value itself.
 */
function value(gameId: string, name: string, one: string): string {
  const key = `${name}=${one}`;
  return gameWords().has(gameId, "value", key) ? gameText(gameId, "value", key) : one;
}

function field(
  game: pb.Game,
  option: pb.GameOption,
  options: Options,
  change: Change,
): TemplateResult {
  const gameId = game.id ?? "";
  const { name = "", kind, choices = [], min = "0", max } = option;
  const now = options[name] ?? option.defaultValue ?? "";
  const set = (next: string): void => change({ ...options, [name]: next });
  const read = (event: Event): string => (event.target as HTMLInputElement).value;
  const text = gameText(gameId, "option", name);
  if (kind === "GAME_OPTION_KIND_FLAG") {
    return html`<label
      ><input
        type="checkbox"
        name=${name}
        .checked=${now === "true"}
        @change=${(event: Event) => set(String((event.target as HTMLInputElement).checked))}
      />${text}</label
    >`;
  }
  if (kind === "GAME_OPTION_KIND_SET") {
    const toggled = (letter: string): string =>
      choices.filter((one) => (one === letter) !== now.includes(one)).join("");
    return html`<div class="option" role="group" aria-label=${text}>
      <span>${text}</span
      ><span class="row"
        >${choices.map(
          (letter) =>
            html` <label
              ><input
                type="checkbox"
                .checked=${now.includes(letter)}
                @change=${() => set(toggled(letter))}
              />${value(gameId, name, letter)}</label
            >`,
        )}</span
      >
    </div>`;
  }
  if (kind === "GAME_OPTION_KIND_CHOICE") {
    return html`<label class="option"
      ><span>${text}</span
      ><select name=${name} @change=${(event: Event) => set(read(event))}>
        ${choices.map((one) => html`<option value=${one} ?selected=${one === now}>${value(gameId, name, one)}</option>`)}
      </select></label
    >`;
  }
  return html`<label class="option"
    ><span>${text}</span
    ><input
      type="number"
      name=${name}
      min=${min}
      max=${max ?? nothing}
      .value=${now}
      @change=${(event: Event) => set(read(event))}
  /></label>`;
}

export function optionsView(game: pb.Game, options: Options, change: Change): TemplateResult {
  return html`${(game.options ?? []).map((option) => field(game, option, options, change))}`;
}
