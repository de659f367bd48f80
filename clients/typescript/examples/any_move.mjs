#!/usr/bin/env node
// Plays any legal move of any game, on stdio and on a server.
//
//     referee play hive -e "node any_move.mjs" -e "referee bot greedy"
//     REFEREE_URL=http://127.0.0.1:7171 node any_move.mjs

import { Action, run } from "referee-client/bot";

/** @typedef {import("referee-client/bot").Bot} Bot */
/** @typedef {import("referee-client/bot").Result} Result */
/** @typedef {import("referee-client/bot").Turn} Turn */

/** @implements {Bot} */
class AnyMove {
  /** @param {Turn} turn */
  choose({ drawOffered, claimable, legal }) {
    if (drawOffered) return Action.ACCEPT_DRAW;
    if (claimable) return Action.CLAIM_DRAW;
    return legal[Math.floor(Math.random() * legal.length)] ?? Action.RESIGN;
  }

  /** @param {Result} result */
  ended({ game, termination, places }) {
    console.log(`${game} ended by ${termination}, places ${places}`);
  }
}

await run(new AnyMove());
