/** The addresses of the pages, as in `src/server/api/pages/mod.rs`, and their elements. */
import "../pages/watch.js";
import type { Key } from "../words/index.js";

export interface Route {
  /** The pattern. `:id` matches one part of the address. */
  readonly path: string;
  readonly tag: string;
  readonly load: () => Promise<unknown>;
  /** The title of the page until it sets its own. */
  readonly title: Key;
}

/** The first page is part of the main script, since most readers start there. */
const watch = async (): Promise<unknown> => undefined;
const contests = (): Promise<unknown> => import("../pages/contests.js");
const player = (): Promise<unknown> => import("../pages/player.js");

export const ROUTES: readonly Route[] = [
  { path: "/", tag: "page-watch", load: watch, title: "nav.watch" },
  {
    path: "/m/:id",
    tag: "page-match",
    load: () => import("../pages/match.js"),
    title: "nav.match",
  },
  { path: "/play", tag: "page-play", load: () => import("../pages/play.js"), title: "nav.play" },
  {
    path: "/lobby",
    tag: "page-lobby",
    load: () => import("../pages/lobby.js"),
    title: "nav.lobby",
  },
  { path: "/me", tag: "page-me", load: () => import("../pages/me.js"), title: "nav.me" },
  { path: "/t", tag: "page-contests", load: contests, title: "nav.contests" },
  {
    path: "/t/:id",
    tag: "page-tournament",
    load: () => import("../pages/tournament.js"),
    title: "nav.tournament",
  },
  {
    path: "/l/:id",
    tag: "page-ladder",
    load: () => import("../pages/ladder.js"),
    title: "nav.ladder",
  },
  { path: "/p/:id", tag: "page-player", load: player, title: "nav.player" },
  {
    path: "/analysis",
    tag: "page-analysis",
    load: () => import("../pages/analysis.js"),
    title: "nav.analysis",
  },
  { path: "/bot", tag: "page-bot", load: () => import("../pages/bot.js"), title: "nav.bot" },
];

/** The place of the reader: the page, the part `:id` of the address, and the query. */
export interface Place {
  readonly route: Route;
  readonly id: string;
  readonly query: URLSearchParams;
}

/** Decodes a part of an address. A malformed part stays unchanged. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the place for a path. Unset if no page matches. */
export function placeAt(path: string, search: string): Place | undefined {
  const parts = path.replace(/(.)\/$/, "$1").split("/");
  for (const route of ROUTES) {
    const wanted = route.path.split("/");
    const fits =
      wanted.length === parts.length &&
      wanted.every((part, at) => (part.startsWith(":") ? parts[at] !== "" : part === parts[at]));
    if (!fits) continue;
    const id = wanted.at(-1)?.startsWith(":") ? decoded(parts.at(-1) ?? "") : "";
    return { route, id, query: new URLSearchParams(search) };
  }
  return undefined;
}
