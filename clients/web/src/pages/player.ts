/** A player or bot: its results, its record against each opponent, its live matches. */
import { asError, type pb } from "referee-client";
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";

import { account, call } from "../account/account.js";
import { gameName, gamesLoaded } from "../parts/games.js";
import { playerLink, seatName } from "../parts/players.js";
import { resultsView } from "../parts/results.js";
import { winners } from "../parts/verdict.js";
import "../parts/wall.js";
import { reasonOf } from "../shell/notices.js";
import { failureView, Page } from "../shell/page.js";
import { date, num, percent } from "../words/format.js";
import { say, t } from "../words/index.js";
import "../style/lists.css";

/** Number of newest matches in the record. */
const MATCHES = 200;
const SHOWN = 20;
const BOARDS = 8;

/** The record against one opponent in one game. */
interface Against {
  readonly opponent: string;
  readonly name: string;
  readonly game: string;
  wins: number;
  draws: number;
  losses: number;
}

class PlayerPage extends Page {
  static override properties: PropertyDeclarations = {
    ...Page.properties,
    player: { state: true },
    played: { state: true },
    bots: { state: true },
    most: { state: true },
    failure: { state: true },
    isRetried: { state: true },
  };

  declare private player: pb.Player | undefined;
  declare private played: readonly pb.MatchSummary[];
  declare private bots: readonly pb.Player[];
  declare private most: number;
  declare private failure: string;
  /** Whether the read that failed is tried again. */
  declare private isRetried: boolean;

  protected override arrived(): void {
    [this.played, this.bots, this.most] = [[], [], SHOWN];
    [this.failure, this.isRetried] = ["", false];
    const failed = (error: unknown): void => {
      this.failure = reasonOf(error);
      this.isRetried = asError(error).isRetryable;
    };
    void gamesLoaded()
      .then(() => this.retry(() => this.#read(), failed))
      .then(() => (this.failure = ""), failed);
  }

  async #read(): Promise<void> {
    const player = this.place.id;
    const { player: found } = await call("PlayerService/GetPlayer", { player });
    this.player = found;
    this.entitle(found?.displayName ?? player);
    const [list, bots] = await Promise.all([
      call("MatchService/ListMatches", { player, state: "MATCH_STATE_OVER", pageSize: MATCHES }),
      call("PlayerService/ListPlayers", { owner: player, pageSize: SHOWN }).catch(() => ({
        players: [],
      })),
    ]);
    this.played = list.matches ?? [];
    this.bots = bots.players ?? [];
  }

  /** Returns the record against each opponent, most frequent opponents first. */
  #records(): Against[] {
    const records = new Map<string, Against>();
    for (const match of this.played) {
      const players = match.players ?? [];
      const seat = players.indexOf(this.place.id);
      const first = winners(match.verdict ?? {});
      if (first.length === 0) continue;
      players.forEach((opponent, at) => {
        if (at === seat || opponent === this.place.id) return;
        const key = `${opponent} ${match.game}`;
        const record = records.get(key) ?? {
          opponent,
          name: seatName(match, at),
          game: match.game ?? "",
          wins: 0,
          draws: 0,
          losses: 0,
        };
        const [own, other] = [match.verdict?.places?.[seat] ?? 0, match.verdict?.places?.[at] ?? 0];
        if (own < other) record.wins += 1;
        else if (own === other) record.draws += 1;
        else record.losses += 1;
        records.set(key, record);
      });
    }
    const count = ({ wins, draws, losses }: Against): number => wins + draws + losses;
    return [...records.values()].sort((a, b) => count(b) - count(a));
  }

  override render(): TemplateResult | typeof nothing {
    if (this.failure) return failureView(t("player.none"), this.failure, this.isRetried);
    const { player } = this;
    if (!player) return nothing;
    const {
      name = "",
      displayName = name,
      owner,
      online,
      house,
      guest,
      createdUnixMs,
      state,
    } = player;
    const isMe = account()?.player === name;
    return html`<div class="heading">
        <h1><bdi>${displayName}</bdi></h1>
        <p>
          <span class="dot ${online ? "on" : ""}"></span>
          ${t(online ? "online" : "offline")}${displayName === name ? nothing : html` · <bdi class="mono">${name}</bdi>`}${
            house ? html` · ${t("player.house")}` : nothing
          }${guest ? html` · ${t("guest")}` : nothing}${
            owner ? html` · ${say("player.owner", { name: playerLink(owner) })}` : nothing
          }${state === "PLAYER_STATE_RETIRED" ? html` · ${t("player.retired")}` : nothing}${
            state === "PLAYER_STATE_BANNED" ? html` · ${t("player.banned")}` : nothing
          }${
            Number(createdUnixMs ?? 0) > 0
              ? html` · ${t("player.since", { time: date(Number(createdUnixMs)) })}`
              : nothing
          }
        </p>
        ${isMe ? html`<a class="button push" href="/me">${t("nav.me")}</a>` : nothing}
      </div>
      <section>
        <h2>${t("player.live")}</h2>
        <board-wall .newest=${BOARDS} .player=${name}></board-wall>
      </section>
      <div class="halves section">
        <section>
          <h2>${t("player.results")}</h2>
          ${resultsView(this.played.slice(0, this.most))}
          ${this.played.length > this.most ? html`<p><button @click=${() => (this.most += SHOWN)}>${t("more")}</button></p>` : nothing}
        </section>
        <div class="stack wide">
          <section>
            <h2>${t("player.against")}</h2>
            ${this.#against()}
          </section>
          ${
            this.bots.length > 0
              ? html`<section>
                  <h2>${t("player.bots")}</h2>
                  <ul class="people">
                    ${this.bots.map(
                      ({ name = "", displayName, online }) =>
                        html`<li>
                          <span class="dot ${online ? "on" : ""}"></span>
                          ${playerLink(name, displayName)}
                        </li>`,
                    )}
                  </ul>
                </section>`
              : nothing
          }
        </div>
      </div>`;
  }

  #against(): TemplateResult {
    const records = this.#records();
    if (records.length === 0) return html`<p class="empty">${t("results.empty")}</p>`;
    return html`<div class="scroll" tabindex="0">
        <table class="against">
          <thead>
            <tr>
              <th scope="col">${t("player")}</th>
              <th scope="col">${t("play.game")}</th>
              <th class="number" scope="col">${t("wins")}</th>
              <th class="number" scope="col">${t("draws")}</th>
              <th class="number" scope="col">${t("losses")}</th>
              <th class="number" scope="col">%</th>
            </tr>
          </thead>
          <tbody>
            ${records.slice(0, this.most).map(
              ({ opponent, name, game, wins, draws, losses }) =>
                html`<tr>
                  <td>${playerLink(opponent, name)}</td>
                  <td class="soft">${gameName(game)}</td>
                  <td class="number">${num(wins)}</td>
                  <td class="number">${num(draws)}</td>
                  <td class="number">${num(losses)}</td>
                  <td class="number">${percent((wins + draws / 2) / (wins + draws + losses))}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <p class="soft small">${t("player.newest", { n: num(MATCHES) })}</p>`;
  }
}

customElements.define("page-player", PlayerPage);
